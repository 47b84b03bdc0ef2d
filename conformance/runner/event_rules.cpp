#include "conformance/runner/event_rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

using workflow::EventRule;
using workflow::Select;

bool all_hold(const std::vector<expressions::Criterion>& criteria,
              const expressions::Scope& scope) {
    return std::all_of(criteria.begin(), criteria.end(), [&](const auto& criterion) {
        return criterion.judge(scope).holds;
    });
}

/// Says whether a rule is about the event that is the `matched`-th of those it looks at.
bool is_about(const EventRule& rule, std::uint64_t matched) {
    switch (rule.select) {
        case Select::kFirst:
            return matched == 1;
        case Select::kNumber:
            return matched == rule.number + 1;
        case Select::kRest:
            return matched > 1;
        case Select::kEvery:
        case Select::kSome:
        case Select::kNone:
            return true;
        case Select::kLast:
            return false;  // nobody knows yet
    }
    return false;
}

/// Says whether a rule names an event that has to be there.
bool needs_an_event(Select select) {
    return select == Select::kFirst || select == Select::kNumber || select == Select::kLast ||
           select == Select::kSome;
}

}  // namespace

void EventValue::enter(expressions::Scope& scope) const {
    scope.message_header = header.get();
    scope.message_payload = payload.get();
}

EventValue value_of(const streaming::Seen& seen) {
    Json header = {{"event", seen.event.type}};
    if (!seen.event.id.empty() || seen.event.has_id) header["id"] = seen.event.id;
    if (seen.retry) {
        header["retry"] =
            std::chrono::duration_cast<std::chrono::milliseconds>(*seen.retry).count();
    }
    Json payload = seen.data ? Json(*seen.data) : Json(seen.event.data);
    return {std::make_shared<const Json>(std::move(header)),
            std::make_shared<const Json>(std::move(payload))};
}

EventRules::EventRules(const workflow::Step& step)
    : step_(step), progress_(step.sse->events.size()) {}

void EventRules::take(const expressions::Scope& scope,
                      const EventValue& event,
                      const std::function<std::string()>& place) {
    ++events_;
    for (std::size_t i = 0; i < progress_.size(); ++i)
        take(step_.sse->events[i], progress_[i], scope, event, place);
}

void EventRules::take(const EventRule& rule,
                      Progress& progress,
                      const expressions::Scope& scope,
                      const EventValue& event,
                      const std::function<std::string()>& place) {
    if (progress.is_broken || progress.is_met || !all_hold(rule.filter, scope)) return;
    ++progress.matched;
    if (rule.select == Select::kLast) {
        progress.last = event;
        progress.last_place = place();
        return;
    }
    if (!is_about(rule, progress.matched)) return;
    progress.is_judged = true;
    if (rule.select == Select::kNone) return judge_none(rule, progress, scope, place);
    auto unmet = judged(rule, scope);
    if (rule.select == Select::kSome) {
        progress.is_met = !unmet;
        if (progress.nearly || !unmet) return;
        unmet->note = place();
        progress.nearly = std::move(unmet);
        return;
    }
    if (!unmet) return;
    unmet->note = place();
    break_rule(progress, std::move(*unmet));
}

void EventRules::judge_none(const EventRule& rule,
                            Progress& progress,
                            const expressions::Scope& scope,
                            const std::function<std::string()>& place) {
    if (!all_hold(rule.criteria, scope)) return;
    const expressions::Judgement first = rule.criteria.front().judge(scope);
    break_rule(progress,
               {rule.where, rule.verifies, "no event with " + first.expected, first.got, place()});
}

std::optional<Unmet> EventRules::judged(const EventRule& rule, const expressions::Scope& scope) {
    for (const expressions::Criterion& criterion : rule.criteria) {
        expressions::Judgement judgement = criterion.judge(scope);
        if (judgement.holds) continue;
        return Unmet{criterion.text().where,
                     rule.verifies,
                     fmt::format("{} in {}", judgement.expected, rule.subject()),
                     judgement.unresolved.empty() ? std::move(judgement.got)
                                                  : std::move(judgement.unresolved)};
    }
    return std::nullopt;
}

void EventRules::finish(const expressions::Scope& scope) {
    for (std::size_t i = 0; i < progress_.size(); ++i)
        finish(step_.sse->events[i], progress_[i], scope);
    finish_counts();
}

void EventRules::finish(const EventRule& rule,
                        Progress& progress,
                        const expressions::Scope& scope) {
    if (progress.is_broken || progress.is_met) return;
    if (progress.last) {
        progress.is_judged = true;
        expressions::Scope own = scope;
        progress.last->enter(own);
        if (auto unmet = judged(rule, own)) {
            unmet->note = progress.last_place;
            break_rule(progress, std::move(*unmet));
        }
        return;
    }
    if (rule.select == Select::kSome && progress.nearly)
        return break_rule(progress, std::move(*progress.nearly));
    if (!needs_an_event(rule.select) || progress.is_judged) return;
    const std::string looked_at =
        rule.filter.empty() ? "" : fmt::format(", of which the rule looks at {}", progress.matched);
    break_rule(progress,
               {rule.where,
                rule.verifies,
                rule.subject() + " to be there",
                fmt::format("a stream of {} events{}", events_, looked_at)});
}

void EventRules::finish_counts() {
    const workflow::StreamRules& rules = *step_.sse;
    const std::string got = fmt::format("{} events", events_);
    if (events_ < rules.min_events)
        unmet_.push_back(
            {rules.where, {}, fmt::format("at least {} events", rules.min_events), got});
    if (rules.max_events && events_ > *rules.max_events)
        unmet_.push_back(
            {rules.where, {}, fmt::format("at most {} events", *rules.max_events), got});
}

void EventRules::break_rule(Progress& progress, Unmet unmet) {
    progress.is_broken = true;
    unmet_.push_back(std::move(unmet));
}

std::vector<std::string> EventRules::held() const {
    std::set<std::string> ids;
    const auto own = [&](const std::vector<std::string>& verifies) -> const auto& {
        return verifies.empty() ? step_.verifies : verifies;
    };
    for (std::size_t i = 0; i < progress_.size(); ++i) {
        const auto& verifies = own(step_.sse->events[i].verifies);
        if (progress_[i].is_judged) ids.insert(verifies.begin(), verifies.end());
    }
    for (const Unmet& unmet : unmet_) {
        for (const std::string& id : own(unmet.verifies)) ids.erase(id);
    }
    return {ids.begin(), ids.end()};
}

}  // namespace plumbline::runner
