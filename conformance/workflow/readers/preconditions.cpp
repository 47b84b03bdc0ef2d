// Reads x-ct-needs: what a step or a criterion presupposes of the target's data. Checks where it
// and x-ct-soon-after stand.

#include "conformance/workflow/readers/readers.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

/// Returns why a precondition cannot be evaluated; "" if it can.
std::string conflict_in(const DocumentNode& node, bool has_stream) {
    int count = 0;
    for (const char* key : {"events", "maxEvents", "duration", "condition"})
        count += node.has(key) ? 1 : 0;
    if (count != 1)
        return fmt::format("it has {} of events, maxEvents, duration and condition", count);
    const bool has_condition = node.has("condition");
    const bool has_maximum = node.has("maxEvents");
    if ((has_condition || has_maximum) && node.text("what").empty())
        return "it does not say in what: which property it needs";
    if (!has_condition && !has_stream) return "its step has no x-ct-sse";
    if (node.has("where") && !has_maximum && !node.has("events"))
        return "its where selects events, but it counts none";
    return "";
}

std::optional<Precondition> read_need(const ReadingContext& reading,
                                      const DocumentNode& node,
                                      bool has_stream) {
    if (!node.value->is_object()) return {};  // reported by the structure check
    if (const std::string why = conflict_in(node, has_stream); !why.empty()) {
        node.error(fmt::format("precondition cannot be evaluated: {}", why),
                   "give `events:` or `maxEvents:` with an optional `where:`, or `duration:`, in "
                   "a step with x-ct-sse, or `condition:`, with `what:`");
        return {};
    }
    Precondition need;
    need.where = node.where();
    need.what = node.text("what");
    need.provide = node.text("provide");
    need.events = read_event_count(node["events"], 1);
    need.max_events = read_event_count(node["maxEvents"]);
    need.duration = read_duration(node["duration"]);
    need.filter = read_criteria(reading, node["where"]);
    if (node.has("condition")) need.criterion = read_criterion(reading, node);
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
                                             const DocumentNode& list,
                                             bool has_stream) {
    std::vector<Precondition> needs;
    for (const DocumentNode& node : list.elements()) {
        if (auto need = read_need(reading, node, has_stream)) needs.push_back(std::move(*need));
    }
    return needs;
}

void check_preconditions(const DocumentNode& step_node, const Step& step) {
    for (const char* key : {"x-ct-needs", "x-ct-soon-after"}) {
        const DocumentNode node = step_node[key];
        if (!node.exists()) continue;
        const auto conflict = [&](std::string_view why, const char* fix) {
            node.error(fmt::format("step {} cannot have preconditions: {}", step.id, why), fix);
        };
        if (!step.workflow.empty())
            conflict("it calls a workflow", "move them to a step of that workflow");
        if (step.finally)
            conflict("it is a cleanup step, which always runs", "move them to an earlier step");
    }
    if (!step.sse) return;
    for (const Precondition& need : step.needs) {
        if (!need.events || !need.filter.empty() || step.sse->min_events == 0) continue;
        if (step.sse->min_events > *need.events) continue;
        step_node["x-ct-sse"]["minEvents"].warning(
            fmt::format("a stream with too few events for x-ct-needs, {}, fails for minEvents, {}",
                        *need.events,
                        step.sse->min_events),
            "omit minEvents");
    }
}

}  // namespace plumbline::workflow
