#pragma once
// What the fuzz targets share. A target asserts a property with PLUMBLINE_CHECK: what aborts is
// found.

#include "spec/base/check.hpp"
#include "spec/base/error.hpp"

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

}  // namespace plumbline::fuzz
