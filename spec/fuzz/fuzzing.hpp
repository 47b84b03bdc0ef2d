#pragma once
// Shared by the fuzz targets. A target asserts a property with PLUMBLINE_CHECK, which aborts if it
// is violated.

#include "spec/base/check.hpp"
#include "spec/base/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plumbline::fuzz {

/// Returns the fuzzer's bytes as text.
[[nodiscard]] inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
    return {reinterpret_cast<const char*>(bytes), size};
}

/// Checks that an error about a text has a message, the file and a line.
inline void check_position(const Error& error, std::string_view file) {
    PLUMBLINE_CHECK(!error.message.empty(), "an error has a message");
    PLUMBLINE_CHECK(error.where.file == file, "an error names the file");
    PLUMBLINE_CHECK(error.where.line > 0, "an error names the line");
}

/// Checks in addition that the position of an error is inside the text.
inline void check_position(const Error& error, std::string_view file, std::string_view text) {
    check_position(error, file);
    const auto breaks = std::count_if(
        text.begin(), text.end(), [](char byte) { return byte == '\n' || byte == '\r'; });
    PLUMBLINE_CHECK(error.where.line <= breaks + 1, "an error names an existing line");
    PLUMBLINE_CHECK(static_cast<std::size_t>(error.where.column) <= text.size() + 1,
                    "an error names an existing column");
}

}  // namespace plumbline::fuzz
