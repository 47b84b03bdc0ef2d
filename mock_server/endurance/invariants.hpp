#pragma once
// What holds of bulk exports at every moment, told from what the records show and from the changes
// that were noted. Knows the limits, but nothing of how machines reach them.

#include "mock_server/lifecycle/life.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Looks at a life again and again; each look goes on where the last one ended. Times of the life's
/// limits are those of the description.
class Invariants {
  public:
    /// Adds a failure for whatever does not hold.
    void look(const Life& life) {
        replay(life);
        for (const Record* one : life.store().all("bulk_exports")) look_at_export(life, *one);
    }

  private:
    using Text = std::string;

    static bool is_final(const Text& state) { return state != "CREATED" && state != "RUNNING"; }

    /// Goes through the changes since the last look, one by one, as they have happened.
    void replay(const Life& life) {
        const auto& changes = life.chronicle().changes();
        for (; seen_ < changes.size(); ++seen_) {
            const StateChange& change = changes[seen_];
            const Record& record = *life.store().find(change.record);
            const Text& before = states_[change.record.id];
            EXPECT_EQ(before, change.from) << change_text(change);
            EXPECT_FALSE(!before.empty() && is_final(before)) << change_text(change);
            if (change.to == "RUNNING") begin(life, change, record);
            if (change.from == "RUNNING") end(change, record);
            states_[change.record.id] = change.to;
        }
    }
    void begin(const Life& life, const StateChange& change, const Record& record) {
        const bool is_export = change.record.collection == "bulk_exports";
        const Text limit = is_export ? "exports_per_workspace" : "runs_per_export";
        const std::size_t running = ++running_[is_export ? record.tenant : record.parent];
        EXPECT_LE(running, static_cast<std::size_t>(life.limits().find(limit)->second.value))
            << change_text(change);
        if (!is_export) {
            EXPECT_EQ(states_[record.parent], "RUNNING") << change_text(change);
        }
        const auto failed = failed_.find(change.record.id);
        if (failed != failed_.end()) {
            EXPECT_GE(change.at - failed->second, std::chrono::seconds(30)) << change_text(change);
        }
        began_[change.record.id] = change.at;
    }
    void end(const StateChange& change, const Record& record) {
        const bool is_export = change.record.collection == "bulk_exports";
        --running_[is_export ? record.tenant : record.parent];
        EXPECT_LE(change.at - began_[change.record.id], std::chrono::hours(is_export ? 72 : 4))
            << change_text(change);
        if (change.to == "CREATED") failed_[change.record.id] = change.at;
    }

    void look_at_export(const Life& life, const Record& one) {
        const Json& order = (*one.body)["_order"];
        std::int64_t rows = 0;
        std::map<Text, int> states;
        for (const Text& id : life.store().children("bulk_export_runs", one.ref.id)) {
            const Record& run = *life.store().find({"bulk_export_runs", id});
            ++states[run.state];
            rows += (*run.body)["rows_exported"].get<std::int64_t>();
            SharedJson& last = last_[id];
            if (last != run.body) look_at_run(life, run, order, last.get());
            last = run.body;
            const bool waits = run.state == "CREATED" && (*run.body)["errors"].empty();
            if (waits && one.state == "RUNNING")
                expect_no_room(life, "runs_per_export", one.ref.id);
        }
        const auto partitions = order["partitions"].get<int>();
        const Text what = one.state + " export " + one.ref.id;
        if (one.state == "COMPLETED") {
            EXPECT_EQ(states["COMPLETED"], partitions) << what;
            EXPECT_EQ(rows, partitions * order["rows_per_partition"].get<std::int64_t>()) << what;
        }
        if (is_final(one.state)) {
            EXPECT_EQ(states["CREATED"] + states["RUNNING"], 0) << what;
        }
        EXPECT_EQ(one.state == "FAILED", states["FAILED"] > 0) << what;
        EXPECT_EQ(one.state == "TIMEDOUT", states["TIMEDOUT"] > 0) << what;
        if (one.state == "CREATED") {
            EXPECT_EQ(states["CREATED"], partitions) << what;
            const auto made = parse_instant((*one.body)["created_at"].get<Text>());
            if (life.now() - *made >= std::chrono::seconds(1))
                expect_no_room(life, "exports_per_workspace", one.tenant);
        }
    }
    /// Who waits does so because nothing is free.
    void expect_no_room(const Life& life, const Text& limit, const Text& owner) {
        EXPECT_GE(running_[owner],
                  static_cast<std::size_t>(life.limits().find(limit)->second.value))
            << owner << " waits though there is room";
    }

    void look_at_run(const Life& life, const Record& run, const Json& order, const Json* last) {
        const Json& body = *run.body;
        const auto rows = body["rows_exported"].get<std::int64_t>();
        const Json& written = body["metadata"]["exported_files"];
        const auto parts = order["files_per_partition"].get<std::size_t>();
        const auto all = order["rows_per_partition"].get<std::int64_t>();
        const Json& errors = body["errors"];
        const auto retries = static_cast<std::size_t>(life.limits().find("retries")->second.value);
        EXPECT_EQ(body["metadata"]["rows_exported"], rows) << told(run);
        EXPECT_EQ(
            rows,
            all * static_cast<std::int64_t>(written.size()) / static_cast<std::int64_t>(parts))
            << told(run);
        EXPECT_LE(written.size(), parts) << told(run);
        EXPECT_EQ(run.state == "COMPLETED", written.size() == parts) << told(run);
        EXPECT_LE(errors.size(), retries) << told(run);
        for (std::size_t i = 0; i < errors.size(); ++i)
            EXPECT_TRUE(errors.contains(fmt::format("retry_{}", i))) << told(run);
        std::size_t known = 0;
        if (last) known = look_back(run, *last);
        for (std::size_t i = known; i < written.size(); ++i)
            EXPECT_TRUE(files_.insert(written[i].get<Text>()).second) << written[i] << " twice";
    }
    /// What was shown stays: rows do not fall, files and errors are kept. Returns how many files
    /// are known.
    static std::size_t look_back(const Record& run, const Json& last) {
        const Json& body = *run.body;
        EXPECT_GE(body["rows_exported"], last["rows_exported"]) << told(run);
        const Json& files = last["metadata"]["exported_files"];
        for (std::size_t i = 0; i < files.size(); ++i)
            EXPECT_EQ(body["metadata"]["exported_files"].at(i), files[i]) << told(run);
        for (const auto& [key, message] : last["errors"].items())
            EXPECT_EQ(body["errors"].at(key), message) << told(run);
        return files.size();
    }
    static Text told(const Record& run) {
        return run.state + " run " + run.ref.id + " " + run.body->dump();
    }

    std::size_t seen_ = 0;
    std::map<Text, Text> states_;
    std::map<Text, std::size_t> running_;  ///< by tenant or export
    std::map<Text, Instant> began_;
    std::map<Text, Instant> failed_;
    std::map<Text, SharedJson> last_;  ///< runs as they were shown
    std::set<Text> files_;             ///< of all runs
};

}  // namespace plumbline::mock
