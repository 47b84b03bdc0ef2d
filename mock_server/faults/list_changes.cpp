#include "mock_server/faults/list_changes.hpp"

#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <utility>

namespace plumbline::mock {
namespace {

/// The value to write: `to`, or the one at the pointer `from` of the body.
class NewValue {
  public:
    explicit NewValue(const FixtureValue& change)
        : value_(change.at("to").shared()), from_(change.text("from")) {}

    [[nodiscard]] Json in(const Json& body) const {
        if (value_) return *value_;
        const Json* found = find(body, from_);
        return found ? *found : Json();
    }

  private:
    SharedJson value_;
    std::string from_;
};

/// The values that earlier responses have shown, by record. Thread-safe.
class ShownValues {
  public:
    explicit ShownValues(bool keeps_first) : keeps_first_(keeps_first) {}

    /// Returns the value to show instead of `now`.
    [[nodiscard]] Json replace(const std::string& id, const Json& now) {
        const std::lock_guard lock(mutex_);
        const auto [known, is_new] = values_.try_emplace(id, now);
        if (is_new || keeps_first_) return known->second;
        return std::exchange(known->second, now);
    }

  private:
    bool keeps_first_;
    std::mutex mutex_;
    std::map<std::string, Json> values_;
};

constexpr std::size_t kShort = 255;

std::string first_characters(const std::string& text) {
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
        if (starts && characters++ == kShort) return text.substr(0, i);
    }
    return text;
}

/// Returns the text of which UTF-8 makes these bytes if they are read as Latin-1.
std::string as_latin_1(const std::string& text) {
    std::string wrong;
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        if (code < 0x80U) {
            wrong += byte;
        } else {
            wrong += static_cast<char>(0xC0U | (code >> 6U));
            wrong += static_cast<char>(0x80U | (code & 0x3FU));
        }
    }
    return wrong;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string lower_case(const std::string& text) {
    return to_lower(text);
}

/// Returns the text in small letters after its first one.
std::string with_one_capital(const std::string& text) {
    return text.substr(0, 1) + to_lower(text.substr(std::min<std::size_t>(text.size(), 1)));
}

/// Returns a date-time with the time of day 00:00.
std::string at_midnight(const std::string& text) {
    return text.substr(0, text.find('T')) + "T00:00:00Z";
}

constexpr std::array<std::pair<std::string_view, std::string (*)(const std::string&)>, 6> kForms{{
    {"lower_case", lower_case},
    {"one_capital", with_one_capital},
    {"255_characters", first_characters},
    {"latin_1", as_latin_1},
    {"first_line", first_line},
    {"midnight", at_midnight},
}};

}  // namespace

ResponseAction read_copy(const FixtureValue& change, const std::string& pointer) {
    return change_body(change, pointer, [value = NewValue(change)](Json& body, const auto& at) {
        (void)set_at(body, at, value.in(body));
    });
}

ResponseAction read_truncate(const FixtureValue& change, const std::string& pointer) {
    const auto most = static_cast<std::size_t>(change.number("items", 0));
    return change_body(change, pointer, [most](Json& body, const JsonPointer& at) {
        const Json* list = find(body, at);
        if (!list || !list->is_array()) return;
        for (std::size_t i = list->size(); i > most; --i)
            (void)remove_at(body, at.child(std::to_string(i - 1)));
    });
}

ResponseAction read_insert(const FixtureValue& change, const std::string& pointer) {
    return change_body(change, pointer, [value = NewValue(change)](Json& body, const auto& at) {
        const Json* list = find(body, at);
        if (list && list->is_array()) (void)set_at(body, at.child("-"), value.in(body));
    });
}

ResponseAction read_rotate(const FixtureValue& change, const std::string& pointer) {
    return [pattern = BodyPattern(change, pointer)](ResponseDraft& draft) {
        if (!draft.body) return;
        const Json before = *draft.body;
        const auto matches = pattern.matches_in(before);
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const Json* next = find(before, matches[(i + 1) % matches.size()].at);
            if (next) (void)set_at(*draft.body, matches[i].at, *next);
        }
    };
}

ResponseAction read_hold(const FixtureValue& change, const std::string& pointer) {
    const auto shown = std::make_shared<ShownValues>(change.text("shows") == "first");
    return [pattern = BodyPattern(change, pointer), by = change.text("by"), shown](
               ResponseDraft& draft) {
        if (!draft.body) return;
        for (const BodyMatch& match : pattern.matches_in(*draft.body)) {
            const Json* id = find(*draft.body, match.item.to_text() + by);
            const Json* value = find(*draft.body, match.at);
            if (!id || !value) continue;
            (void)set_at(*draft.body, match.at, shown->replace(to_text(*id), *value));
        }
    };
}

ResponseAction read_rewrite(const FixtureValue& change, const std::string& pointer) {
    const std::string name = change.text("as");
    const auto form = std::find_if(
        kForms.begin(), kForms.end(), [&](const auto& one) { return one.first == name; });
    if (form == kForms.end()) return [](ResponseDraft&) {};  // the schema allows no other form
    return change_body(change, pointer, [write = form->second](Json& body, const auto& at) {
        const Json* text = find(body, at);
        if (text && text->is_string()) (void)set_at(body, at, write(text->get<std::string>()));
    });
}

}  // namespace plumbline::mock
