#include "benchmarks/load/result/compare.hpp"

#include "benchmarks/load/result/compare/figure_change.hpp"
#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/units.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::load {
namespace {

/// Returns the runs with a target, none if there is no such level.
LevelRuns find_runs(const std::vector<LevelGroup>& groups, double target) {
    for (const LevelGroup& group : groups) {
        if (is_same_target(group.target, target)) return group.runs;
    }
    return {};
}

/// Returns why a run does not measure the server, "" if it does.
std::string exclusion_reason(const Level& run) {
    for (const char* verdict : {kUndercounted, kInterrupted, kUnreachable}) {
        if (run.verdict == verdict) return verdict;
    }
    return run.client.bound ? "client-bound" : "";
}

/// Removes the runs that do not measure the server and adds their reasons; returns their number.
std::size_t remove_excluded(LevelRuns& runs, std::set<std::string>& reasons) {
    return std::erase_if(runs, [&](const Level* run) {
        const std::string reason = exclusion_reason(*run);
        if (!reason.empty()) reasons.insert(reason);
        return !reason.empty();
    });
}

/// Compares one level and notes which runs were excluded.
LevelChange compare_level(ComparedRuns sides,
                          const std::string& name,
                          const CompareTolerance& tolerance,
                          std::vector<std::string>& notes) {
    std::set<std::string> reasons;
    const std::size_t excluded_a = remove_excluded(sides.a, reasons);
    const std::size_t excluded_b = remove_excluded(sides.b, reasons);
    const std::string reason = join(std::vector(reasons.begin(), reasons.end()), " or ");
    LevelChange level{.name = name, .a_runs = sides.a.size(), .b_runs = sides.b.size()};
    if (sides.a.empty() || sides.b.empty()) {
        const std::string_view side = sides.a.empty() ? (sides.b.empty() ? "A and B" : "A") : "B";
        level.incomparable_reason = fmt::format("{} in {}", reason, side);
        return level;
    }
    if (excluded_a + excluded_b > 0) {
        notes.push_back(fmt::format(
            "{}: excluded as {}: {} of A, {} of B", name, reason, excluded_a, excluded_b));
    }
    level.figures = compare_figures(sides, tolerance);
    return level;
}

std::string title_line(const LoadResult& result) {
    return fmt::format("{}, plumbline-load {} ({}), {}",
                       result.started,
                       result.tool_version,
                       result.build,
                       result.url);
}

std::string targets_text(const LoadResult& result) {
    std::vector<std::string> texts;
    for (const LevelGroup& group : groups_of(result))
        texts.push_back(target_text(result.load, group.target));
    return texts.empty() ? "none" : join(texts, ", ");
}

void note_missing(const LoadResult& has,
                  const LoadResult& lacks,
                  char side,
                  std::vector<std::string>& notes) {
    const auto groups = groups_of(lacks);
    for (const LevelGroup& group : groups_of(has)) {
        if (find_runs(groups, group.target).empty())
            notes.push_back(
                fmt::format("only {} has {}", side, target_text(has.load, group.target)));
    }
}

void note_environment(const LoadResult& a, const LoadResult& b, std::vector<std::string>& notes) {
    const auto note = [&](std::string_view what, const std::string& of_a, const std::string& of_b) {
        if (of_a != of_b) notes.push_back(fmt::format("{}: {} and {}", what, of_a, of_b));
    };
    note("different processors", a.host.cpu, b.host.cpu);
    note("different cores for the client", a.host.pinning, b.host.pinning);
    note("different builds of the tool", a.build, b.build);
    note("different numbers of shards", fmt::to_string(a.shards), fmt::to_string(b.shards));
    if (a.validation != b.validation)
        notes.emplace_back("responses were checked to different degrees");
}

void note_single_runs(LoadComparison& comparison, const CompareTolerance& tolerance) {
    const auto is_single = [](const LevelChange& level) {
        return level.incomparable_reason.empty() && level.a_runs + level.b_runs == 2;
    };
    if (std::none_of(comparison.levels.begin(), comparison.levels.end(), is_single)) return;
    comparison.notes.push_back(
        fmt::format("for levels with one run on each side only the noise within a run is known, "
                    "and a change must exceed it by {}; repeat levels to detect smaller changes",
                    share_text(tolerance.relative)));
}

}  // namespace

std::string_view to_text(ChangeVerdict change) {
    // In the order of ChangeVerdict.
    static constexpr std::string_view kNames[] = {"better", "worse", "same", "undecided"};
    return kNames[static_cast<std::size_t>(change)];
}

std::size_t LoadComparison::count(ChangeVerdict change) const {
    std::size_t sum = 0;
    for (const LevelChange& level : levels) {
        sum += static_cast<std::size_t>(
            std::count_if(level.figures.begin(), level.figures.end(), [&](const auto& figure) {
                return figure.verdict == change;
            }));
    }
    return sum;
}

int LoadComparison::exit_code() const {
    if (count(ChangeVerdict::kWorse) > 0) return 1;
    return count(ChangeVerdict::kBetter) + count(ChangeVerdict::kSame) > 0 ? 0 : 2;
}

Result<LoadComparison> compare(const LoadResult& a,
                               const LoadResult& b,
                               const CompareTolerance& tolerance) {
    const auto differences = load_differences(a, b);
    if (!differences.empty()) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the results are of different loads: {}; compare results of runs with "
                        "the same options",
                        join(differences, ", ")));
    }
    LoadComparison comparison{.a = title_line(a), .b = title_line(b)};
    const auto groups = groups_of(b);
    for (const LevelGroup& group : groups_of(a)) {
        ComparedRuns sides{group.runs, find_runs(groups, group.target)};
        if (sides.b.empty()) continue;
        comparison.levels.push_back(compare_level(
            std::move(sides), target_text(a.load, group.target), tolerance, comparison.notes));
        comparison.levels.back().target = group.target;
    }
    if (comparison.levels.empty()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("no level has the same target in both results: A has {}; B has {}",
                                targets_text(a),
                                targets_text(b)));
    }
    note_missing(a, b, 'A', comparison.notes);
    note_missing(b, a, 'B', comparison.notes);
    note_environment(a, b, comparison.notes);
    note_single_runs(comparison, tolerance);
    return comparison;
}

}  // namespace plumbline::load
