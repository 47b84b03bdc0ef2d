#include "conformance/runner/shared_calls.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

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
    std::map<SharedCallKey, std::size_t> places;  // of the group with that call
    for (std::size_t place = 0; place < groups.size(); ++place) {
        std::set<std::size_t> sharing{place};
        for (const ScheduledScenario& item : groups[place]) {
            if (const auto key = shared_call_of(*item.workflow))
                sharing.insert(places.try_emplace(*key, place).first->second);
        }
        const std::size_t first = *sharing.begin();
        for (const std::size_t other : sharing) {
            if (other == first) continue;
            groups[first].insert(groups[first].end(), groups[other].begin(), groups[other].end());
            groups[other].clear();
        }
        for (auto& [call, known] : places) known = sharing.contains(known) ? first : known;
    }
    std::erase_if(groups, [](const ScenarioGroup& group) { return group.empty(); });
    return groups;
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
