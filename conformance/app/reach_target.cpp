#include "conformance/app/reach_target.hpp"

#include "conformance/app/open_target.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/usage_error.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace plumbline::app {
namespace {

/// Sends a request to each address; an HTTP response of any status is accepted.
Result<void> probe(const runner::Target& target, const Clock& clock) {
    const client::Send send = runner::target_send(make_send(target, clock), target);
    std::set<std::string> urls;
    // Other regions than the tested one may be down.
    for (const auto& [area, url] : target.base_urls.empty() ? target.server_urls : target.base_urls)
        urls.insert(url);
    if (target.has_control()) urls.insert(target.control_url + "/_plumbline/health");
    for (const std::string& url : urls) {
        client::HttpCall call;
        call.url = url;
        call.request.method = "GET";
        call.timeout = target.timeout;
        const client::Exchange exchange = send(call);
        if (!exchange.failure || exchange.failure->code == ErrorCode::kLimit) continue;
        Error error = *exchange.failure;
        // A connection that closes or speaks another protocol counts as unreachable.
        if (error.code == ErrorCode::kIo) error.code = ErrorCode::kUnreachable;
        return fail(std::move(error));
    }
    return {};
}

/// Queries which worlds the target can create; this also checks that it accepts our workspaces. If
/// a world or hosting is requested, only that one is used.
Result<void> load_worlds(runner::Target& target, const RunCommand& command, const Clock& clock) {
    if (!target.has_control()) return {};
    const bool is_chosen = !command.world.empty() || !command.hosting.empty();
    auto worlds =
        runner::query_worlds(target,
                             is_chosen ? std::vector{command.hosting} : runner::all_hostings(),
                             make_send(target, clock));
    if (!worlds) return fail(worlds.error());
    target.worlds = std::move(*worlds);
    return {};
}

/// Checks that the sources of the user's own suites have URLs: a run without them verifies nothing
/// that the user asked for. Errors: kUsage.
Result<void> check_base_urls(const RunCommand& command,
                             const std::vector<runner::ScenarioNeeds>& needs) {
    if (command.files.empty()) return {};
    for (const runner::ScenarioNeeds& one : needs) {
        if (!one.base_url.empty()) return usage_error(one.name + ": " + one.base_url);
    }
    return {};
}

/// Returns how many scenarios have no API key that they need, in areas where most need one. Where
/// few do, they are skipped, and the run still verifies the area.
int count_without_key(const std::vector<runner::ScenarioNeeds>& needs) {
    struct AreaCount {
        int possible = 0;
        int without_key = 0;
    };
    std::map<std::string, AreaCount> areas;
    for (const runner::ScenarioNeeds& one : needs) {
        if (one.control || !one.base_url.empty()) continue;
        AreaCount& area = areas[one.area];
        ++area.possible;
        if (std::ranges::find(one.inputs, "api_key") != one.inputs.end()) ++area.without_key;
    }
    int count = 0;
    for (const auto& [name, area] : areas) {
        if (area.without_key * 2 > area.possible) count += area.without_key;
    }
    return count;
}

/// Checks that there is an API key if most scenarios of a served area need one. Errors: kUsage.
Result<void> check_api_key(const std::vector<runner::ScenarioNeeds>& needs) {
    const int count = count_without_key(needs);
    if (count == 0) return {};
    return usage_error(
        "no API key is given, and " + std::to_string(count) + " of " +
            std::to_string(needs.size()) + " selected scenarios need one",
        "set PLUMBLINE_API_KEY, or name the variable with --api-key-env (in a profile: "
        "credentials.api_key_env); --area and --only select scenarios without");
}

Result<void> apply_preflight(PreparedRun& prepared,
                             const std::vector<runner::ScenarioNeeds>& needs,
                             Clock& clock,
                             std::ostream& err) {
    const preflight::PreflightResult result =
        preflight_of(prepared, needs, preflight_send(prepared.open.target, clock), clock, false);
    if (const auto* blocking = result.blocking_check()) return fail(error_of(*blocking));
    for (const preflight::PreflightCheck& check : result.checks) {
        if (check.outcome != preflight::CheckOutcome::kWarning) continue;
        print_message("warning: " + check.name + ": " + check.detail + "; " + check.remedy, err);
    }
    prepared.open.target.unserved_areas = result.unserved_areas();
    prepared.open.target.found_inputs = result.found_inputs;
    return {};
}

}  // namespace

Error error_of(const preflight::PreflightCheck& check) {
    const bool is_unreachable = check.failure == preflight::CheckFailure::kUnreachable;
    std::string message = check.name + ": " + check.detail;
    if (!check.remedy.empty()) message += "; " + check.remedy;
    return {is_unreachable ? ErrorCode::kUnreachable : ErrorCode::kUsage,
            std::move(message),
            {},
            {"`plumbline check` prints all checks of a target; --no-preflight runs without them"}};
}

client::Send recording_send(const runner::Target& target, const Clock& clock) {
    return runner::target_send(make_send(target, clock, {.records_connection = true}), target);
}

client::Send preflight_send(const runner::Target& target, Clock& clock) {
    using Log = runner::BusyTargetLog;
    return runner::with_busy_retries(recording_send(target, clock),
                                     std::make_shared<Log>(Log::WaitPurpose::kPreflight),
                                     nullptr,
                                     clock);
}

preflight::PreflightResult preflight_of(const PreparedRun& prepared,
                                        const std::vector<runner::ScenarioNeeds>& needs,
                                        const client::Send& send,
                                        const Clock& clock,
                                        bool checks_streams) {
    preflight::PreflightOptions options;
    options.areas = runner::tested_areas(prepared.loaded.suites, prepared.ledger, prepared.options);
    options.checks_streams = checks_streams;
    options.needs_key = count_without_key(needs) > 0;
    const runner::Target& target = prepared.open.target;
    preflight::PreflightResult result =
        preflight::run_preflight(target, *prepared.contract, send, clock, options);
    // A target may repeat the key, for example in the Location of a redirect.
    for (preflight::PreflightCheck& check : result.checks) {
        check.detail = runner::without_secrets_of(target, check.detail);
        check.remedy = runner::without_secrets_of(target, check.remedy);
    }
    return result;
}

std::vector<runner::ScenarioNeeds> needs_of(const PreparedRun& prepared) {
    return runner::scenario_needs(prepared.loaded.suites, prepared.options, prepared.open.target);
}

Result<void> reach_target(const RunCommand& command,
                          PreparedRun& prepared,
                          Clock& clock,
                          std::ostream& err) {
    runner::Target& target = prepared.open.target;
    if (auto token = open_tokens(target, clock); !token) return token;
    if (target.has_control()) {
        return probe(target, clock).and_then([&] { return load_worlds(target, command, clock); });
    }
    const auto needs = needs_of(prepared);
    if (auto known = check_base_urls(command, needs); !known) return known;
    const bool tests_contract = !target.base_urls.empty() && !command.skips_preflight;
    auto reached =
        tests_contract ? apply_preflight(prepared, needs, clock, err) : probe(target, clock);
    if (!reached) return fail(runner::without_secrets_of(target, reached.error()));
    // The preflight may have found areas that are not served, which need no key.
    return check_api_key(needs_of(prepared));
}

}  // namespace plumbline::app
