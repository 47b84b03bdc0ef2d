// How faults change single values of a response.

#include "mock_server/faults/change_kinds.hpp"
#include "mock_server/faults/text_encodings.hpp"
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
#include <utility>

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

std::string upper_case(const std::string& text) {
    std::string changed = text;
    std::ranges::transform(text, changed.begin(), ascii_upper);
    return changed;
}

std::string lower_case(const std::string& text) {
    return to_lower(text);
}

/// Returns the text in small letters after its first one.
std::string with_one_capital(const std::string& text) {
    return text.substr(0, 1) + to_lower(text.substr(std::min<std::size_t>(text.size(), 1)));
}

constexpr std::array<std::pair<std::string_view, std::string (*)(const std::string&)>, 3> kLetters{{
    {"upper", upper_case},
    {"lower", lower_case},
    {"one_capital", with_one_capital},
}};

ResponseAction read_letters(const FixtureValue& node, const std::string& pointer) {
    const std::string name = node.text("to");
    const auto letters = std::find_if(
        kLetters.begin(), kLetters.end(), [&](const auto& one) { return one.first == name; });
    if (letters != kLetters.end()) return change_texts(node, pointer, letters->second);
    const auto encode = find_text_encoding(name);
    if (!encode) return [](ResponseDraft&) {};  // the schema allows no other
    return change_texts(node, pointer, *encode);
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

/// What a response shows instead of a value.
enum class ShownValue {
    kFirst,      ///< what the first response about the record showed
    kPrevious,   ///< what the last response about the record showed
    kOfAnother,  ///< what the last response about another record showed
};

/// The values that earlier responses had for records, by their ids. Thread-safe.
class EarlierValues {
  public:
    explicit EarlierValues(ShownValue shown) : shown_(shown) {}

    /// Returns the value to show instead of `now`.
    [[nodiscard]] Json replace(const std::string& id, const Json& now) {
        const std::lock_guard lock(mutex_);
        const Json another = last_id_.empty() || last_id_ == id ? now : last_;
        last_id_ = id;
        last_ = now;
        if (shown_ == ShownValue::kOfAnother) return another;
        const auto [known, is_new] = values_.try_emplace(id, now);
        if (is_new || shown_ == ShownValue::kFirst) return known->second;
        return std::exchange(known->second, now);
    }

  private:
    ShownValue shown_;
    std::mutex mutex_;
    std::map<std::string, Json> values_;
    std::string last_id_;
    Json last_;
};

/// Returns the object with an id that contains the value: the body, or an item of a list.
JsonPointer record_of(const Json& body, const JsonPointer& at) {
    std::vector<std::string> tokens = at.tokens();
    while (!tokens.empty() && !find(body, JsonPointer(tokens).child("id"))) tokens.pop_back();
    return JsonPointer(tokens);
}

ResponseAction show(const FixtureValue& node, const std::string& pointer, ShownValue shown) {
    const auto earlier = std::make_shared<EarlierValues>(shown);
    return change_body(node, pointer, [earlier](Json& body, const JsonPointer& at) {
        const Json* value = find(body, at);
        const Json* id = find(body, record_of(body, at).child("id"));
        if (!value || !id) return;
        Json instead = earlier->replace(to_text(*id), *value);
        if (at.empty()) {
            body = std::move(instead);
        } else {
            (void)set_at(body, at, std::move(instead));
        }
    });
}

ResponseAction read_first(const FixtureValue& node, const std::string& pointer) {
    return show(node, pointer, ShownValue::kFirst);
}

ResponseAction read_previous(const FixtureValue& node, const std::string& pointer) {
    return show(node, pointer, ShownValue::kPrevious);
}

ResponseAction read_of_another(const FixtureValue& node, const std::string& pointer) {
    return show(node, pointer, ShownValue::kOfAnother);
}

constexpr std::array<ChangeRow, 10> kValueChanges{{
    {"rewrite", true, read_rewrite},
    {"letters", true, read_letters},
    {"move_time", false, read_move_time},
    {"as_text", false, read_as_text},
    {"multiply", true, read_multiply},
    {"copy", true, read_copy},
    {"swap", true, read_swap},
    {"first", false, read_first},
    {"previous", false, read_previous},
    {"of_another", false, read_of_another},
}};

}  // namespace

Json NewValue::in(const Json& body) const {
    if (value_) return *value_;
    const Json* found = find(body, from_);
    return found ? *found : Json();
}

std::span<const ChangeRow> value_changes() {
    return kValueChanges;
}

}  // namespace plumbline::mock
