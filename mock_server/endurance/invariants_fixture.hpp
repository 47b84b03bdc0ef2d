#pragma once
// What holds of bulk exports at every moment, told from what the records show and from the changes
// that were noted. Knows the limits, but nothing of how machines reach them.

#include "mock_server/lifecycle/life.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Looks at a life again and again; each look goes on where the last one ended. Timeouts and the
/// delay of retries must be those of the description.
class Invariants {
  public:
    /// Returns what does not hold, a line each.
    [[nodiscard]] std::vector<std::string> look(const Life& life) {
        broken_.clear();
        replay(life);
        for (const Record* one : life.store().all("bulk_exports")) look_at_export(life, *one);
        return std::move(broken_);
    }

  private:
    using Text = std::string;

    static bool is_final(std::string_view state) {
        return state != "CREATED" && state != "RUNNING";
    }
    static std::size_t limit(const Life& life, const Text& name) {
        return static_cast<std::size_t>(life.limits().find(name)->second.value);
    }
    static bool is_export(const Record& record) { return record.ref.collection == "bulk_exports"; }

    /// Returns who shares the record's slots: its tenant, or the export that it belongs to.
    static Text whose(const Life& life, const Record& record) {
        return is_export(record) ? Text(record.tenant) : life.store().find(record.owner)->ref.id;
    }

    template <typename Subject>
    void require(bool holds, std::string_view what, const Subject& subject) {
        if (!holds) broken_.push_back(fmt::format("{}: {}", what, told(subject)));
    }
    static Text told(const StateChange& change) { return change_text(change); }
    static Text told(const Record& record) {
        return fmt::format("{} {} {}", record.state, record.ref.id, record.body->dump());
    }

    /// Goes through the changes since the last look, one by one, as they have happened.
    void replay(const Life& life) {
        const auto& changes = life.chronicle().changes();
        for (; seen_ < changes.size(); ++seen_) {
            const StateChange& change = changes[seen_];
            const Record& record = *life.store().find(change.collection, change.id);
            Text& state = states_[change.id];
            require(state == change.from, "a change from another state", change);
            require(state.empty() || !is_final(state), "a final state is left", change);
            if (change.to == "RUNNING") begin(life, change, record);
            if (change.from == "RUNNING") end(life, change, record);
            state = change.to;
        }
    }
    void begin(const Life& life, const StateChange& change, const Record& record) {
        const bool of_tenant = is_export(record);
        const std::size_t running = ++running_[whose(life, record)];
        const std::size_t most =
            limit(life, of_tenant ? "exports_per_workspace" : "runs_per_export");
        require(running <= most, "more run at once than may", change);
        require(of_tenant || states_[whose(life, record)] == "RUNNING",
                "a run of no running export",
                change);
        const auto failed = failed_.find(change.id);
        require(failed == failed_.end() || change.at - failed->second >= std::chrono::seconds(30),
                "a retry too early",
                change);
        began_[change.id] = change.at;
    }
    void end(const Life& life, const StateChange& change, const Record& record) {
        const bool of_tenant = is_export(record);
        --running_[whose(life, record)];
        require(change.at - began_[change.id] <= std::chrono::hours(of_tenant ? 72 : 4),
                "it ran longer than it may",
                change);
        if (change.to == "CREATED") failed_[change.id] = change.at;
    }

    void look_at_export(const Life& life, const Record& one) {
        const Json& order = (*one.body)["_order"];
        std::int64_t rows = 0;
        std::map<Text, std::size_t> states;
        for (const Record* child : life.store().children("bulk_export_runs", one)) {
            const Record& run = *child;
            ++states[std::string(run.state)];
            rows += (*run.body)["rows_exported"].get<std::int64_t>();
            SharedJson& last = last_[run.ref.id];
            if (last != run.body) look_at_run(life, run, order, last.get());
            last = run.body;
            const bool waits = run.state == "CREATED" && (*run.body)["errors"].empty();
            require(!waits || one.state != "RUNNING" ||
                        running_[one.ref.id] >= limit(life, "runs_per_export"),
                    "it waits though there is room",
                    run);
        }
        const auto partitions = order["partitions"].get<std::size_t>();
        const auto all = order["rows_per_partition"].get<std::int64_t>();
        const bool is_over = states["CREATED"] + states["RUNNING"] == 0;
        require(!is_final(one.state) || is_over, "runs of a final export are not over", one);
        require(one.state != "COMPLETED" || states["COMPLETED"] == partitions,
                "not all runs are completed",
                one);
        require(one.state != "COMPLETED" || rows == static_cast<std::int64_t>(partitions) * all,
                "rows are missing",
                one);
        require(
            (one.state == "FAILED") == (states["FAILED"] > 0), "one failed, the other not", one);
        require((one.state == "TIMEDOUT") == (states["TIMEDOUT"] > 0), "one timed out alone", one);
        if (one.state != "CREATED") return;
        require(states["CREATED"] == partitions, "runs have begun before their export", one);
        const auto made = parse_instant((*one.body)["created_at"].get<Text>());
        require(life.now() - *made < std::chrono::seconds(1) ||
                    running_[Text(one.tenant)] >= limit(life, "exports_per_workspace"),
                "it waits though there is room",
                one);
    }

    void look_at_run(const Life& life, const Record& run, const Json& order, const Json* last) {
        const Json& body = *run.body;
        const auto rows = body["rows_exported"].get<std::int64_t>();
        const Json& written = body["metadata"]["exported_files"];
        const auto parts = order["files_per_partition"].get<std::int64_t>();
        const auto done = static_cast<std::int64_t>(written.size());
        const Json& errors = body["errors"];
        require(body["metadata"]["rows_exported"] == rows, "two numbers of rows", run);
        require(rows == order["rows_per_partition"].get<std::int64_t>() * done / parts,
                "rows are not those of the files",
                run);
        require((run.state == "COMPLETED") == (done == parts), "completed without its files", run);
        require(done <= parts, "too many files", run);
        require(errors.size() <= limit(life, "retries"), "too many retries", run);
        for (std::size_t i = 0; i < errors.size(); ++i)
            require(errors.contains(fmt::format("retry_{}", i)), "a retry is not told", run);
        const std::size_t known = last ? look_back(run, *last) : 0;
        for (std::size_t i = known; i < written.size(); ++i)
            require(files_.insert(written[i].get<Text>()).second, "a file is written twice", run);
    }
    /// What was shown stays: rows do not fall, files and errors are kept. Returns how many files
    /// are known.
    std::size_t look_back(const Record& run, const Json& last) {
        const Json& body = *run.body;
        require(body["rows_exported"] >= last["rows_exported"], "rows have fallen", run);
        const Json& files = last["metadata"]["exported_files"];
        const Json& now = body["metadata"]["exported_files"];
        for (std::size_t i = 0; i < files.size(); ++i)
            require(i < now.size() && now[i] == files[i], "a file is gone", run);
        for (const auto& [key, message] : last["errors"].items())
            require(body["errors"].value(key, "") == message, "an error is gone", run);
        return files.size();
    }

    std::vector<Text> broken_;
    std::size_t seen_ = 0;
    std::map<Text, Text> states_;
    std::map<Text, std::size_t> running_;  ///< by tenant or export
    std::map<Text, Instant> began_;
    std::map<Text, Instant> failed_;
    std::map<Text, SharedJson> last_;  ///< runs as they were shown
    std::set<Text> files_;             ///< of all runs
};

}  // namespace plumbline::mock
