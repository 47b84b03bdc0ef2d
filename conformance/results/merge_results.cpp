#include "conformance/results/merge_results.hpp"

#include "conformance/deviations/deviations.hpp"
#include "conformance/results/complete_result.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace plumbline::results {
namespace {

using reports::RequirementResult;
using reports::RunResult;
using reports::ScenarioResult;

tl::unexpected<Error> invalid(std::string message, std::string fix) {
    return fail(ErrorCode::kInvalid, std::move(message), {}, {std::move(fix)});
}

/// Returns what one requirement of the ledger says, without its outcome.
std::vector<std::string> ledger_texts(const RequirementResult& row) {
    return {row.id, row.area, row.section, row.statement, row.basis, row.checkable};
}

std::vector<std::string> gate_texts(const RunResult& result) {
    std::vector<std::string> texts;
    for (const auto& gate : result.gates) texts.push_back(gate.gate);
    return texts;
}

/// Returns what of two shards shows that they are of different runs; "" if nothing does.
std::string difference_of(const RunResult& a, const RunResult& b) {
    const auto differ = [](const std::string& what, const std::string& x, const std::string& y) {
        return x == y ? "" : fmt::format("{} is {} and {}", what, x, y);
    };
    for (std::string text :
         {differ("the version of plumbline", a.tool_version, b.tool_version),
          differ("the target", a.target, b.target),
          differ("the number of shards",
                 std::to_string(a.shard->count),
                 std::to_string(b.shard->count)),
          differ("the digest of suites and API documents", a.shard->suites, b.shard->suites),
          differ(
              "the list of coverage gates", join(gate_texts(a), ", "), join(gate_texts(b), ", ")),
          differ("the baseline", a.baseline, b.baseline)}) {
        if (!text.empty()) return text;
    }
    if (a.shard->scenarios != b.shard->scenarios || a.shard->strict != b.shard->strict)
        return "they select other scenarios, or only one has --strict";
    if (a.severity != b.severity) return "their severities of checks (--severity) differ";
    const bool same_entries =
        std::ranges::equal(a.deviations, b.deviations, [](const auto& x, const auto& y) {
            return x.entry == y.entry;
        });
    if (!same_entries) return "their known deviations differ";
    const bool same_ledger =
        a.shard->planned == b.shard->planned &&
        std::ranges::equal(a.requirements, b.requirements, {}, ledger_texts, ledger_texts);
    return same_ledger ? "" : "their requirements differ";
}

/// Checks that the results are the shards of one run, each once.
Result<void> check_shards(const std::vector<ShardResult>& shards) {
    if (shards.empty()) return invalid("no result is given", "name the result.json of all shards");
    std::map<int, std::string> files;
    for (const ShardResult& one : shards) {
        if (!one.result.shard)
            return invalid(one.file + ": found the result of a whole run, expected that of a shard",
                           "merge only results of `plumbline run --shard I/N`");
        const ShardResult& first = shards.front();
        const std::string difference = difference_of(first.result, one.result);
        if (!difference.empty())
            return invalid(
                fmt::format(
                    "{} and {} are not shards of one run: {}", first.file, one.file, difference),
                "run all shards with the same version, suites, target and options");
        const auto [known, is_new] = files.emplace(one.result.shard->number, one.file);
        if (!is_new)
            return invalid(fmt::format("shard {} of {} is given twice: {} and {}",
                                       known->first,
                                       one.result.shard->count,
                                       known->second,
                                       one.file),
                           "name each shard once");
    }
    const int count = shards.front().result.shard->count;
    for (int number = 1; number <= count; ++number) {
        if (!files.contains(number))
            return invalid(fmt::format("shard {} of {} is missing", number, count),
                           "name the result.json of all shards");
    }
    return {};
}

/// Moves the scenarios of all shards into the order of the whole run.
Result<std::vector<ScenarioResult>> scenarios_of(std::vector<ShardResult>& shards) {
    std::map<std::string, ScenarioResult> by_name;
    constexpr const char* kFix = "run all shards with the same --shard-times";
    for (ShardResult& one : shards) {
        for (ScenarioResult& scenario : one.result.scenarios) {
            const std::string name = scenario.name;
            if (!by_name.try_emplace(name, std::move(scenario)).second)
                return invalid(one.file + ": another shard has its scenario " + name, kFix);
        }
    }
    std::vector<ScenarioResult> scenarios;
    for (const std::string& name : shards.front().result.shard->scenarios) {
        const auto found = by_name.find(name);
        if (found == by_name.end()) return invalid("no shard has the scenario " + name, kFix);
        scenarios.push_back(std::move(found->second));
    }
    return scenarios;
}

/// Returns the part of the ledger that results contain. Errors: kInvalid.
Result<Ledger> ledger_of(const std::vector<ShardResult>& shards) {
    Ledger ledger;
    for (const RequirementResult& row : shards.front().result.requirements) {
        const auto basis = parse_basis(row.basis);
        const auto checkable = parse_checkability(row.checkable);
        if (!basis || !checkable)
            return invalid(
                fmt::format(
                    "{}: {} has an unknown basis or checkability", shards.front().file, row.id),
                "use a result.json that this version of plumbline wrote");
        Requirement one;
        one.id = row.id;
        one.area = row.area;
        one.section = row.section;
        one.statement = row.statement;
        one.basis = *basis;
        one.checkable = *checkable;
        ledger.requirements.push_back(std::move(one));
    }
    // Where a shard has evidence for what cannot be checked, no reason is shown.
    for (const ShardResult& shard : shards) {
        for (std::size_t i = 0; i < ledger.requirements.size(); ++i) {
            const RequirementResult& row = shard.result.requirements[i];
            if (row.outcome == "not_checkable") ledger.requirements[i].reason = row.reason;
        }
    }
    return ledger;
}

template <typename Item>
void add_new(std::vector<Item>& items, const std::vector<Item>& more) {
    for (const Item& one : more) {
        if (std::ranges::find(items, one) == items.end()) items.push_back(one);
    }
}

/// Adds what a shard reports beside its scenarios.
void add_shard(const RunResult& shard, RunResult& merged) {
    merged.started = std::min(merged.started, shard.started);
    merged.took_ms = std::max(merged.took_ms, shard.took_ms);
    merged.target_unreachable = merged.target_unreachable || shard.target_unreachable;
    add_new(merged.connections, shard.connections);
    add_new(merged.notes, shard.notes);
    add_new(merged.unjudged, shard.unjudged);
    merged.files.insert(shard.files.begin(), shard.files.end());
    reports::add_transitions(merged.transitions, shard.transitions);
}

void quote_sources(const std::vector<ShardResult>& shards, RunResult& merged) {
    reports::add_sources(
        [&](const SourceRef& first, int) {
            for (const ShardResult& shard : shards) {
                for (const reports::SourceExcerpt& one : shard.result.sources) {
                    if (one.where == first) return one;
                }
            }
            return reports::SourceExcerpt{first, {}};
        },
        merged);
}

}  // namespace

Result<RunResult> merge_results(std::vector<ShardResult> shards) {
    if (auto checked = check_shards(shards); !checked) return fail(checked.error());
    std::ranges::sort(shards, {}, [](const auto& one) { return one.result.shard->number; });
    auto ledger = ledger_of(shards);
    if (!ledger) return fail(ledger.error());
    auto scenarios = scenarios_of(shards);
    if (!scenarios) return fail(scenarios.error());
    const RunResult& first = shards.front().result;
    auto gates = verdicts::gate_options_of(first.gates);
    if (!gates) return fail(gates.error());
    RunResult merged;
    merged.tool_version = first.tool_version;
    merged.target = first.target;
    merged.started = first.started;
    merged.seed = first.seed;
    merged.baseline = first.baseline;
    merged.scenarios = std::move(*scenarios);
    for (const ShardResult& one : shards) add_shard(one.result, merged);
    merged.severity = first.severity;
    verdicts::CoverageOptions coverage{{}, {.strict = first.shard->strict}, {}};
    for (const auto& [code, text] : first.severity) {
        if (const auto severity = verdicts::parse_check_severity(text))
            coverage.severity.checks[code] = *severity;
    }
    for (const reports::PlannedCheck& one : first.shard->planned)
        coverage.planned[one.requirement] = one.scenarios;
    complete_result({*ledger,
                     std::move(coverage),
                     deviations::entries_before_run(first.deviations),
                     std::move(*gates)},
                    merged);
    quote_sources(shards, merged);
    return merged;
}

}  // namespace plumbline::results
