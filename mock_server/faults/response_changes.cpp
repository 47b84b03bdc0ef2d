#include "mock_server/faults/response_changes.hpp"

#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline::mock {

/// A response being changed.
struct ResponseDraft {
    int status = 0;
    http::Headers headers;
    std::optional<Json> body;
};

namespace {

using ResponseAction = std::function<void(ResponseDraft&)>;
using BodyAction = std::function<void(Json& body, const JsonPointer& at)>;

/// Calls `act` with every pointer of the body that `pointer` matches.
void for_each_match(Json& body, const JsonPointer& pointer, const BodyAction& act) {
    const auto& tokens = pointer.tokens();
    const auto star = std::find(tokens.begin(), tokens.end(), "*");
    if (star == tokens.end()) return act(body, pointer);
    const Json* list = find(body, JsonPointer({tokens.begin(), star}));
    const std::size_t count = list && list->is_array() ? list->size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::string> one = tokens;
        one[static_cast<std::size_t>(star - tokens.begin())] = std::to_string(i);
        for_each_match(body, JsonPointer(one), act);
    }
}

/// Returns a change of the values at a pointer, which may contain `*` for every item of an array.
ResponseAction change_body(const std::string& pointer, BodyAction act) {
    return [at = JsonPointer::parse(pointer).value_or(JsonPointer()),
            act = std::move(act)](ResponseDraft& draft) {
        if (draft.body) for_each_match(*draft.body, at, act);
    };
}

ResponseAction read_status(const FixtureValue& node, const std::string&) {
    const int status = static_cast<int>(node.number("status", 0));
    return [status](ResponseDraft& draft) { draft.status = status; };
}

ResponseAction read_set(const FixtureValue& node, const std::string& pointer) {
    return change_body(pointer, [value = node.at("to").shared()](Json& body, const auto& at) {
        if (at.empty()) {
            body = *value;
        } else {
            (void)set_at(body, at, *value);
        }
    });
}

ResponseAction read_remove(const FixtureValue&, const std::string& pointer) {
    return change_body(pointer, [](Json& body, const auto& at) { (void)remove_at(body, at); });
}

ResponseAction read_rename(const FixtureValue& node, const std::string& pointer) {
    return change_body(pointer, [name = node.text("to")](Json& body, const auto& at) {
        const Json* value = find(body, at);
        if (!value || at.empty()) return;
        Json moved = *value;
        std::vector<std::string> tokens = at.tokens();
        tokens.back() = name;
        (void)remove_at(body, at);
        (void)set_at(body, JsonPointer(tokens), std::move(moved));
    });
}

ResponseAction read_reverse(const FixtureValue&, const std::string& pointer) {
    return change_body(pointer, [](Json& body, const auto& at) {
        const Json* value = find(body, at);
        if (!value || !value->is_array()) return;
        Json reversed = *value;
        std::reverse(reversed.begin(), reversed.end());
        (void)set_at(body, at, std::move(reversed));
    });
}

ResponseAction read_set_header(const FixtureValue& node, const std::string& name) {
    return
        [name, value = node.text("to")](ResponseDraft& draft) { draft.headers.set(name, value); };
}

ResponseAction read_remove_header(const FixtureValue&, const std::string& name) {
    return [name](ResponseDraft& draft) { draft.headers.remove(name); };
}

/// The member of a change with its kind: {KEY: pointer, header or status, "to": ...}.
struct ChangeRow {
    std::string_view key;
    bool needs_to;
    ResponseAction (*read)(const FixtureValue& node, const std::string& key);
};

constexpr std::array<ChangeRow, 7> kChanges{{
    {"status", false, read_status},
    {"set", true, read_set},
    {"remove", false, read_remove},
    {"rename", true, read_rename},
    {"reverse", false, read_reverse},
    {"set_header", true, read_set_header},
    {"remove_header", false, read_remove_header},
}};

Result<ResponseChange> read_change(const FixtureValue& node) {
    const auto row = std::find_if(kChanges.begin(), kChanges.end(), [&](const ChangeRow& one) {
        return node.at(one.key).exists();
    });
    if (row == kChanges.end()) {
        return node.fail(
            "a response change needs one of status, set, remove, rename, reverse, set_header, "
            "remove_header");
    }
    if (row->needs_to && !node.at("to").exists()) return node.fail("this change needs \"to\"");
    ResponseChange change{row->read(node, node.text(row->key)), {}};
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
    ResponseDraft draft{response.status, std::move(response.headers), {}};
    if (response.body) {
        if (auto body = parse_json(*response.body)) draft.body = std::move(*body);
    }
    for (const ResponseChange& change : changes) {
        if (applies_to_status(change, status)) change.apply(draft);
    }
    response.status = draft.status;
    response.headers = std::move(draft.headers);
    response.body =
        draft.body ? std::make_shared<const std::string>(to_text(*draft.body)) : nullptr;
    return response;
}

}  // namespace plumbline::mock
