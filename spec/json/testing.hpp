#pragma once
// Matchers over JSON for every module's tests.

#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace plumbline {

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
/// literals of every length, which spares the compiler a matcher class each.
inline testing::Matcher<const Json&> EqualsJson(std::string_view text) {
    return EqualsJsonText(std::string(text));
}

}  // namespace plumbline
