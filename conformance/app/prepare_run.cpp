#include "conformance/app/prepare_run.hpp"

#include "conformance/app/api_document.hpp"
#include "conformance/app/check_severities.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/generated_scenarios.hpp"
#include "conformance/app/misspelt_variables.hpp"
#include "conformance/app/schema_prewarm.hpp"
#include "conformance/app/selection.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/app/variable_inputs.hpp"
#include "conformance/client/client.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "reports/reports.hpp"

#include <utility>

namespace plumbline::app {
namespace {

/// Checks that the embedded mock, with these documents of users, serves what the selected scenarios
/// call. Errors: kUsage, with the option that gives the URL.
Result<void> check_served_by_mock(const runner::Suites& suites,
                                  const std::vector<std::string>& served,
                                  const runner::RunOptions& options) {
    for (const runner::ScenarioGroup& group : runner::scenario_groups(suites, options)) {
        for (const runner::ScheduledScenario& item : group) {
            for (const workflow::Step* step : runner::reachable_steps(*item.workflow)) {
                if (!step->operation || !step->api->is_foreign() || is_in(served, *step->api))
                    continue;
                const std::string& declared = step->api->server_url();
                return fail(ErrorCode::kUsage,
                            item.workflow->name + " calls " + step->source +
                                ", which the embedded mock does not serve, and no URL of it is "
                                "given",
                            step->where,
                            {"test a mock of it: --documents " + step->api->document().file,
                             "or, without a mock, give its URL: --server " + step->source + '=' +
                                 (declared.empty() ? "URL" : declared)});
            }
        }
    }
    return {};
}

/// Sets the options that depend on the command and the contract alone.
void set_options(const RunCommand& command, const Contract& contract, runner::RunOptions& options) {
    options.severity = {command.strict, command.strict_cleanup, {}};
    options.areas = command.areas;
    options.covers_whole_ledger = !command.contract.ledger.empty();
    options.only = command.only;
    options.skip = command.skip;
    options.shows_literal_credentials = command.files.empty();
    options.collect_transitions = contract.find_operation("getCoverage") != nullptr;
}

/// Streams mostly wait: with a workspace for each scenario, many can run at a time.
int job_count(const RunCommand& command, const runner::Target& target) {
    constexpr int kJobsWithControl = 16;
    constexpr int kJobsElsewhere = 2;
    return command.jobs.value_or(target.has_control() ? kJobsWithControl : kJobsElsewhere);
}

/// Merges the inputs of the profile, of variables, of files and of options: the later ones replace
/// the earlier.
void merge_inputs(PreparedRun& prepared) {
    runner::GivenInputs& given = prepared.open.target.inputs;
    given = merged(given, prepared.inputs.of_variables);
    given = merged(merged(given, prepared.inputs.of_files), prepared.inputs.of_options);
    prepared.options.inputs = given.values;
    prepared.options.assistants = prepared.open.target.assistants;
    prepared.options.secret_inputs = given.secret_names;
}

/// Returns the gates of the profile and of the options; --min-verified overrides the profile's.
/// Errors: kUsage (an amount, an unknown area or requirement).
Result<verdicts::CoverageGateOptions> gate_options_of(const RunCommand& command,
                                                      const runner::Target& target,
                                                      const Ledger& ledger) {
    verdicts::CoverageGateOptions gates = target.required_coverage;
    if (!command.min_verified.empty()) {
        auto amount = verdicts::parse_coverage_amount(command.min_verified);
        if (!amount) return usage_error("--min-verified: " + amount.error().message);
        gates.min_verified = *amount;
    }
    gates.required.insert(gates.required.end(), command.required.begin(), command.required.end());
    gates.fail_on_skipped = gates.fail_on_skipped || command.fail_on_skipped;
    gates.strict_schemas = gates.strict_schemas || command.strict_schemas;
    if (auto known = check_coverage_gates(gates, ledger); !known) return fail(known.error());
    return gates;
}

/// Starts reading the ledger. The HTTP library starts beside it, because both need some time.
std::future<Result<Ledger>> start_reading_ledger(const RunCommand& command,
                                                 const RunSources* sources) {
    return std::async(std::launch::async, [&command, sources] {
        auto ledger =
            sources ? Result<Ledger>(sources->ledger) : load_named_ledger(command.contract);
        client::initialize_http_library();
        return ledger;
    });
}

/// Reads what the command line names, except for the target: report formats, inputs, suites.
Result<void> read_command(const RunCommand& command,
                          const RunSources* sources,
                          PreparedRun& prepared) {
    auto forms = reports::check_formats(command.formats);
    if (!forms) return fail(forms.error());
    auto files = reports::parse_report_files(command.reports);
    if (!files) return fail(error_about("--report", files.error()));
    if (auto distinct = reports::check_distinct_files(*files, command.report_dir, command.formats);
        !distinct)
        return fail(distinct.error());
    prepared.report_files = std::move(*files);
    auto inputs = read_inputs(command);
    if (!inputs) return fail(inputs.error());
    prepared.inputs = std::move(*inputs);
    prepared.loaded =
        sources ? sources->loaded
        : !command.api.empty()
            ? load_api_suite(command.api, prepared.contract, api_suite_options(command))
            : load_suites(command.files,
                          prepared.contract,
                          {.lenient_jsonpath = command.lenient_jsonpath},
                          command.sources);
    auto of_variables = read_variable_inputs(prepared.loaded.suites, input_variables());
    if (!of_variables) return fail(of_variables.error());
    prepared.inputs.of_variables = std::move(of_variables->inputs);
    auto& warnings = prepared.loaded.diagnosis.warnings;
    warnings.insert(warnings.end(), of_variables->warnings.begin(), of_variables->warnings.end());
    set_options(command, *prepared.contract, prepared.options);
    return {};
}

/// Sets by what a run is judged, as the profile and the options say: severities, coverage gates.
Result<void> set_criteria(const RunCommand& command, PreparedRun& prepared) {
    const runner::Target& target = prepared.open.target;
    prepared.options.severity.checks = target.check_severities;
    auto severities = read_check_severities(command.severities, prepared.options.severity.checks);
    if (!severities) return fail(severities.error());
    auto gates = gate_options_of(command, target, prepared.ledger);
    if (!gates) return fail(gates.error());
    prepared.options.gates = std::move(*gates);
    return {};
}

/// Sends the calls of users' documents to the embedded mock, which serves them, or to --url.
void set_server_urls(const std::vector<std::string>& served, PreparedRun& prepared) {
    const std::string& url = prepared.open.user_url;
    if (url.empty()) return;
    for (const auto& suite : prepared.loaded.suites) {
        for (const workflow::Suite* each : suite->with_sources()) {
            for (const workflow::Source& source : each->sources) {
                if (!source.api || !is_in(served, *source.api)) continue;
                prepared.open.target.server_urls.try_emplace(source.name, url);
            }
        }
    }
}

/// Takes the target over, with warnings of the environment and the inputs of both. Errors: that of
/// `open`.
Result<void> use_target(Result<OpenTarget> open, PreparedRun& prepared) {
    if (!open) return fail(open.error());
    prepared.open = std::move(*open);
    for (Error& warning : misspelt_variables(prepared.open.target))
        prepared.loaded.diagnosis.warnings.push_back(std::move(warning));
    merge_inputs(prepared);
    return {};
}

}  // namespace

api_suite::ApiSuiteOptions api_suite_options(const RunCommand& command) {
    api_suite::ApiSuiteOptions options;
    options.seed = command.seed.value_or(options.seed);
    if (command.max_bodies) options.max_bodies = static_cast<std::size_t>(*command.max_bodies);
    return options;
}

Result<PreparedRun> prepare_run(const RunCommand& command, const RunSources* sources) {
    PreparedRun prepared;
    const std::vector<std::string> served = user_documents(command.contract);
    // The mock starts while the two largest documents are read: together they take much of the time
    // of a short run.
    // For the user's own suites it waits: they may call a service that no mock serves.
    const bool may_need_no_mock = !command.files.empty() && !command.has_target();
    auto opening = std::async(may_need_no_mock ? std::launch::deferred : std::launch::async,
                              [&] { return open_target(command); });
    auto reading_ledger = start_reading_ledger(command, sources);
    auto contract = sources ? Result<std::shared_ptr<const Contract>>(sources->contract)
                            : load_named_contract(command.contract);
    if (!contract) return fail(contract.error());
    prepared.contract = *contract;
    leak_until_exit(*contract);
    auto read = read_command(command, sources, prepared);
    if (!read) return fail(read.error());
    if (may_need_no_mock) {
        if (!prepared.loaded.diagnosis.errors.empty()) return prepared;
        auto checked = check_served_by_mock(prepared.loaded.suites, served, prepared.options);
        if (!checked) return fail(checked.error());
    }
    if (auto used = use_target(opening.get(), prepared); !used) return fail(used.error());
    set_server_urls(served, prepared);
    auto generated =
        add_generated_for(command, prepared.open.target, prepared.contract, prepared.loaded);
    if (!generated) return fail(generated.error());
    // A run of chosen scenarios needs few schemas.
    if (prepared.loaded.diagnosis.errors.empty() && prepared.options.only.empty())
        prepared.compiling = precompile_schemas(prepared.loaded.suites);
    auto ledger = reading_ledger.get();
    if (!ledger) return fail(ledger.error());
    prepared.ledger = std::move(*ledger);
    auto criteria = set_criteria(command, prepared);
    if (!criteria) return fail(criteria.error());
    prepared.options.jobs = job_count(command, prepared.open.target);
    return prepared;
}

Result<void> check_selection(const PreparedRun& prepared) {
    const runner::RunOptions& options = prepared.options;
    const runner::Suites& suites = prepared.loaded.suites;
    if (auto known = check_areas(options.areas, suites, prepared.ledger); !known) return known;
    for (const auto& [option, globs] :
         {std::pair("--only", &options.only), std::pair("--skip", &options.skip)}) {
        if (auto known = check_globs(option, *globs, scenario_names(suites)); !known) return known;
    }
    const CommandInputs& given = prepared.inputs;
    if (auto known = check_inputs("--input", given.of_options.values, suites, options); !known)
        return known;
    // A file may be for several runs with other selections.
    if (auto known = check_inputs("--inputs", given.of_files.values, suites, {}); !known)
        return known;
    if (!runner::selected_scenarios(suites, options).empty()) return {};
    return usage_error(
        "no scenario matches --area, --only and --skip; `plumbline list` prints all names");
}

}  // namespace plumbline::app
