#pragma once
// Matchers over JSON for every module's tests.

#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

namespace plumbline {

/// Matches a Json equal to the given text (whitespace and key order do not matter).
MATCHER_P(EqualsJson, text, "equals " + std::string(text)) {
    const auto expected = parse_json(text);
    if (!expected) {
        *result_listener << "bad expectation: " << to_text(expected.error());
        return false;
    }
    *result_listener << to_text(arg);
    return *expected == arg;
}

}  // namespace plumbline
