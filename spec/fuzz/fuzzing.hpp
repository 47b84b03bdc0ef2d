#pragma once
// What the fuzz targets share. A target asserts a property with PLUMBLINE_CHECK: what aborts is
// found.

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

/// Every error about a text says what is wrong and where: in that file, on a line.
inline void check_place(const Error& error, std::string_view file) {
    PLUMBLINE_CHECK(!error.message.empty(), "an error says what is wrong");
    PLUMBLINE_CHECK(error.where.file == file, "an error names the file");
    PLUMBLINE_CHECK(error.where.line > 0, "an error names the line");
}

/// The same for a text we have: no error points outside of it.
inline void check_place(const Error& error, std::string_view file, std::string_view text) {
    check_place(error, file);
    const auto breaks = std::count_if(
        text.begin(), text.end(), [](char byte) { return byte == '\n' || byte == '\r'; });
    PLUMBLINE_CHECK(error.where.line <= breaks + 1, "an error names a line that is there");
    PLUMBLINE_CHECK(static_cast<std::size_t>(error.where.column) <= text.size() + 1,
                    "an error names a column that is there");
}

}  // namespace plumbline::fuzz
