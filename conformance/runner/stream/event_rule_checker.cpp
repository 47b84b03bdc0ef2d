#include "conformance/runner/stream/event_rule_checker.hpp"

#include "conformance/runner/attempt/attempt_context.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using workflow::EventRule;
using workflow::EventSelection;

/// How many different events kDistinct remembers; each event is compared with them.
constexpr std::size_t kMaxDistinct = 100'000;

/// Returns whether a rule applies to the `matched`-th event that its filter selects.
bool applies_to(const EventRule& rule, std::uint64_t matched) {
    switch (rule.select) {
        case EventSelection::kFirst:
            return matched == 1;
        case EventSelection::kNumber:
            return matched == rule.number + 1;
        case EventSelection::kRest:
            return matched > 1;
        case EventSelection::kEvery:
        case EventSelection::kSome:
        case EventSelection::kNone:
        case EventSelection::kDistinct:
            return true;
        case EventSelection::kLast:
            return false;  // not known before the end
    }
    return false;
}

/// Returns whether a rule requires an event to exist.
bool requires_event(EventSelection select) {
    return select == EventSelection::kFirst || select == EventSelection::kNumber ||
           select == EventSelection::kLast || select == EventSelection::kSome;
}

}  // namespace

void EventValue::add_to(expressions::Scope& scope) const {
    scope.message_header = header.get();
    scope.message_payload = payload.get();
}

EventValue event_value(const streaming::ReceivedEvent& received) {
    Json header = {{"event", received.event.type}};
    if (!received.mode.empty()) header["mode"] = received.mode;
    if (!received.event.id.empty() || received.event.has_id) header["id"] = received.event.id;
    if (received.retry) {
        header["retry"] =
            std::chrono::duration_cast<std::chrono::milliseconds>(*received.retry).count();
    }
    Json payload = received.data ? Json(*received.data) : Json(received.event.data);
    return {std::make_shared<const Json>(std::move(header)),
            std::make_shared<const Json>(std::move(payload))};
}

EventRuleChecker::EventRuleChecker(const workflow::Step& step)
    : step_(step), progress_(step.sse->events.size()) {
    count_needed(step.needs);
    for (const workflow::SuccessCriterion& check : step.success_criteria) count_needed(check.needs);
    for (const EventRule& rule : step.sse->events) count_needed(rule.needs);
}

void EventRuleChecker::count_needed(const std::vector<workflow::Precondition>& needs) {
    for (const workflow::Precondition& need : needs) {
        if (need.counts_events()) needed_events_[&need] = 0;
    }
}

void EventRuleChecker::add_event(const expressions::Scope& scope,
                                 const EventValue& event,
                                 const std::function<std::string()>& position) {
    ++events_;
    for (auto& [need, count] : needed_events_) {
        if (all_hold(need->filter, scope)) ++count;
    }
    for (std::size_t i = 0; i < progress_.size(); ++i)
        add_event(step_.sse->events[i], progress_[i], scope, event, position);
}

void EventRuleChecker::add_event(const EventRule& rule,
                                 EventRuleProgress& progress,
                                 const expressions::Scope& scope,
                                 const EventValue& event,
                                 const std::function<std::string()>& position) {
    if (progress.is_violated || progress.is_satisfied || !all_hold(rule.filter, scope)) return;
    ++progress.matched;
    if (rule.select == EventSelection::kLast) {
        progress.last_event = event;
        progress.last_position = position();
        return;
    }
    if (!applies_to(rule, progress.matched)) return;
    if (rule.select == EventSelection::kDistinct)
        return check_distinct(rule, progress, scope, event, position);
    progress.is_checked = true;
    if (rule.select == EventSelection::kNone) return check_none(rule, progress, scope, position);
    auto failure = check_event(rule, scope);
    if (rule.select == EventSelection::kSome) {
        progress.is_satisfied = !failure;
        if (progress.first_failure || !failure) return;
        failure->note = position();
        progress.first_failure = std::move(failure);
        return;
    }
    if (!failure) return;
    failure->note = position();
    add_failure(rule, progress, std::move(*failure));
}

void EventRuleChecker::check_none(const EventRule& rule,
                                  EventRuleProgress& progress,
                                  const expressions::Scope& scope,
                                  const std::function<std::string()>& position) {
    if (!all_hold(rule.criteria, scope)) return;
    const expressions::CriterionResult first = rule.criteria.front().evaluate(scope);
    add_failure(
        rule,
        progress,
        {rule.where, rule.verifies, "no event with " + first.expected, first.got, position()});
}

void EventRuleChecker::check_distinct(const EventRule& rule,
                                      EventRuleProgress& progress,
                                      const expressions::Scope& scope,
                                      const EventValue& event,
                                      const std::function<std::string()>& position) {
    if (!all_hold(rule.criteria, scope)) return;
    const std::string name = string_or(*event.header, "event", "");
    const std::uint64_t print = fingerprint(name + '\n' + to_text(*event.payload));
    const bool is_known = progress.seen.contains(print);
    if (!is_known && progress.seen.size() < kMaxDistinct) progress.seen.insert(print);
    progress.is_checked = is_known || progress.seen.size() > 1;
    if (!is_known) return;
    add_failure(rule,
                progress,
                {rule.where,
                 rule.verifies,
                 "events that differ in their name or data",
                 fmt::format("{} with {} again", name, to_short_text(*event.payload)),
                 position()});
}

std::optional<StreamRuleFailure> EventRuleChecker::check_event(const EventRule& rule,
                                                               const expressions::Scope& scope) {
    for (const expressions::Criterion& criterion : rule.criteria) {
        expressions::CriterionResult judgement = criterion.evaluate(scope);
        if (judgement.holds) continue;
        return StreamRuleFailure{criterion.text().where,
                                 rule.verifies,
                                 fmt::format("{} in {}", judgement.expected, rule.selection_text()),
                                 judgement.unresolved.empty() ? std::move(judgement.got)
                                                              : std::move(judgement.unresolved)};
    }
    return std::nullopt;
}

void EventRuleChecker::finish(const expressions::Scope& scope, bool is_cut) {
    is_cut_ = is_cut;
    const std::size_t known = failures_.size();
    for (std::size_t i = 0; i < progress_.size(); ++i)
        finish(step_.sse->events[i], progress_[i], scope);
    check_least_count();
    for (std::size_t i = known; i < failures_.size(); ++i) failures_[i].is_cut = is_cut;
    check_most_count();
}

void EventRuleChecker::finish(const EventRule& rule,
                              EventRuleProgress& progress,
                              const expressions::Scope& scope) {
    if (progress.is_violated || progress.is_satisfied) return;
    if (progress.last_event) {
        progress.is_checked = true;
        expressions::Scope own = scope;
        progress.last_event->add_to(own);
        if (auto failure = check_event(rule, own)) {
            failure->note = progress.last_position;
            add_failure(rule, progress, std::move(*failure));
        }
        return;
    }
    if (rule.select == EventSelection::kSome && progress.first_failure) {
        progress.first_failure->is_absence = true;
        return add_failure(rule, progress, std::move(*progress.first_failure));
    }
    if (!requires_event(rule.select) || progress.is_checked) return;
    const std::string examined =
        rule.filter.empty()
            ? ""
            : fmt::format(", of which {} match the rule's filter", progress.matched);
    add_failure(rule,
                progress,
                {rule.where,
                 rule.verifies,
                 rule.selection_text() + " to exist",
                 fmt::format("a stream of {} events{}", events_, examined),
                 "",
                 true});
}

void EventRuleChecker::check_least_count() {
    const workflow::StreamRules& rules = *step_.sse;
    if (events_ < rules.min_events)
        failures_.push_back({rules.where,
                             rules.verifies.min_events,
                             fmt::format("at least {} events", rules.min_events),
                             fmt::format("{} events", events_),
                             "",
                             true});
}

void EventRuleChecker::check_most_count() {
    const workflow::StreamRules& rules = *step_.sse;
    if (rules.max_events && events_ > *rules.max_events)
        failures_.push_back({rules.where,
                             rules.verifies.max_events,
                             fmt::format("at most {} events", *rules.max_events),
                             fmt::format("{} events", events_)});
}

void EventRuleChecker::add_failure(const EventRule& rule,
                                   EventRuleProgress& progress,
                                   StreamRuleFailure failure) {
    progress.is_violated = true;
    if (!rule.needs.empty()) failure.needs = &rule.needs;
    failures_.push_back(std::move(failure));
}

std::vector<std::string> EventRuleChecker::verified_by_no_event() const {
    std::vector<std::string> ids;
    for (const workflow::EventRule& rule : step_.sse->events) {
        if (rule.select != EventSelection::kNone) continue;
        const auto& own = rule.verifies.empty() ? step_.verifies : rule.verifies;
        ids.insert(ids.end(), own.begin(), own.end());
    }
    return ids;
}

std::vector<std::string> EventRuleChecker::verified() const {
    std::set<std::string> ids;
    const auto add = [&](const std::vector<std::string>& own) {
        const auto& verifies = own.empty() ? step_.verifies : own;
        ids.insert(verifies.begin(), verifies.end());
    };
    const workflow::StreamRules& rules = *step_.sse;
    for (std::size_t i = 0; i < progress_.size(); ++i) {
        // What no event or the last one must be depends on events after a cut.
        const EventSelection select = rules.events[i].select;
        const bool needs_end = select == EventSelection::kNone || select == EventSelection::kLast;
        if (progress_[i].is_checked && !(is_cut_ && needs_end)) add(rules.events[i].verifies);
    }
    // A stream without events shows nothing.
    if (events_ == 0) return {};
    if (rules.min_events > 0) add(rules.verifies.min_events);
    if (rules.max_events && !is_cut_) add(rules.verifies.max_events);
    for (const auto* own : {&rules.verifies.first_event_within, &rules.verifies.idle_within})
        ids.insert(own->begin(), own->end());
    return {ids.begin(), ids.end()};
}

}  // namespace plumbline::runner
