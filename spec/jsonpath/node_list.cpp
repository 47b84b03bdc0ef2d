#include "spec/jsonpath/node_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {
namespace {

/// Returns the letter of a character's short escape; 0 if it has none.
char escape_letter(char c) {
    switch (c) {
        case '\b':
            return 'b';
        case '\t':
            return 't';
        case '\n':
            return 'n';
        case '\f':
            return 'f';
        case '\r':
            return 'r';
        case '\'':
        case '\\':
            return c;
        default:
            return '\0';
    }
}

}  // namespace

std::string normalized_name(std::string_view name) {
    std::string text = "'";
    for (const char c : name) {
        const char letter = escape_letter(c);
        if (letter != '\0') {
            text += '\\';
            text += letter;
        } else if (const auto code = static_cast<unsigned char>(c); code < 0x20) {
            text += fmt::format("\\u{:04x}", code);
        } else {
            text += c;
        }
    }
    return text + '\'';
}

NodeList::JsonNode NodeList::operator[](std::size_t i) const {
    return {locations_, nodes_[i]};
}

NodeList::Iterator NodeList::begin() const {
    return {*this, 0};
}

NodeList::Iterator NodeList::end() const {
    return {*this, nodes_.size()};
}

/// Returns the locations from below the root down to the node.
std::vector<const NodeList::NodeLocation*> NodeList::JsonNode::steps() const {
    std::vector<const NodeLocation*> steps;
    for (const NodeLocation* at = &(*locations_)[location_]; at->parent != kNoParent;
         at = &(*locations_)[at->parent]) {
        steps.push_back(at);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

std::string NodeList::JsonNode::path() const {
    std::string text = "$";
    for (const NodeLocation* step : steps()) {
        text += '[';
        text += step->name != nullptr ? normalized_name(*step->name) : std::to_string(step->index);
        text += ']';
    }
    return text;
}

JsonPointer NodeList::JsonNode::pointer() const {
    std::vector<std::string> tokens;
    for (const NodeLocation* step : steps()) {
        tokens.emplace_back(step->name != nullptr ? *step->name : std::to_string(step->index));
    }
    return JsonPointer(std::move(tokens));
}

}  // namespace plumbline
