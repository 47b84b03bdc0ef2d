#include "mock_server/faults/response_changes.hpp"

#include "mock_server/faults/change_kinds.hpp"
#include "spec/base/time_text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/regex/regex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>

namespace plumbline::mock {

namespace {

ResponseAction read_status(const FixtureValue& node, const std::string&) {
    const int status = static_cast<int>(node.number("status", 0));
    return [status](ResponseDraft& draft) { draft.status = status; };
}

ResponseAction read_set(const FixtureValue& node, const std::string& pointer) {
    return change_body(node, pointer, [value = NewValue(node)](Json& body, const auto& at) {
        Json wanted = value.in(body);
        if (at.empty()) {
            body = std::move(wanted);
        } else {
            (void)set_at(body, at, std::move(wanted));
        }
    });
}

ResponseAction read_remove(const FixtureValue& node, const std::string& pointer) {
    return change_body(
        node, pointer, [](Json& body, const auto& at) { (void)remove_at(body, at); });
}

ResponseAction read_rename(const FixtureValue& node, const std::string& pointer) {
    return change_body(node, pointer, [name = node.text("to")](Json& body, const auto& at) {
        const Json* value = find(body, at);
        if (!value || at.empty()) return;
        Json moved = *value;
        std::vector<std::string> tokens = at.tokens();
        tokens.back() = name;
        (void)remove_at(body, at);
        (void)set_at(body, JsonPointer(tokens), std::move(moved));
    });
}

ResponseAction read_set_header(const FixtureValue& node, const std::string& name) {
    return
        [name, value = node.text("to")](ResponseDraft& draft) { draft.headers.set(name, value); };
}

ResponseAction read_remove_header(const FixtureValue&, const std::string& name) {
    return [name](ResponseDraft& draft) { draft.headers.remove(name); };
}

/// Moves the members of an object to its parent.
ResponseAction read_flatten(const FixtureValue& node, const std::string& pointer) {
    return change_body(node, pointer, [](Json& body, const JsonPointer& at) {
        const Json* value = find(body, at);
        if (!value || !value->is_object() || at.empty()) return;
        const auto& tokens = at.tokens();
        const JsonPointer parent({tokens.begin(), tokens.end() - 1});
        if (!find(body, parent)->is_object()) return;
        const Json moved = *value;
        (void)remove_at(body, at);
        for (const auto& [name, inner] : moved.items())
            (void)set_at(body, parent.child(name), inner);
    });
}

/// Makes the body the only member of an object.
ResponseAction read_wrap(const FixtureValue&, const std::string& name) {
    return [name](ResponseDraft& draft) {
        if (draft.body) *draft.body = Json{{name, Json(*draft.body)}};
    };
}

/// Replaces the body by one of its values.
ResponseAction read_unwrap(const FixtureValue& node, const std::string& pointer) {
    return change_body(node, pointer, [](Json& body, const JsonPointer& at) {
        if (const Json* value = find(body, at)) body = Json(*value);
    });
}

/// Calls `change` with every text in a value that is a date-time.
void for_each_time(Json& value, const std::function<void(std::string&)>& change) {
    if (value.is_structured()) {
        for (Json& inner : value) for_each_time(inner, change);
    } else if (value.is_string() && parse_instant(value.get_ref<const std::string&>())) {
        change(value.get_ref<std::string&>());
    }
}

/// Writes all date-times in another form: without fractions of seconds, or with an offset.
ResponseAction read_times(const FixtureValue&, const std::string& form) {
    return [form](ResponseDraft& draft) {
        if (!draft.body) return;
        for_each_time(*draft.body, [&](std::string& time) {
            // The mock writes all times as 2026-01-02T03:04:05.678901Z.
            constexpr std::size_t kToSeconds = 19;
            time = form == "seconds" ? time.substr(0, kToSeconds) + 'Z'
                                     : time.substr(0, time.size() - 1) + "+00:00";
        });
    };
}

/// Reverses items of a list that have the same value at the pointer, in every second response.
ResponseAction read_ties(const FixtureValue& node, const std::string& pointer) {
    const auto responses = std::make_shared<std::atomic<unsigned>>(0);
    const std::string key = node.text("by");
    return change_body(node, pointer, [responses, key](Json& body, const JsonPointer& at) {
        const Json* list = find(body, at);
        if (!list || !list->is_array() || (*responses)++ % 2 == 0) return;
        std::vector<Json> items(list->begin(), list->end());
        for (auto first = items.begin(); first != items.end();) {
            const std::string value = string_or(*first, key, "");
            const auto last = std::find_if(first, items.end(), [&](const Json& item) {
                return string_or(item, key, "") != value;
            });
            std::reverse(first, last);
            first = last;
        }
        (void)set_at(body, at, Json(items));
    });
}

ResponseAction read_text(const FixtureValue&, const std::string& text) {
    return [text](ResponseDraft& draft) {
        draft.text = text;
        draft.headers.set("Content-Type", "text/plain; charset=utf-8");
    };
}

ResponseAction read_stream(const FixtureValue&, const std::string& text) {
    return [text](ResponseDraft& draft) {
        draft.stream = text;
        draft.headers.set("Content-Type", "text/event-stream");
        draft.headers.set("Cache-Control", "no-cache");
    };
}

/// Writes the bytes of the message as the template says.
ResponseAction read_raw_message(const FixtureValue&, const std::string& text) {
    return [text](ResponseDraft& draft) { draft.raw = text; };
}

/// A stream of a text that is available at once.
class TextStream final : public ResponseStream {
  public:
    explicit TextStream(std::string text) : text_(std::move(text)) {}

    PullResult pull(StreamBuffer& buffer, std::size_t, SteadyTime) override {
        buffer.add(text_);
        return {PullResult::StreamNext::kEnd};
    }
    void on_wake(std::function<void()>) override {}

  private:
    std::string text_;
};

constexpr std::array<ChangeRow, 14> kChanges{{
    {"status", false, read_status},
    {"set", false, read_set},
    {"remove", false, read_remove},
    {"rename", true, read_rename},
    {"set_header", true, read_set_header},
    {"remove_header", false, read_remove_header},
    {"flatten", false, read_flatten},
    {"wrap", false, read_wrap},
    {"unwrap", false, read_unwrap},
    {"times", false, read_times},
    {"ties", false, read_ties},
    {"text", false, read_text},
    {"stream", false, read_stream},
    {"raw", false, read_raw_message},
}};

/// Returns the row of the kind that the change has, null if it has none.
const ChangeRow* find_row(const FixtureValue& node) {
    for (const std::span<const ChangeRow> rows :
         {std::span<const ChangeRow>(kChanges), value_changes(), list_changes()}) {
        for (const ChangeRow& row : rows) {
            if (node.at(row.key).exists()) return &row;
        }
    }
    return nullptr;
}

Result<ResponseChange> read_change(const FixtureValue& node) {
    const ChangeRow* row = find_row(node);
    if (!row) return node.fail("a response change needs a kind");
    if (row->needs_to && !node.at("to").exists()) return node.fail("this change needs \"to\"");
    if (const FixtureValue match = node.at("match"); match.exists()) {
        if (const auto pattern = Regex::compile(match.text()); !pattern)
            return match.fail(pattern.error().message);
    }
    const std::string key = node.text(row->key);
    ResponseChange change{row->read(node, key), {}};
    // The conditions of a change that is not about items are about the whole body.
    const bool is_about_items = key.find_first_of("*-") != std::string::npos;
    if (!is_about_items && (node.at("where").exists() || node.at("unless").exists())) {
        change.apply = [act = change.apply, whole = BodyPattern(node, "")](ResponseDraft& draft) {
            if (draft.body && !whole.matches_in(*draft.body).empty()) act(draft);
        };
    }
    for (const FixtureValue& status : node.at("when_status").items())
        change.statuses.push_back(static_cast<int>(as_integer(status.json()).value_or(0)));
    return change;
}

bool applies_to_status(const ResponseChange& change, int status) {
    if (change.statuses.empty()) return http::is_success(status);
    return std::ranges::count(change.statuses, status) > 0;
}

}  // namespace

Result<std::vector<ResponseChange>> read_response_changes(const FixtureValue& list) {
    return read_each(list.items(), read_change);
}

EngineResponse with_changes(EngineResponse response,
                            const std::vector<ResponseChange>& changes,
                            int status) {
    if (changes.empty()) return response;
    ResponseDraft draft{response.status, std::move(response.headers), {}, {}, {}, {}};
    if (response.body) {
        if (auto body = parse_json(*response.body))
            draft.body = std::make_shared<Json>(std::move(*body));
    }
    for (const ResponseChange& change : changes) {
        if (applies_to_status(change, status)) change.apply(draft);
    }
    response.status = draft.status;
    response.headers = std::move(draft.headers);
    response.raw = std::move(draft.raw);
    response.body =
        draft.body ? std::make_shared<const std::string>(to_text(*draft.body)) : nullptr;
    if (!draft.text.empty()) response.body = std::make_shared<const std::string>(draft.text);
    if (!draft.stream.empty()) {
        response.body = nullptr;
        response.stream = std::make_shared<TextStream>(draft.stream);
    }
    return response;
}

}  // namespace plumbline::mock
