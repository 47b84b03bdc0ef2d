#pragma once
// For tests: runs of the built-in graphs.

#include "mock_server/store/world.hpp"
#include "mock_server/streaming/runs.hpp"
#include "mock_server/streaming/testing.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// A workspace's runs of the built-in graphs.
class RunsFixture : public testing::Test {
  protected:
    RunsFixture() : runs(graphs(), 7, limits, clock) {}

    static std::shared_ptr<const Graphs> graphs() {
        auto loaded = load_graphs(Fixtures());
        EXPECT_THAT(loaded, IsOk());
        return std::make_shared<const Graphs>(loaded.value_or(Graphs()));
    }
    std::shared_ptr<mock::Run> start(const std::string& graph, Json body = Json::object()) {
        body["assistant_id"] = graph;
        auto run = runs.start({thread, std::make_shared<const Json>(std::move(body)), time});
        EXPECT_TRUE(run) << graph;
        return run.value_or(nullptr);
    }
    /// Returns all that a run tells at once.
    std::vector<Told> told(const std::string& graph, Json body = Json::object()) {
        StreamClient client(start(graph, std::move(body))->open());
        auto events = client.take(at(0));
        EXPECT_TRUE(client.has_ended()) << graph;
        return events;
    }
    std::vector<Told> told_in(const std::string& graph, const std::string& mode, Json body = {}) {
        body["stream_mode"] = mode;
        return told(graph, std::move(body));
    }
    static SteadyTime at(int ms) {
        return SteadyTime{} + std::chrono::hours(1) + std::chrono::milliseconds(ms);
    }

    ManualClock clock{Instant(std::chrono::hours(1))};
    RunLimits limits;
    RunTime time{};
    std::string thread = "t-1";
    Runs runs;
};

}  // namespace plumbline::mock
