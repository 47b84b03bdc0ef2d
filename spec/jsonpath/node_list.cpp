#include "spec/jsonpath/node_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

std::string normalized_name(std::string_view name) {
    constexpr std::string_view kEscaped = "\b\t\n\f\r'\\";
    constexpr std::string_view kLetters = "btnfr'\\";
    std::string text = "'";
    for (const char c : name) {
        if (const std::size_t at = kEscaped.find(c); at != std::string_view::npos) {
            text += {'\\', kLetters[at]};
        } else if (const auto code = static_cast<unsigned char>(c); code < 0x20) {
            text += fmt::format("\\u{:04x}", code);
        } else {
            text += c;
        }
    }
    return text + '\'';
}

/// Returns the locations from below the root down to the node.
std::vector<const NodeLocation*> JsonPathMatch::steps() const {
    std::vector<const NodeLocation*> steps;
    for (const NodeLocation* at = &(*locations_)[location_]; at->parent != NodeLocation::kNoParent;
         at = &(*locations_)[at->parent]) {
        steps.push_back(at);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

std::string JsonPathMatch::path() const {
    std::string text = "$";
    for (const NodeLocation* step : steps()) {
        text += '[';
        text += step->name != nullptr ? normalized_name(*step->name) : std::to_string(step->index);
        text += ']';
    }
    return text;
}

JsonPointer JsonPathMatch::pointer() const {
    std::vector<std::string> tokens;
    for (const NodeLocation* step : steps()) {
        tokens.emplace_back(step->name != nullptr ? *step->name : std::to_string(step->index));
    }
    return JsonPointer(std::move(tokens));
}

}  // namespace plumbline
