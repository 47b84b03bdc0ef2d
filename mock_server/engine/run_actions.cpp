// The actions on agent runs.

#include "mock_server/engine/actions.hpp"
#include "mock_server/engine/record_stages.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Returns the id of the requested thread, "" for a stateless run.
std::string thread_of(const RequestContext& context) {
    return context.record == 0 ? "" : context.found_record().ref.id;
}

ValueOrResponse<std::shared_ptr<AgentRun>> start_requested_run(const RequestContext& context) {
    const WorldClock& clock = context.simulation->clock;
    return context.workspace->runs().start(
        {thread_of(context), context.body, {clock.now(), clock.is_real(), clock.time_scale()}});
}

/// Source: existing clients read the ids of a run from this URL, and follow it.
std::string location_of(const RequestContext& context, const AgentRun& run) {
    const std::string thread = run.thread_id().empty() ? "" : "/threads/" + run.thread_id();
    // The segments before the API's own path: `/api-host/w/ID`.
    const std::size_t prefix_length = context.target.segments.size() - context.segments.size();
    return fmt::format(
        "{}{}/runs/{}", context.target.first_segments(prefix_length), thread, run.id());
}

StreamResponse stream_response(const RequestContext& context,
                               std::shared_ptr<ResponseStream> stream) {
    return {context.spec().status,
            {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}},
            std::move(stream)};
}

}  // namespace

EngineResponse perform(RequestContext& context, const StreamRun&) {
    const auto run = start_requested_run(context);
    if (!run) return run.error();
    StreamResponse response = stream_response(context, (*run)->stream_from_start());
    response.headers.set("Content-Location", location_of(context, **run));
    return response;
}

EngineResponse perform(RequestContext& context, const StartRun&) {
    const auto run = start_requested_run(context);
    if (!run) return run.error();
    EngineResponse response = json_response(context.spec().status,
                                            Json{{"run_id", (*run)->id()},
                                                 {"thread_id", (*run)->thread_id()},
                                                 {"assistant_id", (*run)->assistant_id()},
                                                 {"status", "pending"}});
    headers_of(response).set("Content-Location", location_of(context, **run));
    return response;
}

EngineResponse perform(RequestContext& context, const JoinRun& action) {
    const std::string id = path_id(context, action.run_parameter);
    const std::string thread = thread_of(context);
    const auto run = context.workspace->runs().find(id, thread);
    if (!run) return detail_response(404, fmt::format("Run {} of thread {} not found", id, thread));
    const std::string* last_event_id = context.request.headers.find("Last-Event-ID");
    return stream_response(context,
                           run->join(last_event_id ? std::optional(*last_event_id) : std::nullopt));
}

}  // namespace plumbline::mock
