// How faults change lists.

#include "mock_server/faults/change_kinds.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

using ListAction = std::function<void(std::vector<Json>& items)>;

void replace_list(Json& body, const JsonPointer& at, const std::vector<Json>& items) {
    if (at.empty()) {
        body = Json(items);
    } else {
        (void)set_at(body, at, Json(items));
    }
}

/// Returns a change of the array at a pointer.
ResponseAction change_list(const FixtureValue& node, const std::string& pointer, ListAction act) {
    return change_body(node, pointer, [act = std::move(act)](Json& body, const JsonPointer& at) {
        const Json* list = find(body, at);
        if (!list || !list->is_array()) return;
        std::vector<Json> items(list->begin(), list->end());
        act(items);
        replace_list(body, at, items);
    });
}

ResponseAction read_reverse(const FixtureValue& node, const std::string& pointer) {
    return change_list(
        node, pointer, [](std::vector<Json>& items) { std::reverse(items.begin(), items.end()); });
}

/// Keeps the items from one position up to another; negative ones count from the end.
ResponseAction read_slice(const FixtureValue& node, const std::string& pointer) {
    constexpr std::int64_t kToEnd = 1'000'000;
    const std::int64_t from = node.number("from", 0);
    const std::int64_t end = node.number("to", kToEnd);
    return change_list(node, pointer, [from, end](std::vector<Json>& items) {
        const auto size = static_cast<std::int64_t>(items.size());
        const auto position = [size](std::int64_t n) {
            return std::clamp<std::int64_t>(n < 0 ? size + n : n, 0, size);
        };
        const std::vector<Json> all = std::move(items);
        items.assign(all.begin() + std::min(position(from), position(end)),
                     all.begin() + position(end));
    });
}

/// Repeats the item at the end of the pointer.
ResponseAction read_repeat(const FixtureValue& node, const std::string& pointer) {
    return change_body(node, pointer, [](Json& body, const JsonPointer& at) {
        const Json* item = find(body, at);
        if (!item || at.empty()) return;
        const Json copy = *item;
        const auto& tokens = at.tokens();
        (void)set_at(body, JsonPointer({tokens.begin(), tokens.end() - 1}).child("-"), copy);
    });
}

/// Inserts a value before the item at a position, without one at the end.
ResponseAction read_insert(const FixtureValue& node, const std::string& pointer) {
    constexpr std::int64_t kAtEnd = 1'000'000;
    const auto position = static_cast<std::size_t>(node.number("position", kAtEnd));
    const auto insert = [value = NewValue(node), position](Json& body, const JsonPointer& at) {
        const Json* list = find(body, at);
        if (!list || !list->is_array()) return;
        std::vector<Json> items(list->begin(), list->end());
        const auto before = static_cast<std::ptrdiff_t>(std::min(position, items.size()));
        items.insert(items.begin() + before, value.in(body));
        replace_list(body, at, items);
    };
    return change_body(node, pointer, insert);
}

/// Sorts items by the text of a value.
ResponseAction read_sort(const FixtureValue& node, const std::string& pointer) {
    const std::string key = node.text("by");
    return change_list(node, pointer, [key](std::vector<Json>& items) {
        const auto text_of = [&](const Json& item) {
            const Json* value = find(item, std::string_view(key));
            return value ? to_text(*value) : std::string();
        };
        std::stable_sort(items.begin(), items.end(), [&](const Json& a, const Json& b) {
            return text_of(a) < text_of(b);
        });
    });
}

/// Moves the value of each item to the next one.
ResponseAction read_shift(const FixtureValue& node, const std::string& pointer) {
    const std::string key = node.text("by");
    return change_list(node, pointer, [key](std::vector<Json>& items) {
        const JsonPointer at = JsonPointer::parse(key).value_or(JsonPointer());
        std::vector<Json> values;
        values.reserve(items.size());
        for (const Json& item : items) values.push_back(find(item, at) ? *find(item, at) : Json());
        if (values.size() < 2) return;
        std::rotate(values.begin(), values.end() - 1, values.end());
        for (std::size_t i = 0; i < items.size(); ++i) (void)set_at(items[i], at, values[i]);
    });
}

constexpr std::array<ChangeRow, 6> kListChanges{{
    {"reverse", false, read_reverse},
    {"slice", false, read_slice},
    {"repeat", false, read_repeat},
    {"insert", false, read_insert},
    {"sort", false, read_sort},
    {"shift", false, read_shift},
}};

}  // namespace

std::span<const ChangeRow> list_changes() {
    return kListChanges;
}

}  // namespace plumbline::mock
