#pragma once
// JSON in tests: values parsed, matched and printed through our own compiled code. Part of the
// tests' precompiled header (cmake/modules.cmake), so that no test source instantiates the
// library's parser and serializer or GoogleTest's container printer (1 s of compile time each).

#include "spec/json/document/source_map.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <ostream>
#include <string>
#include <string_view>

namespace nlohmann {

inline void PrintTo(const plumbline::Json& value, std::ostream* out) {
    *out << plumbline::to_text(value);
}

}  // namespace nlohmann

namespace plumbline {

inline void PrintTo(const SourcePosition& position, std::ostream* out) {
    *out << position.line << ':' << position.column;
}

/// Parses a JSON text written in the test; aborts if it is invalid.
inline Json json_of(std::string_view text) {
    return parse_json(text).value();
}

MATCHER_P(EqualsJsonText, text, "equals " + text) {
    const auto expected = parse_json(text);
    if (!expected) {
        *result_listener << "bad expectation: " << to_text(expected.error());
        return false;
    }
    *result_listener << to_text(arg);
    return *expected == arg;
}

/// Matches a Json equal to the given text (whitespace and key order do not matter). One type for
/// literals of every length saves the compiler a matcher class for each.
inline testing::Matcher<const Json&> EqualsJson(std::string_view text) {
    return EqualsJsonText(std::string(text));
}

}  // namespace plumbline
