#include "conformance/runner/permission.hpp"

#include "spec/http/message.hpp"

#include <algorithm>
#include <set>

namespace plumbline::runner {
namespace {

using workflow::Workflow;

/// Says whether playing the workflow may write: its steps, and whatever workflows it can lead to.
bool writes(const workflow::Suite& suite,
            const Workflow& workflow,
            std::set<const Workflow*>& seen) {
    if (!seen.insert(&workflow).second) return false;
    const auto leads_to_write = [&](const std::string& id) {
        const Workflow* other = id.empty() ? nullptr : suite.find_workflow(id);
        return other && writes(suite, *other, seen);
    };
    return std::any_of(
        workflow.steps.begin(), workflow.steps.end(), [&](const workflow::Step& step) {
            const auto acts = [&](const workflow::Action& action) {
                return leads_to_write(action.workflow);
            };
            return (step.operation && !http::only_reads(step.operation->method)) ||
                   leads_to_write(step.workflow) ||
                   std::any_of(step.on_success.begin(), step.on_success.end(), acts) ||
                   std::any_of(step.on_failure.begin(), step.on_failure.end(), acts);
        });
}

constexpr const char* kMayNotWrite =
    "would write: needs --allow-writes, or a control interface (--control-url)";

const char* why_no_write(const Target& target) {
    return target.read_only ? "would write: not with --read-only" : kMayNotWrite;
}

}  // namespace

Send guarded(Send send, const Target& target) {
    if (target.may_be_written()) return send;
    return [send = std::move(send), why = why_no_write(target)](const client::Call& call) {
        if (http::only_reads(call.request.method)) return send(call);
        return client::not_sent(call, {ErrorCode::kUsage, why, {}, {}});
    };
}

std::optional<std::string> obstacle(const workflow::Suite& suite,
                                    const workflow::Workflow& workflow,
                                    const Target& target) {
    if (target.has_control()) return std::nullopt;
    const auto& needs = workflow.needs;
    if (std::find(needs.begin(), needs.end(), "control") != needs.end()) {
        return target.read_only ? "needs control: not with --read-only" : "needs control";
    }
    std::set<const Workflow*> seen;
    if (!target.may_be_written() && writes(suite, workflow, seen)) return why_no_write(target);
    return std::nullopt;
}

}  // namespace plumbline::runner
