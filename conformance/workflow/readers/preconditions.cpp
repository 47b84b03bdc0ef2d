// Reads x-ct-needs: what a step or a criterion presupposes of the target's data.

#include "conformance/workflow/readers/readers.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::int64_t kMostNeededEvents = 1'000'000'000;
constexpr std::int64_t kLongestNeededMs = 24LL * 60 * 60 * 1000;

/// Returns why a precondition cannot be evaluated; "" if it can.
std::string conflict_in(const DocumentNode& node, bool has_stream) {
    int count = 0;
    for (const char* key : {"events", "maxEvents", "duration", "condition"})
        count += member(*node.value, key) ? 1 : 0;
    if (count != 1)
        return fmt::format("it has {} of events, maxEvents, duration and condition", count);
    const bool has_condition = member(*node.value, "condition") != nullptr;
    const bool has_maximum = member(*node.value, "maxEvents") != nullptr;
    if ((has_condition || has_maximum) && text_at(node, "what").empty())
        return "it does not say in what: which property it needs";
    if (!has_condition && !has_stream) return "its step has no x-ct-sse";
    if (member(*node.value, "where") && !has_maximum && !member(*node.value, "events"))
        return "its where selects events, but it counts none";
    return "";
}

std::optional<Precondition> read_need(const ReadingContext& reading,
                                      const DocumentNode& node,
                                      bool has_stream) {
    if (!node.value->is_object()) return {};  // reported by the structure check
    if (const std::string why = conflict_in(node, has_stream); !why.empty()) {
        report_error(reading,
                     node,
                     fmt::format("precondition cannot be evaluated: {}", why),
                     "give `events:` or `maxEvents:` with an optional `where:`, or `duration:`, in "
                     "a step with x-ct-sse, or `condition:`, with `what:`");
        return {};
    }
    Precondition need;
    need.where = reading.where(node);
    need.what = text_at(node, "what");
    need.provide = text_at(node, "provide");
    if (const auto events = read_integer(reading, node, "events", 1, kMostNeededEvents))
        need.events = static_cast<std::uint64_t>(*events);
    if (const auto events = read_integer(reading, node, "maxEvents", 0, kMostNeededEvents))
        need.max_events = static_cast<std::uint64_t>(*events);
    if (const auto time = read_integer(reading, node, "duration", 1, kLongestNeededMs))
        need.duration = std::chrono::milliseconds(*time);
    need.filter = read_criteria(reading, node, "where");
    if (member(*node.value, "condition")) need.criterion = read_criterion(reading, node);
    if (!need.reads_stream() && !need.criterion) return {};
    return need;
}

}  // namespace

std::string Precondition::expected_text() const {
    if (!what.empty()) return what;
    if (events) return fmt::format("{} event{}", *events, *events == 1 ? "" : "s");
    return duration ? fmt::format("a stream of {} ms", duration->count()) : "";
}

std::vector<Precondition> read_preconditions(const ReadingContext& reading,
                                             const DocumentNode& owner,
                                             std::string_view key,
                                             bool has_stream) {
    std::vector<Precondition> needs;
    for (const DocumentNode& node : elements_at(owner, key)) {
        if (auto need = read_need(reading, node, has_stream)) needs.push_back(std::move(*need));
    }
    return needs;
}

void check_preconditions(const ReadingContext& reading,
                         const DocumentNode& step_node,
                         const Step& step) {
    const Json* value = member(*step_node.value, "x-ct-needs");
    const auto conflict = [&](std::string_view why, std::string fix) {
        report_error(reading,
                     step_node.child("x-ct-needs", *value),
                     fmt::format("step {} cannot have preconditions: {}", step.id, why),
                     std::move(fix));
    };
    if (value && !step.workflow.empty())
        conflict("it calls a workflow", "move them to a step of that workflow");
    if (value && step.finally)
        conflict("it is a cleanup step, which always runs", "move them to an earlier step");
    if (!step.sse) return;
    for (const Precondition& need : step.needs) {
        if (!need.events || !need.filter.empty() || step.sse->min_events == 0) continue;
        if (step.sse->min_events > *need.events) continue;
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             step_node.pointer + "/x-ct-sse/minEvents",
                             fmt::format("a stream with too few events for x-ct-needs, {}, fails "
                                         "for minEvents, {}",
                                         *need.events,
                                         step.sse->min_events),
                             "omit minEvents");
    }
}

}  // namespace plumbline::workflow
