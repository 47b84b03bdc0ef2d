#include "conformance/app/run_options.hpp"

#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>

namespace plumbline::app {
namespace {

/// Rejects values that a range check accepts: `nan` is neither below nor above any number.
std::string check_finite(const std::string& text) {
    double number = 0;
    if (CLI::detail::lexical_cast(text, number) && std::isfinite(number)) return {};
    return "found \"" + text + "\", expected a number such as 0.5";
}

/// Rejects values that the conversion changes: `-1` would become 2^64 - 1, and an empty text 0.
std::string check_whole_number(const std::string& text) {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc() && stop == end) return {};
    return "found \"" + text + "\", expected a whole number from 0 to 18446744073709551615";
}

void check_range(CLI::Option& option, double least, double most) {
    option.check(check_finite)->check(CLI::Range(least, most));
}

void add_target(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Target (none: starts and stops an embedded mock)");
    add_connection(group, run);
    group.value("--control-url",
                run.control_url,
                "base URL of a plumbline-mock's control interface: a workspace per scenario");
    group.value("--control-token-env",
                run.control_token_env,
                "environment variable with the control interface's token");
    add_hosting(group, run);
    group.flag(
        "--allow-writes",
        run.allow_writes,
        "run scenarios that create, change and delete at a target without a control interface");
    group.flag(
        "--read-only", run.read_only, "send only GET and HEAD, whatever other options allow");
    add_journal_folder(group, run.journal_dir);
    group.flag("--no-preflight",
               run.skips_preflight,
               "run even if the checks of the target fail (plumbline check)");
}

void add_mock(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Embedded mock");
    group.value(
        "--mock", run.mock, "the plumbline-mock program (default: in the folder of plumbline)");
    group.list("--variant",
               run.variants,
               "another legal or known behaviour of services (see plumbline-mock --list-variants)");
    group.list("--fault",
               run.faults,
               "a deliberate defect of the mock (see plumbline-mock --list-faults)");
    group.value("--world",
                run.world,
                "the mock's world; without it, each scenario gets a world that has its inputs");
    group.folder("--fixtures",
                 run.fixtures,
                 "folder whose fixtures replace those built into the mock; with --documents, "
                 "an endpoint is tried without a rebuild (docs/first_hour.md)");
}

void add_selection(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Selection of scenarios");
    CLI::Option& files = group.value(
        "files", run.files, "suites (*.arazzo.yaml) to run instead of the built-in ones");
    CLI::Option* api = group
                           .file("--api",
                                 run.api,
                                 "OpenAPI document to test, without a suite: one is made from it "
                                 "(docs/your_api.md); without --url at a mock of it")
                           .excludes(&files);
    group
        .value("--max-bodies",
               run.max_bodies,
               "with --api, how many generated bodies each request that creates a record gets; "
               "--seed selects them (default: 100)")
        .check(CLI::Range(0, 100'000))
        ->needs(api);
    add_ledger(group, run.contract.ledger);
    add_sources(group, run.sources);
    add_area(group, run.areas);
    group.list("--only", run.only, "only scenarios that match this glob");
    group.list("--skip", run.skip, "skip scenarios that match this glob");
    CLI::Option* shard = &group.value("--shard",
                                      run.shard,
                                      "I/N: only the part I of N of these scenarios; env, env/N: "
                                      "from the variables of a Slurm job array or a Kubernetes "
                                      "indexed Job; join the results with `plumbline report "
                                      "merge`");
    group
        .value("--shard-times",
               run.shard_times,
               "result.json of a former run, whose times balance the shards; the same for all")
        .needs(shard);
    group
        .value("--generated",
               run.generated,
               "scenarios generated from the contract: none, patch (on one new deployment for "
               "each source), all (default: all on a mock without FILES, else none)")
        .check(CLI::IsMember({"none", "patch", "all"}));
    group
        .value("--max-creates",
               run.max_creates,
               "how many deployments the selected scenarios may create at a target without a "
               "control interface; a run that could create more does not start")
        .check(CLI::Range(0, 1'000'000));
    group.list("--input",
               run.inputs,
               "an input of the scenarios: name=value (JSON or text), name=@FILE, "
               "name=env:VARIABLE; \\@ and \\env: begin a text; or the environment variable "
               "PLUMBLINE_INPUT_name=value");
    group.list("--inputs",
               run.input_files,
               "a YAML or JSON file with inputs by name; {env: VARIABLE} and {file: PATH} are "
               "replaced; --input overrides it");
}

void add_execution(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Execution");
    group
        .value("--jobs,-j",
               run.jobs,
               "scenarios at a time, at most 256 (default: 16 with a control interface, else 2)")
        .check(CLI::Range(1, 256));
    group.flag("--lenient-jsonpath",
               run.lenient_jsonpath,
               "also try criteria such as $[?@.id] on an array around their context, and warn");
    group.flag("--strict", run.strict, "a broken assumption is a failure instead of a warning");
    group.flag("--strict-cleanup", run.strict_cleanup, "a failed clean-up is a failure");
    group.value("--seed", run.seed, "seed for generated names, and for bodies with --api")
        .check(check_whole_number);
    check_range(
        group.value("--timeout", run.timeout_s, "timeout of a request in seconds (default: 30)"),
        0.001,
        86'400.0);
    group
        .value("--response-memory",
               run.response_memory_mib,
               "memory for the JSON of a response in MiB (default: 24); a larger one is not_run")
        .check(CLI::Range(1, 192));
    check_range(
        group.value("--poll-interval",
                    run.poll_interval_s,
                    "seconds between polls (default: 0.001 with a control interface, else 3)"),
        0.0,
        3'600.0);
    check_range(
        group.value("--poll-deadline",
                    run.poll_deadline_s,
                    "maximum duration of a poll in seconds (default: 10 with a control interface, "
                    "else 1800)"),
        0.0,
        86'400.0);
    check_range(
        group.value("--consistency-wait",
                    run.consistency_wait_s,
                    "seconds during which a read may miss a write of its scenario (default: 0)"),
        0.0,
        3'600.0);
}

void add_required_coverage(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Required coverage (else exit code 1)");
    group.value("--min-verified",
                run.min_verified,
                "how many requirements have to be verified: a number, or a part of the checkable "
                "ones such as 40%");
    group.list("--require",
               run.required,
               "a requirement (ID) or an area that has to be verified, AREA=40% for a part");
    group.flag("--fail-on-skipped", run.fail_on_skipped, "no scenario may be skipped");
    group.flag("--strict-schemas",
               run.strict_schemas,
               "every part of the schemas of own API documents must be judged");
}

void add_reporting(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Reports");
    CLI::Option* folder =
        &group.value("--report-dir", run.report_dir, "write the reports into this folder");
    group
        .list("--format",
              run.formats,
              "which reports (default: text, json, junit, html; others: see --report)")
        .delimiter(',')
        ->needs(folder);
    group.list("--report",
               run.reports,
               "FORM=FILE: a report into a file of its own; forms: text, json, junit, html, "
               "markdown, github, sarif, gitlab, tap, ctrf, allure (FILE is a folder); FILE may be "
               "- (standard output; the text is then on standard error)");
    CLI::Option& verbose =
        group.count("--verbose,-v",
                    run.verbosity,
                    "also print passed scenarios, every cause in full, observations, transitions; "
                    "-vv: also the exchanges of passed scenarios, in all reports");
    group
        .flag("--quiet,-q",
              run.quiet,
              "print only a line per cause of what did not pass and the counts; no progress")
        .excludes(&verbose);
    group.choice("--progress",
                 run.progress,
                 {"auto", "live", "lines", "periodic", "none"},
                 "progress output: a live status line or a line every 30 s on standard error, a "
                 "line per scenario when it ends, or nothing (auto: live on a terminal, else lines "
                 "with -v, else periodic)");
    group.choice("--color", run.color, {"auto", "always", "never"}, "when to use color");
}

void add_known_deviations(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "How to judge");
    group.list("--deviations",
               run.deviations,
               "file of known deviations, which do not fail the run (docs/deviations.md)");
    group.list(
        "--severity",
        run.severities,
        "CHECK=fail|warn|ignore: how to rate what a check finds, by the code of its findings: "
        "status, content-type, schema, criterion, ... (plumbline list --checks)");
    group.value("--baseline",
                run.baseline,
                "result.json of a former run: only what did not fail there fails this run");
}

}  // namespace

void add_run_options(CLI::App& command, RunCommand& run) {
    add_target(command, run);
    add_mock(command, run);
    add_selection(command, run);
    add_execution(command, run);
    add_required_coverage(command, run);
    add_reporting(command, run);
    add_known_deviations(command, run);
}

void add_check_options(CLI::App& command, RunCommand& run) {
    add_target(command, run);
    add_selection(command, run);
}

void add_service(OptionGroup& group, RunCommand& run) {
    group.value("--url", run.url, "base URL of the service, all areas");
    group.value("--control-plane-url", run.control_plane_url, "base URL of the control plane");
    group.value("--export-url", run.export_url, "base URL of the bulk export API");
    group.value("--streaming-url", run.streaming_url, "base URL of the streaming API");
    group.api_key(run.api_key_env);
    group.authorities(run.ca_file);
    group
        .value("--max-rate",
               run.max_rate,
               "maximum requests per second, all jobs together; 0: no limit (default: no "
               "limit with a control interface, else 10)")
        .check(check_finite)
        ->check(CLI::Range(0.0, 1e6));
    group.tenant(run.tenant);
    group.value("--vocabulary",
                run.vocabulary,
                "file with the target's names of fields, values and paths (docs/targets.md)");
    add_documents(group, run.contract.documents);
}

void add_connection(OptionGroup& group, RunCommand& run) {
    group.value("--target",
                run.target,
                "profile of the target (docs/targets.md); none: no profile (default: "
                "plumbline.yaml in the current folder, if it exists and no other target is named)");
    group.value("--region", run.region, "use this region of the profile's `regions`");
    group.list(
        "--server", run.servers, "NAME=URL: base URL of the source description NAME of a suite");
    add_service(group, run);
}

void add_hosting(OptionGroup& group, RunCommand& run) {
    group
        .value(
            "--hosting",
            run.hosting,
            "hosting of the target; for a mock (--control-url), use only worlds with this hosting")
        .check(CLI::IsMember({"cloud", "self_hosted"}));
}

void add_documents(OptionGroup& group, std::vector<std::string>& documents) {
    group.list("--documents",
               documents,
               "OpenAPI document, folder of them (*.yaml, *.yml, *.json), or folder of a contract "
               "with its extensions.schema.json and ledger.yaml, instead of the built-in ones: "
               "what the embedded mock serves");
}

void add_ledger(OptionGroup& group, std::string& file) {
    group.file("--ledger",
               file,
               "file with the requirements that suites and documents name, instead of those of the "
               "built-in documents (docs/your_api.md)");
}

void add_journal_folder(OptionGroup& group, std::string& folder) {
    group.value("--journal-dir",
                folder,
                "folder of the clean-up journals (default: $XDG_STATE_HOME/plumbline/journal or "
                "~/.local/state/plumbline/journal)");
}

void add_sources(OptionGroup& group, std::vector<std::string>& sources) {
    group.list("--source",
               sources,
               "NAME=FILE: read this file for the source description NAME of a suite, instead of "
               "its url: for a url on another machine");
}

void add_area(OptionGroup& group, std::vector<std::string>& areas) {
    group.list("--area", areas, "only this area: control_plane, bulk_export, agent_streaming");
}

}  // namespace plumbline::app
