#include "mock_server/faults/response_changes.hpp"

#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline::mock {
namespace {

using AnyChange = decltype(ResponseChange::change);

/// The member of a change with its kind: {KEY: pointer, header or status, "to": ...}.
struct ChangeRow {
    std::string_view key;
    bool needs_to;
    AnyChange (*read)(const FixtureValue& node, const std::string& key);
};

JsonPointer pointer_of(const std::string& text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

constexpr std::array<ChangeRow, 7> kChanges{{
    {"status",
     false,
     [](auto& node, auto&) -> AnyChange {
         return SetStatus{static_cast<int>(node.number("status", 0))};
     }},
    {"set",
     true,
     [](auto& node, auto& key) -> AnyChange {
         return SetMember{pointer_of(key), node.at("to").shared()};
     }},
    {"remove", false, [](auto&, auto& key) -> AnyChange { return RemoveMember{pointer_of(key)}; }},
    {"rename",
     true,
     [](auto& node, auto& key) -> AnyChange {
         return RenameMember{pointer_of(key), node.text("to")};
     }},
    {"reverse", false, [](auto&, auto& key) -> AnyChange { return ReverseArray{pointer_of(key)}; }},
    {"set_header",
     true,
     [](auto& node, auto& key) -> AnyChange {
         return SetHeader{key, node.text("to")};
     }},
    {"remove_header", false, [](auto&, auto& key) -> AnyChange { return RemoveHeader{key}; }},
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

/// A response being changed: a function for each kind of change.
struct ResponseDraft {
    int status = 0;
    http::Headers headers;
    std::optional<Json> body;

    void operator()(const SetStatus& change) { status = change.status; }
    void operator()(const SetMember& change) {
        for_each_pointer(change.pointer, [&](const JsonPointer& at) {
            if (at.empty()) {
                *body = *change.value;
            } else {
                (void)set_at(*body, at, *change.value);
            }
        });
    }
    void operator()(const RemoveMember& change) {
        for_each_pointer(change.pointer,
                         [&](const JsonPointer& at) { (void)remove_at(*body, at); });
    }
    void operator()(const RenameMember& change) {
        for_each_pointer(change.pointer, [&](const JsonPointer& at) {
            const Json* value = find(*body, at);
            if (!value || at.empty()) return;
            Json moved = *value;
            std::vector<std::string> tokens = at.tokens();
            tokens.back() = change.name;
            (void)remove_at(*body, at);
            (void)set_at(*body, JsonPointer(tokens), std::move(moved));
        });
    }
    void operator()(const ReverseArray& change) {
        for_each_pointer(change.pointer, [&](const JsonPointer& at) {
            const Json* value = find(*body, at);
            if (!value || !value->is_array()) return;
            Json reversed = *value;
            std::reverse(reversed.begin(), reversed.end());
            (void)set_at(*body, at, std::move(reversed));
        });
    }
    void operator()(const SetHeader& change) { headers.set(change.name, change.value); }
    void operator()(const RemoveHeader& change) { headers.remove(change.name); }

    /// Calls `visit` with every pointer of the body that `pointer` matches.
    template <typename Visit>
    void for_each_pointer(const JsonPointer& pointer, const Visit& visit) {
        const auto& tokens = pointer.tokens();
        const auto star = std::find(tokens.begin(), tokens.end(), "*");
        if (!body) return;
        if (star == tokens.end()) return visit(pointer);
        const Json* list = find(*body, JsonPointer({tokens.begin(), star}));
        const std::size_t count = list && list->is_array() ? list->size() : 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<std::string> one = tokens;
            one[static_cast<std::size_t>(star - tokens.begin())] = std::to_string(i);
            for_each_pointer(JsonPointer(one), visit);
        }
    }
};

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
    ResponseDraft draft{status_of(response), headers_of(response), {}};
    if (const auto* json = std::get_if<JsonResponse>(&response)) {
        if (auto body = parse_json(*json->body)) draft.body = std::move(*body);
    }
    for (const ResponseChange& change : changes) {
        if (applies_to_status(change, status))
            std::visit([&](const auto& one) { draft(one); }, change.change);
    }
    if (auto* stream = std::get_if<StreamResponse>(&response))
        return StreamResponse{draft.status, std::move(draft.headers), std::move(stream->stream)};
    if (!draft.body) return EmptyResponse{draft.status, std::move(draft.headers)};
    return JsonResponse{draft.status,
                        std::move(draft.headers),
                        std::make_shared<const std::string>(to_text(*draft.body))};
}

}  // namespace plumbline::mock
