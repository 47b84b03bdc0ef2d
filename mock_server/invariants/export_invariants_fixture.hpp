#pragma once
// The invariants of bulk exports, checked on the records and the logged state changes. Uses the
// limits, but not the machines.

#include "mock_server/lifecycle/history/testing.hpp"
#include "mock_server/lifecycle/simulation.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Checks a simulation repeatedly; each check continues where the previous one ended. Timeouts and
/// the retry delay must be those of the description.
class ExportInvariants {
  public:
    /// Returns the violated invariants, one line each.
    [[nodiscard]] std::vector<std::string> check(const Simulation& simulation) {
        violations_.clear();
        check_transitions(simulation);
        for (const Record* one : simulation.store.all("bulk_exports"))
            check_export(simulation, *one);
        return std::move(violations_);
    }

  private:
    using Text = std::string;

    static bool is_final(std::string_view state) {
        return state != "CREATED" && state != "RUNNING";
    }
    static std::size_t limit(const Simulation& simulation, const Text& name) {
        return static_cast<std::size_t>(simulation.limits.find(name)->second.value);
    }
    static bool is_export(const Record& record) { return record.ref.collection == "bulk_exports"; }

    /// Returns the owner of the record's slots: its tenant, or the export it belongs to.
    static Text slot_owner(const Simulation& simulation, const Record& record) {
        return is_export(record) ? Text(record.tenant)
                                 : simulation.store.find(record.owner)->ref.id;
    }

    template <typename Subject>
    void require(bool holds, std::string_view what, const Subject& subject) {
        if (!holds) violations_.push_back(fmt::format("{}: {}", what, describe_subject(subject)));
    }
    static Text describe_subject(const TransitionLogEntry& change) {
        return log_entry_text(change);
    }
    static Text describe_subject(const Record& record) {
        return fmt::format("{} {} {}", record.state, record.ref.id, record.body->dump());
    }

    /// Replays the state changes since the last check, in order.
    void check_transitions(const Simulation& simulation) {
        const auto& changes = simulation.transition_log.entries();
        for (; checked_entries_ < changes.size(); ++checked_entries_) {
            const TransitionLogEntry& change = changes[checked_entries_];
            if (!change.collection.starts_with("bulk_export")) continue;
            const Record& record = *simulation.store.find(change.collection, change.id);
            Text& state = states_[change.id];
            require(
                state == change.from, "a change from a state other than the current one", change);
            require(state.empty() || !is_final(state), "a transition leaves a final state", change);
            if (change.to == "RUNNING") on_start(simulation, change, record);
            if (change.from == "RUNNING") on_stop(simulation, change, record);
            state = change.to;
        }
    }
    void on_start(const Simulation& simulation,
                  const TransitionLogEntry& change,
                  const Record& record) {
        const bool of_tenant = is_export(record);
        const std::size_t running = ++running_counts_[slot_owner(simulation, record)];
        const std::size_t most =
            limit(simulation, of_tenant ? "exports_per_workspace" : "runs_per_export");
        require(running <= most, "more run at the same time than the limit allows", change);
        require(of_tenant || states_[slot_owner(simulation, record)] == "RUNNING",
                "a run of an export that is not running",
                change);
        const auto failed = failed_at_.find(change.id);
        require(
            failed == failed_at_.end() || change.at - failed->second >= std::chrono::seconds(30),
            "a retry is too early",
            change);
        started_at_[change.id] = change.at;
    }
    void on_stop(const Simulation& simulation,
                 const TransitionLogEntry& change,
                 const Record& record) {
        const bool of_tenant = is_export(record);
        --running_counts_[slot_owner(simulation, record)];
        require(change.at - started_at_[change.id] <= std::chrono::hours(of_tenant ? 72 : 4),
                "it ran longer than its timeout",
                change);
        if (change.to == "CREATED") failed_at_[change.id] = change.at;
    }

    void check_export(const Simulation& simulation, const Record& one) {
        const Json& request = (*one.body)["_order"];
        std::int64_t rows = 0;
        std::map<Text, std::size_t> states;
        for (const Record* child : simulation.store.children("bulk_export_runs", one)) {
            const Record& run = *child;
            ++states[std::string(run.state)];
            rows += (*run.body)["rows_exported"].get<std::int64_t>();
            SharedJson& last = previous_bodies_[run.ref.id];
            if (last != run.body) check_run(simulation, run, request, last.get());
            last = run.body;
            const bool waits = run.state == "CREATED" && (*run.body)["errors"].empty();
            require(!waits || one.state != "RUNNING" ||
                        running_counts_[one.ref.id] >= limit(simulation, "runs_per_export"),
                    "it waits although a slot is free",
                    run);
        }
        const auto partitions = request["partitions"].get<std::size_t>();
        const auto all = request["rows_per_partition"].get<std::int64_t>();
        const bool is_over = states["CREATED"] + states["RUNNING"] == 0;
        require(!is_final(one.state) || is_over, "runs of a final export are not final", one);
        require(one.state != "COMPLETED" || states["COMPLETED"] == partitions,
                "not all runs are completed",
                one);
        require(one.state != "COMPLETED" || rows == static_cast<std::int64_t>(partitions) * all,
                "rows are missing",
                one);
        require((one.state == "FAILED") == (states["FAILED"] > 0),
                "export and runs disagree on FAILED",
                one);
        require((one.state == "TIMEDOUT") == (states["TIMEDOUT"] > 0),
                "export and runs disagree on TIMEDOUT",
                one);
        // Worlds contain exports that are held in their first state.
        if (one.state != "CREATED" || one.body->contains("_held")) return;
        require(states["CREATED"] == partitions, "runs have started before their export", one);
        const auto created = parse_instant((*one.body)["created_at"].get<Text>());
        require(simulation.now() - *created < std::chrono::seconds(1) ||
                    running_counts_[Text(one.tenant)] >= limit(simulation, "exports_per_workspace"),
                "it waits although a slot is free",
                one);
    }

    void check_run(const Simulation& simulation,
                   const Record& run,
                   const Json& request,
                   const Json* last) {
        const Json& body = *run.body;
        const auto rows = body["rows_exported"].get<std::int64_t>();
        const Json& written = body["metadata"]["exported_files"];
        const auto parts = request["files_per_partition"].get<std::int64_t>();
        const auto done = static_cast<std::int64_t>(written.size());
        const Json& errors = body["errors"];
        require(body["metadata"]["rows_exported"] == rows, "two different numbers of rows", run);
        require(rows == request["rows_per_partition"].get<std::int64_t>() * done / parts,
                "the rows do not match the files",
                run);
        require((run.state == "COMPLETED") == (done == parts), "completed without its files", run);
        require(done <= parts, "too many files", run);
        require(errors.size() <= limit(simulation, "retries"), "too many retries", run);
        for (std::size_t i = 0; i < errors.size(); ++i)
            require(errors.contains(fmt::format("retry_{}", i)),
                    "a retry is not listed in errors",
                    run);
        const std::size_t known = last ? check_against_previous(run, *last) : 0;
        for (std::size_t i = known; i < written.size(); ++i)
            require(files_.insert(written[i].get<Text>()).second, "a file is written twice", run);
    }
    /// Previous values are kept: rows do not decrease, files and errors remain. Returns the number
    /// of previous files.
    std::size_t check_against_previous(const Record& run, const Json& last) {
        const Json& body = *run.body;
        require(body["rows_exported"] >= last["rows_exported"], "rows have decreased", run);
        const Json& files = last["metadata"]["exported_files"];
        const Json& now = body["metadata"]["exported_files"];
        for (std::size_t i = 0; i < files.size(); ++i)
            require(i < now.size() && now[i] == files[i], "a file has disappeared", run);
        for (const auto& [key, message] : last["errors"].items())
            require(body["errors"].value(key, "") == message, "an error has disappeared", run);
        return files.size();
    }

    std::vector<Text> violations_;
    std::size_t checked_entries_ = 0;
    std::map<Text, Text> states_;
    std::map<Text, std::size_t> running_counts_;  ///< by tenant or export
    std::map<Text, Instant> started_at_;
    std::map<Text, Instant> failed_at_;
    std::map<Text, SharedJson> previous_bodies_;  ///< the run bodies at the last check
    std::set<Text> files_;                        ///< of all runs
};

}  // namespace plumbline::mock
