#include "conformance/runner/access/permission.hpp"

#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline::runner {
namespace {

using workflow::Workflow;

/// Returns whether playing a workflow may lead to a step that writes and satisfies the predicate.
bool writes(const Workflow& workflow, bool (*fits)(const workflow::Step&)) {
    const auto steps = reachable_steps(workflow);
    return std::ranges::any_of(steps, [&](const workflow::Step* step) {
        return step->operation && !http::is_safe_method(step->operation->method) && fits(*step);
    });
}

/// Exports cannot be created through the API, so each of them belongs to a user.
constexpr const char* kExports = "bulk_export";
constexpr const char* kCancelInput = "cancel_export_id";

constexpr const char* kMayNotCancel =
    "would change an export: name one that may be cancelled in the target profile "
    "(bulk_export.cancel_export_id)";
constexpr const char* kMayNotCancelOthers =
    "would change another export than the one that the target profile allows to be cancelled "
    "(bulk_export.cancel_export_id)";

bool is_export_step(const workflow::Step& step) {
    return step.api && step.api->name() == kExports;
}

bool changes_other_export(const workflow::Step& step) {
    const bool is_named =
        std::ranges::any_of(step.parameters, [](const workflow::ParameterValue& one) {
            const auto inputs = one.value.uses().inputs;
            return one.location == ParameterLocation::kPath &&
                   std::ranges::find(inputs, kCancelInput) != inputs.end();
        });
    return is_export_step(step) && !is_named;
}

bool ends_with_id(const std::string& url, const std::string& id) {
    const std::string path = url.substr(0, url.find('?'));
    return path.ends_with('/' + http::percent_encode(id));
}

constexpr const char* kMayNotWrite =
    "would write: needs --allow-writes, or a control interface (--control-url)";

const char* write_refusal(const Target& target) {
    return target.read_only ? "would write: not with --read-only" : kMayNotWrite;
}

std::string url_option_of(const workflow::Step& step) {
    constexpr std::array kOptions{std::pair{"control_plane", "--control-plane-url"},
                                  std::pair{"bulk_export", "--export-url"},
                                  std::pair{"agent_streaming", "--streaming-url"}};
    for (const auto& [area, option] : kOptions) {
        if (step.api->name() == area) return std::string(option) + ", or --url for all areas";
    }
    return "--server " + step.source + "=URL";
}

}  // namespace

std::vector<const workflow::Step*> reachable_steps(const workflow::Workflow& workflow) {
    std::vector<const workflow::Step*> steps;
    for (const workflow::Workflow* one : workflow.with_called()) {
        for (const workflow::Step& step : one->steps) steps.push_back(&step);
    }
    return steps;
}

Send with_write_permission(Send send, const Target& target) {
    if (target.has_control()) return send;
    return [send = std::move(send), &target](const client::HttpCall& call) {
        if (http::is_safe_method(call.request.method)) return send(call);
        const char* why = nullptr;
        const std::string& cancelled = target.exports.cancel_export_id;
        if (!target.allows_writes()) {
            why = write_refusal(target);
        } else if (call.area == kExports && cancelled.empty()) {
            why = kMayNotCancel;
        } else if (call.area == kExports && !ends_with_id(call.url, cancelled)) {
            why = kMayNotCancelOthers;
        }
        return why ? client::unsent_exchange(call, {ErrorCode::kUsage, why, {}, {}}) : send(call);
    };
}

std::optional<std::string> missing_base_url(const workflow::Workflow& workflow,
                                            const Target& target) {
    const BaseUrls urls{target.base_urls, target.server_urls};
    for (const workflow::Step* step : reachable_steps(workflow)) {
        if (!step->operation || step->api->name() == kControlDocument) continue;
        const auto unserved = target.unserved_areas.find(step->api->name());
        if (unserved != target.unserved_areas.end() && !target.server_urls.contains(step->source))
            return unserved->second;
        if (base_url_of(urls, step->source, *step->api, step->server_url).empty())
            return "unknown base URL of " + step->source + ": give " + url_option_of(*step);
    }
    return std::nullopt;
}

bool needs_control(const workflow::Workflow& workflow) {
    const auto& needs = workflow.needs;
    return std::ranges::find(needs, "control") != needs.end();
}

bool may_write(const workflow::Workflow& workflow) {
    return writes(workflow, [](const workflow::Step&) { return true; });
}

bool needs_export_to_cancel(const workflow::Workflow& workflow, const Target& target) {
    return target.exports.cancel_export_id.empty() && writes(workflow, is_export_step);
}

std::optional<std::string> reason_never_playable(const workflow::Workflow& workflow) {
    if (!writes(workflow, changes_other_export)) return std::nullopt;
    return kMayNotCancelOthers;
}

std::optional<std::string> reason_not_playable(const workflow::Workflow& workflow,
                                               const Target& target) {
    if (target.has_control()) return std::nullopt;
    if (auto missing = missing_base_url(workflow, target)) return missing;
    if (needs_control(workflow)) {
        return target.read_only ? "needs control: not with --read-only" : "needs control";
    }
    if (!target.allows_writes())
        return may_write(workflow) ? std::optional(write_refusal(target)) : std::nullopt;
    if (!writes(workflow, is_export_step)) return std::nullopt;
    if (needs_export_to_cancel(workflow, target)) return kMayNotCancel;
    return reason_never_playable(workflow);
}

}  // namespace plumbline::runner
