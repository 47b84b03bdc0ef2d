#pragma once
// For tests: runs of the built-in graphs.

#include "mock_server/store/fixtures.hpp"
#include "mock_server/store/world.hpp"
#include "mock_server/streaming/agent_runs.hpp"
#include "mock_server/streaming/testing.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// Starts runs of the built-in graphs in one workspace.
class AgentRunsFixture : public testing::Test {
  protected:
    AgentRunsFixture() : runs(graphs(), 7, limits, clock) {}

    static std::shared_ptr<const Graphs> graphs() {
        auto loaded = load_graphs(Fixtures());
        EXPECT_THAT(loaded, IsOk());
        return std::make_shared<const Graphs>(loaded.value_or(Graphs()));
    }
    std::shared_ptr<mock::AgentRun> start(const std::string& graph, Json body = Json::object()) {
        body["assistant_id"] = graph;
        auto run = runs.start({thread, std::make_shared<const Json>(std::move(body)), time});
        EXPECT_TRUE(run) << graph;
        return run.value_or(nullptr);
    }
    /// Returns all events of a run that needs no waiting.
    std::vector<StreamedEvent> run_events(const std::string& graph, Json body = Json::object()) {
        StreamClient client(start(graph, std::move(body))->stream_from_start());
        auto events = client.receive_all(at(0));
        EXPECT_TRUE(client.has_ended()) << graph;
        return events;
    }
    std::vector<StreamedEvent> run_events_in_mode(const std::string& graph,
                                                  const std::string& mode,
                                                  Json body = {}) {
        body["stream_mode"] = mode;
        return run_events(graph, std::move(body));
    }
    static SteadyTime at(int ms) {
        return SteadyTime{} + std::chrono::hours(1) + std::chrono::milliseconds(ms);
    }

    ManualClock clock{Instant(std::chrono::hours(1))};
    RunLimits limits;
    RunTime time{};
    std::string thread = "t-1";
    AgentRuns runs;
};

}  // namespace plumbline::mock
