// The keys of a step for streams.

#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::workflow {
namespace {

constexpr std::int64_t kLongestWaitInMs = 24LL * 60 * 60 * 1000;
constexpr std::int64_t kMostEvents = 1'000'000'000;

struct EventSelectionName {
    std::string_view name;
    EventSelection select;
    std::string_view text;
};

constexpr std::array kEventSelections{
    EventSelectionName{"first", EventSelection::kFirst, "the first event"},
    EventSelectionName{"last", EventSelection::kLast, "the last event"},
    EventSelectionName{"rest", EventSelection::kRest, "every event but the first"},
    EventSelectionName{"every", EventSelection::kEvery, "every event"},
    EventSelectionName{"some", EventSelection::kSome, "some event"},
    EventSelectionName{"none", EventSelection::kNone, "no event"}};

std::optional<std::uint64_t> read_count(const ReadingContext& reading,
                                        const DocumentNode& owner,
                                        std::string_view key,
                                        std::int64_t least = 0) {
    const auto number = read_integer(reading, owner, key, least, kMostEvents);
    if (!number) return {};
    return static_cast<std::uint64_t>(*number);
}

std::optional<std::chrono::milliseconds> read_duration(const ReadingContext& reading,
                                                       const DocumentNode& owner,
                                                       std::string_view key) {
    const auto number = read_integer(reading, owner, key, 1, kLongestWaitInMs);
    if (!number) return {};
    return std::chrono::milliseconds(*number);
}

void read_select(const ReadingContext& reading, const DocumentNode& node, EventRule& rule) {
    const Json* value = member(*node.value, "select");
    if (!value) return;  // reported by the structure check
    if (value->is_number_integer()) {
        rule.select = EventSelection::kNumber;
        rule.number = read_count(reading, node, "select").value_or(0);
        return;
    }
    const std::string name = as_string(*value).value_or("");
    const auto* const found = std::find_if(kEventSelections.begin(),
                                           kEventSelections.end(),
                                           [&](const auto& one) { return one.name == name; });
    if (found != kEventSelections.end()) {
        rule.select = found->select;
        return;
    }
    std::vector<std::string> names;
    names.reserve(kEventSelections.size());
    for (const EventSelectionName& one : kEventSelections) names.emplace_back(one.name);
    report_error(
        reading,
        node.child("select", *value),
        fmt::format("select is {}", to_short_text(*value)),
        fmt::format("give one of {} or the index of an event, counted from 0", join(names, ", ")));
}

EventRule read_event_rule(const ReadingContext& reading, const DocumentNode& node) {
    EventRule rule;
    rule.where = reading.where(node);
    read_select(reading, node, rule);
    rule.filter = read_criteria(reading, node, "where");
    rule.criteria = read_criteria(reading, node, "criteria");
    rule.verifies = strings_or_empty(*node.value, "verifies");
    rule.needs = read_preconditions(reading, node, "needs", true);
    return rule;
}

StreamRuleRequirements read_stream_requirements(const Json& stream) {
    const Json* verifies = member(stream, "verifies");
    if (!verifies) return {};
    return {strings_or_empty(*verifies, "firstEventWithin"),
            strings_or_empty(*verifies, "idleWithin"),
            strings_or_empty(*verifies, "minEvents"),
            strings_or_empty(*verifies, "maxEvents"),
            strings_or_empty(*verifies, "end")};
}

bool read_end_rule(const ReadingContext& reading, const DocumentNode& node) {
    const Json* value = member(*node.value, "end");
    if (!value) return true;
    const std::string end = as_string(*value).value_or("");
    if (end != "server" && end != "any" && value->is_string())
        report_error(reading,
                     node.child("end", *value),
                     fmt::format("end is {}", to_short_text(*value)),
                     "give server (it must end cleanly) or any (a time limit may end it)");
    return end != "any";
}

void check_bounds(const ReadingContext& reading,
                  const DocumentNode& node,
                  const StreamRules& rules) {
    const auto& most = rules.max_events;
    if (most && *most < rules.min_events)
        report_error(reading,
                     node,
                     fmt::format("minEvents is {}, maxEvents {}", rules.min_events, *most),
                     "no stream can satisfy both: raise maxEvents");
    const auto& disconnect = rules.disconnect_after_events;
    if (disconnect && *disconnect < rules.min_events)
        report_error(reading,
                     node,
                     fmt::format("minEvents is {}, but the client disconnects after {}",
                                 rules.min_events,
                                 *disconnect),
                     "raise disconnectAfterEvents");
}

/// Returns the reason why a step cannot run in the background; "" if there is none.
std::string background_conflict(const DocumentNode& node, const Step& step) {
    if (!step.sse) return "it has no x-ct-sse";
    if (step.finally) return "it is a cleanup step";
    if (step.operation && step.operation->kind == "create")
        return "it creates a resource that must be deleted";
    for (const char* key : {"onSuccess", "onFailure"}) {
        if (member(*node.value, key)) return fmt::format("it has {}", key);
    }
    return "";
}

/// Returns whether an operation declares the content of its successful responses and none of it is
/// a stream.
bool never_streams(const Operation& operation) {
    bool is_declared = false;
    for (const DeclaredResponse& response : operation.responses) {
        if (response.status.front() != '2') continue;
        for (const MediaType& content : response.content) {
            is_declared = true;
            if (content.name == "text/event-stream") return false;
        }
    }
    return is_declared;
}

}  // namespace

std::string EventRule::selection_text() const {
    if (select == EventSelection::kNumber) return fmt::format("event {} (counted from 0)", number);
    for (const EventSelectionName& one : kEventSelections) {
        if (one.select == select) return std::string(one.text);
    }
    return "";
}

std::optional<StreamRules> read_stream_rules(const ReadingContext& reading,
                                             const DocumentNode& step_node) {
    const Json* value = member(*step_node.value, "x-ct-sse");
    if (!value || !value->is_object()) return {};
    const DocumentNode node = step_node.child("x-ct-sse", *value);
    StreamRules rules;
    rules.where = reading.where(node);
    rules.first_event_within = read_duration(reading, node, "firstEventWithin");
    rules.idle_within = read_duration(reading, node, "idleWithin");
    rules.must_end = read_end_rule(reading, node);
    rules.min_events = read_count(reading, node, "minEvents").value_or(0);
    rules.max_events = read_count(reading, node, "maxEvents");
    rules.disconnect_after_events = read_count(reading, node, "disconnectAfterEvents", 1);
    rules.disconnect_when = read_criteria(reading, node, "disconnectWhen");
    rules.replaced_keys = strings_or_empty(*value, "replaces");
    rules.verifies = read_stream_requirements(*value);
    for (const DocumentNode& rule : elements_at(node, "events")) {
        if (rule.value->is_object()) rules.events.push_back(read_event_rule(reading, rule));
    }
    check_bounds(reading, node, rules);
    return rules;
}

std::optional<BackgroundOptions> read_background(const ReadingContext& reading,
                                                 const DocumentNode& step_node) {
    const Json* value = member(*step_node.value, "x-ct-background");
    if (!value || !value->is_object()) return {};
    const DocumentNode node = step_node.child("x-ct-background", *value);
    return BackgroundOptions{read_count(reading, node, "releaseAfterEvents").value_or(0)};
}

void check_stream_keys(const ReadingContext& reading,
                       const DocumentNode& step_node,
                       const Step& step) {
    if (const Json* value = member(*step_node.value, "x-ct-sse"); value && !step.workflow.empty())
        report_error(reading,
                     step_node.child("x-ct-sse", *value),
                     "a step that calls a workflow receives no stream itself",
                     "move x-ct-sse to a step of that workflow");
    if (step.sse && step.operation && never_streams(*step.operation))
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             step_node.pointer + "/x-ct-sse",
                             fmt::format("{} never responds with a stream", step.operation->id),
                             "omit x-ct-sse, or call another operation");
    const Json* value = member(*step_node.value, "x-ct-background");
    if (!value || !step.background) return;
    const std::string why = background_conflict(step_node, step);
    if (!why.empty())
        report_error(reading,
                     step_node.child("x-ct-background", *value),
                     fmt::format("step {} cannot run in the background: {}", step.id, why),
                     "remove x-ct-background, or the reason");
}

}  // namespace plumbline::workflow
