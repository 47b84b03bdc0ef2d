#include "conformance/preflight/preflight.hpp"

#include "conformance/preflight/area_probe.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::preflight {
namespace {

bool is_url_shared(const std::map<std::string, std::string>& base_urls, const std::string& area) {
    const std::string& url = base_urls.at(area);
    return std::ranges::count_if(base_urls,
                                 [&](const auto& other) { return other.second == url; }) > 1;
}

/// Returns the areas without a failed check.
std::set<std::string> working_areas(const std::vector<PreflightCheck>& checks) {
    std::set<std::string> areas;
    for (const PreflightCheck& check : checks) areas.insert(check.area);
    for (const PreflightCheck& check : checks) {
        if (check.failure != CheckFailure::kNone) areas.erase(check.area);
    }
    return areas;
}

}  // namespace

std::string_view to_text(CheckOutcome outcome) {
    switch (outcome) {
        case CheckOutcome::kOk:
            return "ok";
        case CheckOutcome::kWarning:
            return "warning";
        case CheckOutcome::kFailed:
            return "failed";
        case CheckOutcome::kNotChecked:
            return "not checked";
    }
    return "";
}

const PreflightCheck* PreflightResult::blocking_check() const {
    const bool is_any_working = !working_areas(checks).empty();
    const PreflightCheck* found = nullptr;
    for (const PreflightCheck& check : checks) {
        if (check.failure == CheckFailure::kNone) continue;
        if (check.failure == CheckFailure::kNotServed && is_any_working) continue;
        // What is unreachable explains more than what is set up in a wrong way.
        if (!found || (found->failure != CheckFailure::kUnreachable &&
                       check.failure == CheckFailure::kUnreachable))
            found = &check;
    }
    return found;
}

std::map<std::string, std::string> PreflightResult::unserved_areas() const {
    std::map<std::string, std::string> areas;
    for (const PreflightCheck& check : checks) {
        if (check.failure == CheckFailure::kNotServed) areas[check.area] = check.detail;
    }
    return areas;
}

PreflightResult run_preflight(const runner::Target& target,
                              const Contract& contract,
                              const client::Send& send,
                              const Clock& clock,
                              const PreflightOptions& options) {
    PreflightResult result;
    Json inputs = Json::object();
    ProbeClient probe(target, send, kMaxRequests);
    for (const std::string& area : options.areas) {
        const ApiDocument* document = contract.find_document(area);
        if (!document || !target.base_urls.contains(area) || !probe.may_send()) continue;
        const AreaCheckOptions area_options{is_url_shared(target.base_urls, area),
                                            options.needs_key};
        const AreaResult found = check_area(*document, target, area_options, probe, clock);
        result.checks.insert(result.checks.end(), found.checks.begin(), found.checks.end());
        if (found.list) runner::add_found_inputs(area, *found.list, inputs);
    }
    if (options.checks_streams && working_areas(result.checks).contains("agent_streaming"))
        result.checks.push_back(check_stream_buffering(target, probe));
    result.requests = probe.sent();
    result.found_inputs = std::make_shared<const Json>(std::move(inputs));
    return result;
}

}  // namespace plumbline::preflight
