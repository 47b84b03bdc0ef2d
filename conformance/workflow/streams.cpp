// The keys of a step that are about streams.

#include "conformance/workflow/reading.hpp"
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

struct SelectName {
    std::string_view name;
    Select select;
    std::string_view subject;
};

constexpr std::array kSelects{SelectName{"first", Select::kFirst, "the first event"},
                              SelectName{"last", Select::kLast, "the last event"},
                              SelectName{"rest", Select::kRest, "every event but the first"},
                              SelectName{"every", Select::kEvery, "every event"},
                              SelectName{"some", Select::kSome, "some event"},
                              SelectName{"none", Select::kNone, "no event"}};

void refuse(const Reading& reading, const Node& node, std::string message, std::string mend) {
    reading.problems.add(
        Severity::kError, ErrorCode::kInvalid, node.pointer, std::move(message), std::move(mend));
}

/// Reads a whole number; the shape check tells what is none.
std::optional<std::int64_t> read_number(const Reading& reading,
                                        const Node& owner,
                                        std::string_view key,
                                        std::int64_t least,
                                        std::int64_t most) {
    const Json* value = member(*owner.value, key);
    if (!value || !value->is_number_integer()) return {};
    const auto number = as_integer(*value);
    if (number && *number >= least && *number <= most) return number;
    refuse(reading,
           owner.child(key, *value),
           fmt::format("{} is {}", key, to_short_text(*value)),
           fmt::format("give a whole number from {} to {}", least, most));
    return {};
}

std::optional<std::uint64_t> read_count(const Reading& reading,
                                        const Node& owner,
                                        std::string_view key,
                                        std::int64_t least = 0) {
    const auto number = read_number(reading, owner, key, least, kMostEvents);
    if (!number) return {};
    return static_cast<std::uint64_t>(*number);
}

std::optional<std::chrono::milliseconds> read_wait(const Reading& reading,
                                                   const Node& owner,
                                                   std::string_view key) {
    const auto number = read_number(reading, owner, key, 1, kLongestWaitInMs);
    if (!number) return {};
    return std::chrono::milliseconds(*number);
}

void read_select(const Reading& reading, const Node& node, EventRule& rule) {
    const Json* value = member(*node.value, "select");
    if (!value) return;  // the shape check tells
    if (value->is_number_integer()) {
        rule.select = Select::kNumber;
        rule.number = read_count(reading, node, "select").value_or(0);
        return;
    }
    const std::string name = as_string(*value).value_or("");
    const auto* const found = std::find_if(
        kSelects.begin(), kSelects.end(), [&](const auto& one) { return one.name == name; });
    if (found != kSelects.end()) {
        rule.select = found->select;
        return;
    }
    std::vector<std::string> names;
    names.reserve(kSelects.size());
    for (const SelectName& one : kSelects) names.emplace_back(one.name);
    refuse(
        reading,
        node.child("select", *value),
        fmt::format("select is {}", to_short_text(*value)),
        fmt::format("give one of {} or the place of an event, counted from 0", join(names, ", ")));
}

EventRule read_rule(const Reading& reading, const Node& node) {
    EventRule rule;
    rule.where = reading.where(node);
    read_select(reading, node, rule);
    rule.filter = read_criteria(reading, node, "where");
    rule.criteria = read_criteria(reading, node, "criteria");
    rule.verifies = strings_or_empty(*node.value, "verifies");
    return rule;
}

bool read_end(const Reading& reading, const Node& node) {
    const Json* value = member(*node.value, "end");
    if (!value) return true;
    const std::string end = as_string(*value).value_or("");
    if (end != "server" && end != "any" && value->is_string())
        refuse(reading,
               node.child("end", *value),
               fmt::format("end is {}", to_short_text(*value)),
               "give server (it must end cleanly) or any (it may be cut by time or silence)");
    return end != "any";
}

void check_bounds(const Reading& reading, const Node& node, const StreamRules& rules) {
    const auto& most = rules.max_events;
    if (most && *most < rules.min_events)
        refuse(reading,
               node,
               fmt::format("minEvents is {}, maxEvents {}", rules.min_events, *most),
               "no stream can fit both: raise maxEvents");
    const auto& leaving = rules.disconnect_after_events;
    if (leaving && *leaving < rules.min_events)
        refuse(reading,
               node,
               fmt::format(
                   "minEvents is {}, but the client leaves after {}", rules.min_events, *leaving),
               "raise disconnectAfterEvents");
}

/// Says what keeps a step from being played beside others; "" if nothing does.
std::string obstacle_beside(const Node& node, const Step& step) {
    if (!step.sse) return "it has no x-ct-sse";
    if (step.finally) return "it cleans up";
    if (step.operation && step.operation->kind == "create")
        return "it creates something that has to be cleaned up";
    for (const char* key : {"onSuccess", "onFailure"}) {
        if (member(*node.value, key)) return fmt::format("it has {}", key);
    }
    return "";
}

/// Says whether an operation declares what its successes are, and none of it is a stream.
bool never_streams(const Operation& operation) {
    bool is_declared = false;
    for (const DeclaredResponse& response : operation.responses) {
        if (response.status.front() != '2') continue;
        for (const Content& content : response.content) {
            is_declared = true;
            if (content.media_type == "text/event-stream") return false;
        }
    }
    return is_declared;
}

}  // namespace

std::string EventRule::subject() const {
    if (select == Select::kNumber) return fmt::format("event {} (counted from 0)", number);
    for (const SelectName& one : kSelects) {
        if (one.select == select) return std::string(one.subject);
    }
    return "";
}

std::optional<StreamRules> read_stream_rules(const Reading& reading, const Node& step_node) {
    const Json* value = member(*step_node.value, "x-ct-sse");
    if (!value || !value->is_object()) return {};
    const Node node = step_node.child("x-ct-sse", *value);
    StreamRules rules;
    rules.where = reading.where(node);
    rules.first_event_within = read_wait(reading, node, "firstEventWithin");
    rules.idle_within = read_wait(reading, node, "idleWithin");
    rules.has_to_end = read_end(reading, node);
    rules.min_events = read_count(reading, node, "minEvents").value_or(0);
    rules.max_events = read_count(reading, node, "maxEvents");
    rules.disconnect_after_events = read_count(reading, node, "disconnectAfterEvents", 1);
    rules.disconnect_when = read_criteria(reading, node, "disconnectWhen");
    rules.replaced = strings_or_empty(*value, "replaces");
    for (const Node& rule : elements_at(node, "events")) {
        if (rule.value->is_object()) rules.events.push_back(read_rule(reading, rule));
    }
    check_bounds(reading, node, rules);
    return rules;
}

std::optional<Background> read_background(const Reading& reading, const Node& step_node) {
    const Json* value = member(*step_node.value, "x-ct-background");
    if (!value || !value->is_object()) return {};
    const Node node = step_node.child("x-ct-background", *value);
    return Background{read_count(reading, node, "releaseAfterEvents").value_or(0)};
}

void check_stream_keys(const Reading& reading, const Node& step_node, const Step& step) {
    if (const Json* value = member(*step_node.value, "x-ct-sse"); value && !step.workflow.empty())
        refuse(reading,
               step_node.child("x-ct-sse", *value),
               "a step that calls a workflow has no stream of its own",
               "put x-ct-sse on a step of that workflow");
    if (step.sse && step.operation && never_streams(*step.operation))
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             step_node.pointer + "/x-ct-sse",
                             fmt::format("{} never answers with a stream", step.operation->id),
                             "leave x-ct-sse out, or call another operation");
    const Json* value = member(*step_node.value, "x-ct-background");
    if (!value || !step.background) return;
    const std::string why = obstacle_beside(step_node, step);
    if (!why.empty())
        refuse(reading,
               step_node.child("x-ct-background", *value),
               fmt::format("step {} cannot go on in the background: {}", step.id, why),
               "let it be a plain step, or take that away");
}

}  // namespace plumbline::workflow
