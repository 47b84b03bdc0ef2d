// How faults change a finished reply: one function and one table row for each kind.

#include "mock_server/faults/fault.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

/// A reply being changed. A stream keeps what it gives: only its head can be changed here.
struct Draft {
    int status = 0;
    http::Headers headers;
    bool has_body = false;
    Json body;
    std::shared_ptr<Stream> stream;  ///< null for a reply that is no stream
};

Draft open(const Reply& reply) {
    Draft draft;
    draft.status = status_of(reply);
    std::visit([&](const auto& one) { draft.headers = one.headers; }, reply);
    if (const auto* streamed = std::get_if<StreamReply>(&reply)) draft.stream = streamed->stream;
    const auto* json = std::get_if<JsonReply>(&reply);
    if (!json) return draft;
    auto body = parse_json(*json->body);
    draft.has_body = body.has_value();
    if (body) draft.body = std::move(*body);
    return draft;
}

Reply close(Draft draft) {
    if (draft.stream)
        return StreamReply{draft.status, std::move(draft.headers), std::move(draft.stream)};
    if (!draft.has_body) return EmptyReply{draft.status, std::move(draft.headers)};
    return JsonReply{draft.status,
                     std::move(draft.headers),
                     std::make_shared<const std::string>(to_text(draft.body))};
}

/// Calls `visit` with every place that `tokens` names; `*` stands for each item of an array.
template <typename Visit>
void for_each_place(const Json& root, const std::vector<Name>& tokens, const Visit& visit) {
    const auto star = std::find(tokens.begin(), tokens.end(), "*");
    if (star == tokens.end()) return visit(JsonPointer(tokens));
    const Json* list = find(root, JsonPointer({tokens.begin(), star}));
    const std::size_t count = list && list->is_array() ? list->size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Name> one = tokens;
        one[static_cast<std::size_t>(star - tokens.begin())] = Name(std::to_string(i));
        for_each_place(root, one, visit);
    }
}

template <typename Visit>
void for_each_place(Draft& draft, const ReplyChange& change, const Visit& visit) {
    const auto pointer = JsonPointer::parse(change.name);
    if (draft.has_body && pointer) for_each_place(Json(draft.body), pointer->tokens(), visit);
}

std::string text_of(const ReplyChange& change) {
    return as_string(*change.value).value_or("");
}

void set_status(const ReplyChange& change, Draft& draft) {
    draft.status = change.value->get<int>();
}

void set_value(const ReplyChange& change, Draft& draft) {
    for_each_place(draft, change, [&](const JsonPointer& place) {
        if (place.empty()) {
            draft.body = *change.value;
        } else {
            (void)set_at(draft.body, place, *change.value);
        }
    });
}

void remove_value(const ReplyChange& change, Draft& draft) {
    for_each_place(
        draft, change, [&](const JsonPointer& place) { (void)remove_at(draft.body, place); });
}

void rename_member(const ReplyChange& change, Draft& draft) {
    for_each_place(draft, change, [&](const JsonPointer& place) {
        const Json* value = find(draft.body, place);
        if (!value || place.empty()) return;
        Json moved = *value;
        std::vector<Name> tokens = place.tokens();
        tokens.back() = Name(text_of(change));
        (void)remove_at(draft.body, place);
        (void)set_at(draft.body, JsonPointer(tokens), std::move(moved));
    });
}

void reverse_array(const ReplyChange& change, Draft& draft) {
    for_each_place(draft, change, [&](const JsonPointer& place) {
        const Json* value = find(draft.body, place);
        if (!value || !value->is_array()) return;
        Json reversed = *value;
        std::reverse(reversed.begin(), reversed.end());
        (void)set_at(draft.body, place, std::move(reversed));
    });
}

void set_header(const ReplyChange& change, Draft& draft) {
    draft.headers.set(change.name, text_of(change));
}

void remove_header(const ReplyChange& change, Draft& draft) {
    draft.headers.remove(change.name);
}

struct Changer {
    ReplyChange::Kind kind;
    void (*change)(const ReplyChange&, Draft&);
};

constexpr std::array<Changer, 7> kChangers{{
    {ReplyChange::Kind::kStatus, set_status},
    {ReplyChange::Kind::kSet, set_value},
    {ReplyChange::Kind::kRemove, remove_value},
    {ReplyChange::Kind::kRename, rename_member},
    {ReplyChange::Kind::kReverse, reverse_array},
    {ReplyChange::Kind::kSetHeader, set_header},
    {ReplyChange::Kind::kRemoveHeader, remove_header},
}};

bool concerns(const ReplyChange& change, int status) {
    if (change.statuses.empty()) return http::is_success(status);
    return std::find(change.statuses.begin(), change.statuses.end(), status) !=
           change.statuses.end();
}

}  // namespace

Reply FaultSet::change(std::string_view operation_id, Reply reply) const {
    const int status = status_of(reply);
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        if (auto* streamed = std::get_if<StreamReply>(&reply))
            streamed->stream = changed(std::move(streamed->stream), fault.stream);
        if (fault.reply.empty()) continue;
        Draft draft = open(reply);
        for (const ReplyChange& change : fault.reply) {
            if (!concerns(change, status)) continue;
            for (const Changer& changer : kChangers) {
                if (changer.kind == change.kind) changer.change(change, draft);
            }
        }
        reply = close(std::move(draft));
    }
    return reply;
}

}  // namespace plumbline::mock
