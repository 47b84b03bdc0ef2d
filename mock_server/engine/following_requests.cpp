#include "mock_server/engine/following_requests.hpp"

#include "mock_server/engine/engine.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

bool have_followers(const RequestContext& context) {
    const OutgoingService& outgoing = context.engine.config().outgoing;
    return outgoing.requests && outgoing.requests->follow(context.operation_id());
}

/// Returns the record in the body of a response that creates one, null if it has none.
const Json* created_record(const RequestContext& context, const Json* body) {
    if (!body || !context.spec().is_any_of<CreateRecord>()) return nullptr;
    return find(*body, std::string_view(context.spec().body_pointer));
}

}  // namespace

bool is_own_request(const http::Request& request) {
    return request.headers.joined("User-Agent") == kOutgoingAgent;
}

std::optional<EngineResponse> keep_subject(RequestContext& context) {
    context.is_performed = true;
    if (context.record == 0 || !have_followers(context)) return std::nullopt;
    const Record* record = context.simulation->store.find(context.record);
    if (record && !record->is_deleted) context.subject = record->body;
    return std::nullopt;
}

void send_following_requests(const RequestContext& context, const EngineResponse& response) {
    const bool is_cause = context.is_performed && http::is_success(response.status) &&
                          context.request.method != "HEAD" && !is_own_request(context.request);
    if (!is_cause || !have_followers(context)) return;
    const auto body = response.body ? parse_json(*response.body) : fail(ErrorCode::kSyntax, "");
    const Json* response_body = body ? &*body : nullptr;
    const AnsweredCall answered{
        context.request,
        "http://" + context.request.headers.joined("Host") + context.request.target,
        context.match.parameters,
        context.target.query,
        context.body.get(),
        response.status,
        response.headers,
        response_body};
    SubjectRecord subject;
    subject.body = context.subject ? context.subject.get() : created_record(context, response_body);
    if (const Collection* collection = context.spec().collection)
        subject.schema = collection->schema;
    const OutgoingService& outgoing = context.engine.config().outgoing;
    for (OutgoingEntry& request : outgoing.requests->requests_after(
             context.operation_id(), answered, subject, outgoing.webhook_url)) {
        request.request.workspace = context.workspace->id();
        outgoing.sender->send(std::move(request));
    }
}

}  // namespace plumbline::mock
