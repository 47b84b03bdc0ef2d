#include "mock_server/engine/run_actions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Starts the run that the request asks for.
Answered<std::shared_ptr<Run>> start(const Scene& scene) {
    std::string thread;
    if (!scene.act().id_parameter.empty()) {
        const auto record = find_record(scene);
        if (!record) return tl::unexpected<Reply>(record.error());
        thread = (*record)->ref.id;
    }
    const WorldClock& clock = scene.life.clock();
    return scene.exchange.workspace->runs().start(
        {thread, scene.exchange.body, {clock.now(), clock.is_real(), clock.time_scale()}});
}

/// Source: what existing clients read the ids of a run from, and follow.
std::string location_of(const Exchange& exchange, const Run& run) {
    const std::string thread = run.thread_id().empty() ? "" : "/threads/" + run.thread_id();
    // What stands before the API's own path: `/api-host/w/ID`.
    const std::size_t before = exchange.target.segments.size() - exchange.segments.size();
    return fmt::format("{}{}/runs/{}", exchange.target.first_segments(before), thread, run.id());
}

StreamReply streamed(const Scene& scene, std::shared_ptr<Stream> stream) {
    return {scene.act().status,
            {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}},
            std::move(stream)};
}

}  // namespace

Reply stream_run(const Scene& scene) {
    const auto run = start(scene);
    if (!run) return run.error();
    StreamReply reply = streamed(scene, (*run)->open());
    reply.headers.set("Content-Location", location_of(scene.exchange, **run));
    return reply;
}

Reply start_run(const Scene& scene) {
    const auto run = start(scene);
    if (!run) return run.error();
    Reply reply = json_reply(scene.act().status,
                             Json{{"run_id", (*run)->id()},
                                  {"thread_id", (*run)->thread_id()},
                                  {"assistant_id", (*run)->assistant_id()},
                                  {"status", "pending"}});
    headers_of(reply).set("Content-Location", location_of(scene.exchange, **run));
    return reply;
}

Reply join_run(const Scene& scene) {
    const auto thread = find_record(scene);
    if (!thread) return thread.error();
    const std::string id = path_id(scene, scene.act().run_parameter);
    const auto run = scene.exchange.workspace->runs().find(id, (*thread)->ref.id);
    if (!run)
        return detail_reply(404,
                            fmt::format("Run {} of thread {} not found", id, (*thread)->ref.id));
    const std::string* last = scene.exchange.request.headers.find("Last-Event-ID");
    return streamed(scene, run->join(last ? std::optional(*last) : std::nullopt));
}

}  // namespace plumbline::mock
