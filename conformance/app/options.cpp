#include "conformance/app/options.hpp"

#include "conformance/app/cleanup_options.hpp"
#include "conformance/app/gate_options.hpp"
#include "conformance/app/given_inputs.hpp"
#include "reports/reports.hpp"
#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>

namespace plumbline::app {
namespace {

constexpr const char* kJournalFolderHelp =
    "folder of the clean-up journals (default: $XDG_STATE_HOME/plumbline/journal or "
    "~/.local/state/plumbline/journal)";

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

void add_documents(OptionGroup& group, std::string& folder) {
    group.folder("--documents",
                 folder,
                 "folder with API documents, their extensions.schema.json and ledger.yaml, "
                 "instead of the built-in ones");
}

/// Adds the options for the target's address and credentials.
void add_connection(OptionGroup& group, RunCommand& run) {
    group.value("--target", run.target, "profile of the target (docs/targets.md)");
    group.value("--url", run.url, "base URL of the service, all areas");
    group.value("--control-plane-url", run.control_plane_url, "base URL of the control plane");
    group.value("--export-url", run.export_url, "base URL of the bulk export API");
    group.value("--streaming-url", run.streaming_url, "base URL of the streaming API");
    group.api_key(run.api_key_env);
    group.value("--region", run.region, "use this region of the profile's `regions`");
    group.list(
        "--server", run.servers, "NAME=URL: base URL of the source description NAME of a suite");
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
    add_documents(group, run.documents);
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
    group
        .value(
            "--hosting",
            run.hosting,
            "hosting of the target; for a mock (--control-url), use only worlds with this hosting")
        .check(CLI::IsMember({"cloud", "self_hosted"}));
    group.flag(
        "--allow-writes",
        run.allow_writes,
        "run scenarios that create, change and delete at a target without a control interface");
    group.flag(
        "--read-only", run.read_only, "send only GET and HEAD, whatever other options allow");
    group.value("--journal-dir", run.journal_dir, kJournalFolderHelp);
    group.flag("--no-preflight",
               run.skips_preflight,
               "run even if the checks of the target fail (plumbline check)");
}

void add_mock(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Embedded mock");
    group.value(
        "--mock", run.mock, "the plumbline-mock program (default: in the folder of plumbline)");
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
    group.value("files", run.files, "suites (*.arazzo.yaml) to run instead of the built-in ones");
    group.list("--area", run.areas, "only this area: control_plane, bulk_export, agent_streaming");
    group.list("--only", run.only, "only scenarios that match this glob");
    group.list("--skip", run.skip, "skip scenarios that match this glob");
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
    add_input_options(group, run);
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
    group.value("--seed", run.seed, "seed for generated names").check(check_whole_number);
    group.value("--timeout", run.timeout_s, "timeout of a request in seconds (default: 30)")
        .check(check_finite)
        ->check(CLI::Range(0.001, 86'400.0));
    group
        .value("--poll-interval",
               run.poll_interval_s,
               "seconds between polls (default: 0.001 with a control interface, else 3)")
        .check(check_finite)
        ->check(CLI::Range(0.0, 3'600.0));
    group
        .value("--poll-deadline",
               run.poll_deadline_s,
               "maximum duration of a poll in seconds (default: 10 with a control interface, "
               "else 1800)")
        .check(check_finite)
        ->check(CLI::Range(0.0, 86'400.0));
    group
        .value("--consistency-wait",
               run.consistency_wait_s,
               "seconds during which a read may miss a write of its scenario (default: 0)")
        .check(check_finite)
        ->check(CLI::Range(0.0, 3'600.0));
}

void add_reporting(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Reports");
    CLI::Option* folder =
        &group.value("--report-dir", run.report_dir, "write the reports into this folder");
    group.list("--format", run.formats, "which reports: text, json, junit (default: all)")
        .delimiter(',')
        ->needs(folder);
    group.flag("--quiet,-q", run.quiet, "no line per passed scenario, and no progress");
    group.choice("--progress",
                 run.progress,
                 {"auto", "live", "lines", "none"},
                 "progress output: a live status line on standard error, a scenario's lines "
                 "when it ends, or nothing (auto: live on a terminal, else lines)");
    group.choice("--color", run.color, {"auto", "always", "never"}, "when to use color");
}

void add_lint_format(OptionGroup& group, LintCommand& lint) {
    std::vector<std::string> names;
    for (const reports::LintFormat& form : reports::lint_formats()) names.emplace_back(form.name);
    group.choice("--format", lint.format, names, "output format of the findings");
}

const CLI::App* add_run(CLI::App& app, RunCommand& run) {
    CLI::App* command = app.add_subcommand("run", "Run the scenarios and check the target.");
    add_target(*command, run);
    add_mock(*command, run);
    add_selection(*command, run);
    add_execution(*command, run);
    add_gate_options(*command, run);
    add_reporting(*command, run);
    add_deviations_option(*command, run.deviations);
    return command;
}

const CLI::App* add_check(CLI::App& app, CheckCommand& check) {
    CLI::App* command = app.add_subcommand(
        "check", "Check that a target can be tested, and what would add scenarios.");
    add_target(*command, check.run);
    add_selection(*command, check.run);
    OptionGroup group(*command);
    group.choice("--format", check.format, {"text", "json"}, "output format: text, json");
    return command;
}

const CLI::App* add_lint(CLI::App& app, LintCommand& lint) {
    CLI::App* command = app.add_subcommand("lint", "Check suites without running them.");
    OptionGroup group(*command);
    group.value("files", lint.files, "suites (default: built-in)");
    add_lint_format(group, lint);
    group.flag("--verbose", lint.verbose, "print which document each source is");
    add_documents(group, lint.documents);
    return command;
}

void add_list(CLI::App& app, ListCommand& list) {
    CLI::App* command =
        app.add_subcommand("list", "List the scenarios, or the requirements and their checks.");
    OptionGroup group(*command);
    group.flag("--requirements", list.requirements, "requirements instead of scenarios");
    group.list("--area", list.areas, "only this area");
    group.value("files", list.files, "suites (default: built-in)");
    add_documents(group, list.documents);
}

const CLI::App* add_generate(CLI::App& app, GenerateCommand& generate) {
    CLI::App* command = app.add_subcommand(
        "generate", "Write the scenarios generated from the contract as Arazzo documents.");
    OptionGroup group(*command);
    group.value("--out", generate.out, "folder for the documents").required();
    group.list(
        "--area", generate.areas, "only this area: control_plane, bulk_export, agent_streaming");
    add_documents(group, generate.documents);
    return command;
}

const CLI::App* add_cleanup(CLI::App& app, CleanupCommand& cleanup) {
    CLI::App* added =
        app.add_subcommand("cleanup", "Delete what interrupted runs have left at a target.");
    CLI::App& command = *added;
    OptionGroup group(command);
    group.value("journals", cleanup.journals, "journals to process (default: all in the folder)");
    group.value("--journal-dir", cleanup.journal_dir, kJournalFolderHelp);
    group.flag("--dry-run", cleanup.dry_run, "print what would be deleted and send nothing");
    add_cleanup_options(command, cleanup);
    OptionGroup target(command, "Target (only resources created there are deleted)");
    add_connection(target, cleanup.target);
    command.footer(
        "Exit codes: 0 nothing is left, 1 something is left, 2 invalid usage, 3 no response from "
        "the target.");
    return added;
}

}  // namespace

PlumblineCommand parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Checks that a service conforms to its contract.", "plumbline");
    app.set_version_flag("--version", "plumbline " PLUMBLINE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 what was verified conforms, 1 something does not conform or was not run, or "
        "the required coverage is not reached, 2 invalid suite, contract or usage, or "
        "nothing verified, 3 no response from the target.");
    RunCommand run;
    CheckCommand check;
    DeviationsCommand deviations;
    LintCommand lint;
    ListCommand list;
    GenerateCommand generate;
    CleanupCommand cleanup;
    const CLI::App* run_app = add_run(app, run);
    const CLI::App* check_app = add_check(app, check);
    const CLI::App* lint_app = add_lint(app, lint);
    add_list(app, list);
    const CLI::App* generate_app = add_generate(app, generate);
    const CLI::App* cleanup_app = add_cleanup(app, cleanup);
    const CLI::App* deviations_app = add_deviations(app, deviations);
    if (auto exit = parse_arguments(app, {argv + 1, argv + argc})) return *exit;
    if (run_app->parsed()) return run;
    if (check_app->parsed()) return check;
    if (lint_app->parsed()) return lint;
    if (generate_app->parsed()) return generate;
    if (cleanup_app->parsed()) return cleanup;
    if (deviations_app->parsed()) return deviations;
    return list;
}

}  // namespace plumbline::app
