// The keys of a step for streams.

#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

struct EventSelectionName {
    std::string_view name;
    EventSelection select;
    std::string_view text;
};
constexpr EventSelectionName kEventSelections[]{
    {"first", EventSelection::kFirst, "the first event"},
    {"last", EventSelection::kLast, "the last event"},
    {"rest", EventSelection::kRest, "every event but the first"},
    {"every", EventSelection::kEvery, "every event"},
    {"some", EventSelection::kSome, "some event"},
    {"none", EventSelection::kNone, "no event"},
    {"distinct", EventSelection::kDistinct, "no two events that are the same"}};

void read_select(const DocumentNode& node, EventRule& rule) {
    if (!node.exists()) return;  // reported by the structure check
    if (node.value->is_number_integer()) {
        rule.select = EventSelection::kNumber;
        rule.number = read_event_count(node).value_or(0);
    } else if (const auto* const found = find_keyword(kEventSelections, node.text())) {
        rule.select = found->select;
    } else {
        node.error(fmt::format("select is {}", to_short_text(*node.value)),
                   fmt::format("give one of {} or the index of an event, counted from 0",
                               join(names_of(kEventSelections, &EventSelectionName::name), ", ")));
    }
}

EventRule read_event_rule(const ReadingContext& reading, const DocumentNode& node) {
    EventRule rule;
    rule.where = node.where();
    read_select(node["select"], rule);
    rule.filter = read_criteria(reading, node["where"]);
    rule.criteria = read_criteria(reading, node["criteria"]);
    rule.verifies = strings_or_empty(*node.value, "verifies");
    rule.needs = read_preconditions(reading, node["needs"], true);
    return rule;
}

StreamRuleRequirements read_stream_requirements(const Json& verifies) {
    return {strings_or_empty(verifies, "firstEventWithin"),
            strings_or_empty(verifies, "idleWithin"),
            strings_or_empty(verifies, "minEvents"),
            strings_or_empty(verifies, "maxEvents"),
            strings_or_empty(verifies, "end")};
}

bool read_end_rule(const DocumentNode& node) {
    const std::string end = node.text();
    if (node.value->is_string() && end != "server" && end != "any")
        node.error(fmt::format("end is {}", to_short_text(*node.value)),
                   "give server (it must end cleanly) or any (a time limit may end it)");
    return end != "any";
}

void read_pauses(const DocumentNode& node, StreamRules& rules) {
    // The product of the two must be a time that a clock can express.
    constexpr std::int64_t kLongestPauseMs = 600'000;
    constexpr std::int64_t kMostSteps = 1'000'000;
    rules.requested_pause =
        std::chrono::milliseconds(read_integer(node["each"], 1, kLongestPauseMs).value_or(0));
    rules.requested_steps = read_integer(node["steps"], 1, kMostSteps).value_or(0);
}

void check_bounds(const DocumentNode& node, const StreamRules& rules) {
    const auto& most = rules.max_events;
    if (most && *most < rules.min_events)
        node.error(fmt::format("minEvents is {}, maxEvents {}", rules.min_events, *most),
                   "no stream can satisfy both: raise maxEvents");
    const auto& disconnect = rules.disconnect_after_events;
    if (disconnect && *disconnect < rules.min_events)
        node.error(fmt::format("minEvents is {}, but the client disconnects after {}",
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
        if (node.has(key)) return fmt::format("it has {}", key);
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
            if (http::is_sequence_media_type(http::media_type(content.name))) return false;
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
                                             const DocumentNode& node) {
    if (!node.value->is_object()) return {};
    StreamRules rules;
    rules.where = node.where();
    rules.first_event_within = read_duration(node["firstEventWithin"]);
    rules.idle_within = read_duration(node["idleWithin"]);
    rules.must_end = read_end_rule(node["end"]);
    rules.min_events = read_event_count(node["minEvents"]).value_or(0);
    rules.max_events = read_event_count(node["maxEvents"]);
    rules.disconnect_after_events = read_event_count(node["disconnectAfterEvents"], 1);
    rules.disconnect_when = read_criteria(reading, node["disconnectWhen"]);
    rules.replaced_keys = strings_or_empty(*node.value, "replaces");
    read_pauses(node["pauses"], rules);
    rules.is_optional = node["optional"].exists();
    rules.verifies = read_stream_requirements(*node["verifies"].value);
    for (const DocumentNode& rule : node["events"].elements()) {
        if (rule.value->is_object()) rules.events.push_back(read_event_rule(reading, rule));
    }
    check_bounds(node, rules);
    return rules;
}

std::optional<BackgroundOptions> read_background(const DocumentNode& node) {
    if (!node.value->is_object()) return {};
    return BackgroundOptions{read_event_count(node["releaseAfterEvents"]).value_or(0)};
}

void check_stream_keys(const DocumentNode& step_node, const Step& step) {
    const DocumentNode stream = step_node["x-ct-sse"];
    if (stream.exists() && !step.workflow.empty())
        stream.error("a step that calls a workflow receives no stream itself",
                     "move x-ct-sse to a step of that workflow");
    if (step.sse && step.operation && never_streams(*step.operation))
        stream.warning(fmt::format("{} never responds with a stream", step.operation->id),
                       "omit x-ct-sse, or call another operation");
    if (!step.background) return;
    const std::string why = background_conflict(step_node, step);
    if (!why.empty())
        step_node["x-ct-background"].error(
            fmt::format("step {} cannot run in the background: {}", step.id, why),
            "remove x-ct-background, or the reason");
}

}  // namespace plumbline::workflow
