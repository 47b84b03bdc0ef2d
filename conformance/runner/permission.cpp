#include "conformance/runner/permission.hpp"

#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <algorithm>
#include <set>

namespace plumbline::runner {
namespace {

using workflow::Workflow;

/// Says whether playing the workflow may write with a step that fits: its own, and those of
/// whatever workflows it can lead to.
class WriteSearch {
  public:
    using Fits = bool (*)(const workflow::Step&);

    explicit WriteSearch(Fits fits) : fits_(fits) {}

    bool finds_in(const Workflow& workflow) {
        if (!seen_.insert(&workflow).second) return false;
        return std::any_of(
            workflow.steps.begin(), workflow.steps.end(), [&](const workflow::Step& step) {
                const auto leads = [&](const std::string& named) {
                    const Workflow* other = workflow.other(named);
                    return other && finds_in(*other);
                };
                const auto acts = [&](const workflow::Action& action) {
                    return leads(action.workflow);
                };
                return (step.operation && !http::only_reads(step.operation->method) &&
                        fits_(step)) ||
                       leads(step.workflow) ||
                       std::any_of(step.on_success.begin(), step.on_success.end(), acts) ||
                       std::any_of(step.on_failure.begin(), step.on_failure.end(), acts);
            });
    }

  private:
    Fits fits_;
    std::set<const Workflow*> seen_;
};

bool writes(const Workflow& workflow, WriteSearch::Fits fits) {
    return WriteSearch(fits).finds_in(workflow);
}

/// Exports cannot be made through the API, so each belongs to somebody.
constexpr const char* kExports = "bulk_export";
constexpr const char* kCancelInput = "cancel_export_id";

constexpr const char* kMayNotCancel =
    "would change an export: name one that may be cancelled in the target profile "
    "(bulk_export.cancel_export_id)";
constexpr const char* kMayNotCancelOthers =
    "would change another export than the one that the target profile lets be cancelled "
    "(bulk_export.cancel_export_id)";

bool is_about_exports(const workflow::Step& step) {
    return step.api && step.api->name() == kExports;
}

bool is_about_another_export(const workflow::Step& step) {
    const bool is_named = std::any_of(
        step.parameters.begin(), step.parameters.end(), [](const workflow::ParameterValue& one) {
            const auto inputs = one.value.uses().inputs;
            return one.place == ParameterPlace::kPath &&
                   std::find(inputs.begin(), inputs.end(), kCancelInput) != inputs.end();
        });
    return is_about_exports(step) && !is_named;
}

bool ends_with_id(const std::string& url, const std::string& id) {
    const std::string path = url.substr(0, url.find('?'));
    return path.ends_with('/' + http::percent_encode(id));
}

constexpr const char* kMayNotWrite =
    "would write: needs --allow-writes, or a control interface (--control-url)";

const char* why_no_write(const Target& target) {
    return target.read_only ? "would write: not with --read-only" : kMayNotWrite;
}

}  // namespace

Send guarded(Send send, const Target& target) {
    if (target.has_control()) return send;
    return [send = std::move(send), &target](const client::Call& call) {
        if (http::only_reads(call.request.method)) return send(call);
        const char* why = nullptr;
        const std::string& cancelled = target.exports.cancel_export_id;
        if (!target.may_be_written()) {
            why = why_no_write(target);
        } else if (call.area == kExports && cancelled.empty()) {
            why = kMayNotCancel;
        } else if (call.area == kExports && !ends_with_id(call.url, cancelled)) {
            why = kMayNotCancelOthers;
        }
        return why ? client::not_sent(call, {ErrorCode::kUsage, why, {}, {}}) : send(call);
    };
}

std::optional<std::string> obstacle(const workflow::Workflow& workflow, const Target& target) {
    if (target.has_control()) return std::nullopt;
    const auto& needs = workflow.needs;
    if (std::find(needs.begin(), needs.end(), "control") != needs.end()) {
        return target.read_only ? "needs control: not with --read-only" : "needs control";
    }
    const auto any = [](const workflow::Step&) { return true; };
    if (!target.may_be_written())
        return writes(workflow, any) ? std::optional(why_no_write(target)) : std::nullopt;
    if (!writes(workflow, is_about_exports)) return std::nullopt;
    if (target.exports.cancel_export_id.empty()) return kMayNotCancel;
    if (writes(workflow, is_about_another_export)) return kMayNotCancelOthers;
    return std::nullopt;
}

}  // namespace plumbline::runner
