#pragma once
// JSON values in tests: written and printed through our own compiled code. Part of the tests'
// precompiled header (cmake/modules.cmake), so that no test source instantiates the library's
// parser, serializer or a container printer of GoogleTest's for itself (1 s of compile time each).

#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ostream>
#include <string_view>

namespace nlohmann {

inline void PrintTo(const json& value, std::ostream* out) {
    *out << plumbline::to_text(value);
}

}  // namespace nlohmann

namespace plumbline {

/// Reads a JSON text that stands in the test itself; aborts if it is none.
inline Json json_of(std::string_view text) {
    return parse_json(text).value();
}

}  // namespace plumbline
