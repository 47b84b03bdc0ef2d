// How faults change single values of a response.

#include "mock_server/faults/change_kinds.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"
#include "spec/regex/regex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>

namespace plumbline::mock {
namespace {

using TextAction = std::function<std::string(const std::string&)>;

/// Returns a change of the text at a pointer, or of all texts below it.
ResponseAction change_texts(const FixtureValue& node, const std::string& pointer, TextAction act) {
    return change_body(node, pointer, [act = std::move(act)](Json& body, const JsonPointer& at) {
        const std::function<void(Json&)> change = [&](Json& value) {
            if (value.is_structured()) {
                for (Json& inner : value) change(inner);
            } else if (value.is_string()) {
                value = act(value.get_ref<const std::string&>());
            }
        };
        const Json* value = find(body, at);
        if (!value || at.empty()) return;
        Json changed = *value;
        change(changed);
        (void)set_at(body, at, std::move(changed));
    });
}

/// Replaces what a pattern matches; \1 is its first group.
ResponseAction read_rewrite(const FixtureValue& node, const std::string& pointer) {
    const auto pattern = Regex::compile(node.text("match"));
    return change_texts(node, pointer, [pattern, to = node.text("to")](const std::string& text) {
        return pattern ? pattern->replace_all(text, to) : text;
    });
}

char ascii_upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

ResponseAction read_letters(const FixtureValue& node, const std::string& pointer) {
    return change_texts(
        node, pointer, [upper = node.text("to") == "upper"](const std::string& text) {
            std::string changed = to_lower(text);
            if (upper) std::ranges::transform(text, changed.begin(), ascii_upper);
            return changed;
        });
}

/// Moves date-times by a duration, back in time with `back`.
ResponseAction read_move_time(const FixtureValue& node, const std::string& pointer) {
    const Duration by = parse_duration(node.text("by")).value_or(Duration::zero());
    return change_texts(
        node, pointer, [by = node.flag("back") ? -by : by](const std::string& text) {
            const auto time = parse_instant(text);
            return time ? to_text(*time + by) : text;
        });
}

using ValueAction = std::function<Json(const Json&)>;

/// Returns a change of the value at a pointer that is not null.
ResponseAction change_value(const FixtureValue& node, const std::string& pointer, ValueAction act) {
    return change_body(node, pointer, [act = std::move(act)](Json& body, const JsonPointer& at) {
        const Json* value = find(body, at);
        if (value && !value->is_null() && !at.empty()) (void)set_at(body, at, act(*value));
    });
}

ResponseAction read_as_text(const FixtureValue& node, const std::string& pointer) {
    return change_value(node, pointer, [](const Json& value) { return Json(to_text(value)); });
}

ResponseAction read_multiply(const FixtureValue& node, const std::string& pointer) {
    const Json factor = node.at("to").json();
    return change_value(node, pointer, [factor](const Json& value) -> Json {
        if (!value.is_number()) return value;
        if (value.is_number_integer() && factor.is_number_integer())
            return value.get<std::int64_t>() * factor.get<std::int64_t>();
        return value.get<double>() * factor.get<double>();
    });
}

/// Copies or swaps the values at two pointers of the body.
ResponseAction move_values(const FixtureValue& node, const std::string& pointer, bool is_swap) {
    return change_body(node,
                       pointer,
                       [to = JsonPointer::parse(node.text("to")).value_or(JsonPointer()), is_swap](
                           Json& body, const JsonPointer& at) {
                           const Json value = find(body, at) ? *find(body, at) : Json();
                           const Json other = find(body, to) ? *find(body, to) : Json();
                           (void)set_at(body, to, value);
                           if (is_swap) (void)set_at(body, at, other);
                       });
}

ResponseAction read_copy(const FixtureValue& node, const std::string& pointer) {
    return move_values(node, pointer, false);
}

ResponseAction read_swap(const FixtureValue& node, const std::string& pointer) {
    return move_values(node, pointer, true);
}

/// The values that earlier responses showed for records, by their ids.
struct EarlierValues {
    std::mutex mutex;
    std::map<std::string, Json> first;
    std::string last_id;
    Json last;
};

/// Returns the object with an id that contains the value: the body, or an item of a list.
JsonPointer record_of(const Json& body, const JsonPointer& at) {
    std::vector<std::string> tokens = at.tokens();
    while (!tokens.empty() && !find(body, JsonPointer(tokens).child("id"))) tokens.pop_back();
    return JsonPointer(tokens);
}

/// Shows the value of the first response about the record, or of the last one about another.
ResponseAction remember(const FixtureValue& node, const std::string& pointer, bool is_first) {
    const auto earlier = std::make_shared<EarlierValues>();
    return change_body(node, pointer, [earlier, is_first](Json& body, const JsonPointer& at) {
        const Json* value = find(body, at);
        const Json* id = find(body, record_of(body, at).child("id"));
        if (!value || !id) return;
        const std::scoped_lock lock(earlier->mutex);
        const std::string key = to_text(*id);
        const Json seen = *value;
        const Json shown = is_first ? earlier->first.try_emplace(key, seen).first->second
                           : key == earlier->last_id || earlier->last_id.empty() ? seen
                                                                                 : earlier->last;
        earlier->last_id = key;
        earlier->last = seen;
        if (at.empty()) {
            body = shown;
        } else {
            (void)set_at(body, at, shown);
        }
    });
}

ResponseAction read_first(const FixtureValue& node, const std::string& pointer) {
    return remember(node, pointer, true);
}

ResponseAction read_of_another(const FixtureValue& node, const std::string& pointer) {
    return remember(node, pointer, false);
}

constexpr std::array<ChangeRow, 9> kValueChanges{{
    {"rewrite", true, read_rewrite},
    {"letters", true, read_letters},
    {"move_time", false, read_move_time},
    {"as_text", false, read_as_text},
    {"multiply", true, read_multiply},
    {"copy", true, read_copy},
    {"swap", true, read_swap},
    {"first", false, read_first},
    {"of_another", false, read_of_another},
}};

}  // namespace

std::span<const ChangeRow> value_changes() {
    return kValueChanges;
}

}  // namespace plumbline::mock
