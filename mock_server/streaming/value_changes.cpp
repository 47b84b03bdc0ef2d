#include "mock_server/streaming/run_faults.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace plumbline::mock {
namespace {

constexpr std::size_t kMostItems = 10;
constexpr std::size_t kMostCharacters = 255;

/// Changes every value below `value`, then `value` itself.
template <typename Change>
void for_each_value(Json& value, const Change& change) {
    if (value.is_structured()) {
        for (Json& inner : value) for_each_value(inner, change);
    }
    change(value);
}

template <typename Change>
void for_each_text(Json& value, const Change& change) {
    for_each_value(value, [&](Json& one) {
        if (one.is_string()) change(one.get_ref<std::string&>());
    });
}

bool is_empty(const Json& value) {
    return value.is_null() || value == 0 || value == false ||
           (value.is_string() && value.get_ref<const std::string&>().empty()) ||
           (value.is_structured() && value.empty());
}

void drop_empty(Json& value) {
    for_each_value(value, [](Json& one) {
        if (!one.is_object()) return;
        for (auto item = one.begin(); item != one.end();)
            item = is_empty(*item) ? one.erase(item) : std::next(item);
    });
}

void cut_lists(Json& value) {
    for_each_value(value, [](Json& one) {
        if (one.is_array() && one.size() > kMostItems)
            one.erase(one.begin() + kMostItems, one.end());
    });
}

void cut_texts(Json& value) {
    for_each_text(value, [](std::string& text) {
        if (utf8_character_count(text) > kMostCharacters)
            text = utf8_prefix(std::string_view(text).substr(0, kMostCharacters));
    });
}

void trim_texts(Json& value) {
    for_each_text(value, [](std::string& text) { text = std::string(trimmed(text)); });
}

void collapse_blanks(Json& value) {
    for_each_text(value, [](std::string& text) {
        const auto end = std::unique(
            text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; });
        text.erase(end, text.end());
    });
}

void join_lines(Json& value) {
    for_each_text(value,
                  [](std::string& text) { std::replace(text.begin(), text.end(), '\n', ' '); });
}

void remove_non_ascii(Json& value) {
    for_each_text(value, [](std::string& text) {
        std::erase_if(text, [](char byte) { return static_cast<unsigned char>(byte) > 0x7F; });
    });
}

void escape_html(Json& value) {
    constexpr std::array<std::pair<char, std::string_view>, 3> kEntities{
        {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}}};
    for_each_text(value, [&](std::string& text) {
        std::string escaped;
        for (const char byte : text) {
            const auto* row =
                std::ranges::find(kEntities, byte, &decltype(kEntities)::value_type::first);
            if (row == kEntities.end()) {
                escaped += byte;
            } else {
                escaped += row->second;
            }
        }
        text = std::move(escaped);
    });
}

/// As a reader does that has only floating-point numbers.
void round_integers(Json& value) {
    for_each_value(value, [](Json& one) {
        if (one.is_number_integer()) one = static_cast<std::int64_t>(one.get<double>());
    });
}

void encode_twice(Json& value) {
    value = to_text(value);
}

void make_empty(Json& value) {
    value = Json::object();
}

constexpr std::array<std::pair<std::string_view, ValueChange>, 11> kChanges{{
    {"drops_empty", drop_empty},
    {"cuts_lists", cut_lists},
    {"cuts_texts", cut_texts},
    {"trims_texts", trim_texts},
    {"collapses_blanks", collapse_blanks},
    {"joins_lines", join_lines},
    {"removes_non_ascii", remove_non_ascii},
    {"escapes_html", escape_html},
    {"rounds_integers", round_integers},
    {"encodes_twice", encode_twice},
    {"makes_empty", make_empty},
}};

}  // namespace

std::optional<ValueChange> find_value_change(std::string_view name) {
    const auto* row = std::ranges::find(kChanges, name, &decltype(kChanges)::value_type::first);
    return row == kChanges.end() ? std::nullopt : std::optional(row->second);
}

}  // namespace plumbline::mock
