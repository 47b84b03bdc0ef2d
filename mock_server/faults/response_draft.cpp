#include "mock_server/faults/response_draft.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

/// Returns the keys or indexes of a value that match a token of a pattern.
std::vector<std::string> tokens_for(const std::string& token, const Json* value) {
    std::vector<std::string> tokens;
    if (token == "**" && value && value->is_object()) {
        for (const auto& [name, member] : value->items()) tokens.push_back(name);
    } else if (token != "**" && value && value->is_array()) {
        const std::size_t from = token == "*" ? 0 : std::max<std::size_t>(value->size(), 1) - 1;
        for (std::size_t i = from; i < value->size(); ++i) tokens.push_back(std::to_string(i));
    }
    return tokens;
}

void add_matches(const Json& body,
                 const JsonPointer& pointer,
                 const JsonPointer& item,
                 std::vector<BodyMatch>& matches) {
    const auto& tokens = pointer.tokens();
    const auto open = std::find_if(tokens.begin(), tokens.end(), [](const std::string& token) {
        return token == "*" || token == "**" || token == "-";
    });
    if (open == tokens.end()) {
        matches.push_back({pointer, item});
        return;
    }
    const auto depth = open - tokens.begin();
    for (const std::string& token :
         tokens_for(*open, find(body, JsonPointer({tokens.begin(), open})))) {
        std::vector<std::string> one = tokens;
        one[static_cast<std::size_t>(depth)] = token;
        const JsonPointer next_item({one.begin(), one.begin() + depth + 1});
        add_matches(body, JsonPointer(std::move(one)), next_item, matches);
    }
}

}  // namespace

BodyPattern::ExpectedValues BodyPattern::read_expected(const FixtureValue& condition) {
    ExpectedValues expected;
    for (const FixtureValue& one : condition.members()) {
        const Json& values = one.json();
        expected.emplace(
            one.name(),
            std::make_shared<const Json>(values.is_array() ? values : Json::array({values})));
    }
    return expected;
}

bool BodyPattern::has_one_of(const Json& body,
                             const JsonPointer& item,
                             const ExpectedValues::value_type& expected) {
    const auto& [at, values] = expected;
    const Json* found = find(body, item.to_text() + at);
    return std::find(values->begin(), values->end(), found ? *found : Json()) != values->end();
}

BodyPattern::BodyPattern(const FixtureValue& change, const std::string& pointer)
    : pointer_(JsonPointer::parse(pointer).value_or(JsonPointer())),
      where_(read_expected(change.at("where"))),
      unless_(read_expected(change.at("unless"))) {}

std::vector<BodyMatch> BodyPattern::matches_in(const Json& body) const {
    std::vector<BodyMatch> matches;
    add_matches(body, pointer_, {}, matches);
    std::erase_if(matches, [&](const BodyMatch& match) {
        const auto has = [&](const auto& expected) {
            return has_one_of(body, match.item, expected);
        };
        return !std::ranges::all_of(where_, has) || std::ranges::any_of(unless_, has);
    });
    std::ranges::reverse(matches);
    return matches;
}

ResponseAction change_body(const FixtureValue& change, const std::string& pointer, BodyAction act) {
    return [pattern = BodyPattern(change, pointer), act = std::move(act)](ResponseDraft& draft) {
        if (!draft.body) return;
        for (const BodyMatch& match : pattern.matches_in(*draft.body)) act(*draft.body, match.at);
    };
}

}  // namespace plumbline::mock
