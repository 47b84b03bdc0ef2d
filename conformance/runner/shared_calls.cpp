#include "conformance/runner/shared_calls.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

/// Returns the call that a scenario shares with others; nothing if it has none.
std::optional<SharedCallKey> shared_call_of(const workflow::Workflow& scenario) {
    const auto step = std::ranges::find_if(
        scenario.steps, [](const workflow::Step& one) { return !one.shared.empty(); });
    if (step == scenario.steps.end()) return std::nullopt;
    return SharedCallKey(scenario.find_workflow(step->workflow), step->shared);
}

}  // namespace

std::vector<ScenarioGroup> join_sharing_groups(std::vector<ScenarioGroup> groups) {
    std::vector<ScenarioGroup> joined;
    std::map<SharedCallKey, std::size_t> places;
    for (ScenarioGroup& group : groups) {
        std::size_t place = joined.size();
        std::vector<SharedCallKey> keys;
        for (const ScheduledScenario& item : group) {
            const auto key = shared_call_of(*item.workflow);
            if (!key) continue;
            keys.push_back(*key);
            if (const auto known = places.find(*key); known != places.end())
                place = std::min(place, known->second);
        }
        if (place == joined.size()) joined.emplace_back();
        joined[place].insert(joined[place].end(), group.begin(), group.end());
        for (const SharedCallKey& key : keys) places.emplace(key, place);
    }
    return joined;
}

SharedCalls::SharedCalls(const ScenarioGroup& group) {
    for (const ScheduledScenario& item : group) {
        if (const auto key = shared_call_of(*item.workflow)) ++remaining_[*key];
    }
}

void SharedCalls::begin(const workflow::Workflow& scenario) {
    current_ = shared_call_of(scenario);
    if (current_) --remaining_[*current_];
    used_.reset();
    hands_over_ = false;
}

const SharedCalls::SharedOutcome* SharedCalls::take() {
    const auto kept = current_ ? kept_.find(*current_) : kept_.end();
    if (kept == kept_.end()) return nullptr;
    used_ = std::move(kept->second);
    kept_.erase(kept);
    return &*used_;
}

void SharedCalls::set_played(const WorkflowOutcome& outcome, const std::string& scenario) {
    if (!current_ || outcome.outputs->size() < current_->first->outputs.size()) return;
    used_ = {outcome, scenario};
}

bool SharedCalls::hand_over() {
    hands_over_ = current_ && used_ && remaining_[*current_] > 0;
    return hands_over_;
}

void SharedCalls::end(const WorkflowOutcome& outcome) {
    if (!hands_over_ || !outcome.passed) return;
    used_->outcome.last_write = outcome.last_write;  // a read may still miss it
    kept_[*current_] = std::move(*used_);
}

}  // namespace plumbline::runner
