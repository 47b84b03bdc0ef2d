#include "conformance/app/options.hpp"

#include "conformance/app/report_options.hpp"
#include "conformance/app/run_options.hpp"
#include "conformance/host/host.hpp"
#include "reports/reports.hpp"
#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

namespace plumbline::app {
namespace {

void add_run(CLI::App& app, RunCommand& run) {
    add_run_options(*app.add_subcommand("run", "Run the scenarios and check the target."), run);
}

void add_check(CLI::App& app, CheckCommand& check) {
    CLI::App& command = *app.add_subcommand(
        "check", "Check that a target can be tested, and what would add scenarios.");
    add_check_options(command, check.run);
    OptionGroup(command).choice(
        "--format", check.format, {"text", "json"}, "output format: text, json");
}

void add_init(CLI::App& app, InitCommand& init) {
    CLI::App& command = *app.add_subcommand(
        "init", "Find out what a target offers, and write it as a profile for plumbline run.");
    OptionGroup target(command, "Target");
    add_service(target, init.run);
    add_hosting(target, init.run);
    OptionGroup group(command);
    group.value("--out", init.out, "the profile to write").capture_default_str();
    group.flag("--force", init.force, "overwrite it");
    group.list("--set",
               init.settings,
               "MEMBER=VALUE: a member of the profile that cannot be found, such as "
               "sources.git_host.repo_url=https://git.example/team/app");
    CLI::Option* assistants = &group.list(
        "--assistant",
        init.assistants,
        "look for this assistant instead of the suites' graphs: with a stateless agent run that "
        "is closed after its first event");
    group.flag("--no-assistants", init.skips_assistants, "start no agent runs")
        .excludes(assistants);
    command.footer(
        "Exit codes: 0 the profile is written, 2 invalid usage, or the target cannot be tested, 3 "
        "no response from the target.");
}

void add_lint_format(OptionGroup& group, LintCommand& lint) {
    std::vector<std::string> names;
    for (const reports::LintFormat& form : reports::lint_formats()) names.emplace_back(form.name);
    group.choice("--format", lint.format, names, "output format of the findings");
}

void add_lint(CLI::App& app, LintCommand& lint) {
    CLI::App* command = app.add_subcommand("lint", "Check suites without running them.");
    OptionGroup group(*command);
    group.value("files", lint.files, "suites (default: built-in)");
    add_lint_format(group, lint);
    group.flag("--verbose", lint.verbose, "print which document each source is");
    add_sources(group, lint.sources);
    add_documents(group, lint.contract.documents);
    add_ledger(group, lint.contract.ledger);
}

void add_list(CLI::App& app, ListCommand& list) {
    CLI::App* command = app.add_subcommand(
        "list", "List the scenarios, the requirements and their checks, or the checks.");
    OptionGroup group(*command);
    group.flag("--requirements", list.requirements, "requirements instead of scenarios");
    group.flag("--checks",
               list.checks,
               "checks instead of scenarios: type, positions or code of findings, requirements");
    group
        .value(
            "--format", list.format, "of the requirements: text or markdown (docs/requirements.md)")
        .check(CLI::IsMember({"text", "markdown"}));
    group.list("--area", list.areas, "only this area");
    group.value("files", list.files, "suites (default: built-in)");
    add_sources(group, list.sources);
    add_documents(group, list.contract.documents);
    add_ledger(group, list.contract.ledger);
}

void add_generate(CLI::App& app, GenerateCommand& generate) {
    CLI::App* command = app.add_subcommand(
        "generate",
        "Write the scenarios generated from the contract, or those of your documents "
        "(--documents), as Arazzo documents.");
    OptionGroup group(*command);
    group.value("--out", generate.out, "folder for the documents").required();
    add_area(group, generate.areas);
    add_documents(group, generate.contract.documents);
}

void add_new(CLI::App& app, NewSuiteCommand& suite) {
    CLI::App* command = app.add_subcommand("new", "Write a first suite.");
    command->require_subcommand(1);
    CLI::App* of_api = command->add_subcommand(
        "suite",
        "Write a suite for an OpenAPI document: sequences over its resources, requests that it "
        "must refuse.");
    OptionGroup group(*of_api);
    group.file("FILE", suite.api, "OpenAPI document").required();
    group.value("--out",
                suite.out,
                "suite to write (default: print it, as for a file beside the document)");
}

void add_cleanup(CLI::App& app, CleanupCommand& cleanup) {
    CLI::App& command =
        *app.add_subcommand("cleanup", "Delete what interrupted runs have left at a target.");
    OptionGroup group(command);
    CLI::Option* journals = &group.value(
        "journals", cleanup.journals, "journals to process (default: all in the folder)");
    add_journal_folder(group, cleanup.journal_dir);
    group.flag("--dry-run", cleanup.dry_run, "print what would be deleted and send nothing");
    CLI::Option* wait = &group.flag(
        "--wait",
        cleanup.wait,
        "wait for running runs, and repeat what a later try may delete: resources that are being "
        "created or deleted, or may still appear, and requests that failed");
    group.value("--wait-deadline", cleanup.wait_deadline_s, "how long, in seconds")
        .capture_default_str()
        ->needs(wait)
        ->check(CLI::Range(0.0, 86'400.0));
    group
        .value("--forget",
               cleanup.forget,
               "print what these journals list and remove them; deletes no resources")
        .excludes(wait)
        ->excludes(journals);
    OptionGroup target(command, "Target (only resources created there are deleted)");
    add_connection(target, cleanup.target);
    command.footer(
        "Exit codes: 0 nothing is left, 1 something is left, 2 invalid usage, 3 no response from "
        "the target.");
}

/// Not part of the help: for scripts of this repository that need hundreds of runs.
void add_batch(CLI::App& app, BatchCommand& batch) {
    CLI::App* command = app.add_subcommand(
        "batch",
        "Read suites and documents once and execute runs with them. A line of standard input is a "
        "JSON array, the arguments of a run; a line of standard output is its exit code.");
    command->group("");
    OptionGroup group(*command);
    group.value("files", batch.files, "suites (default: built-in)");
    add_documents(group, batch.contract.documents);
    add_ledger(group, batch.contract.ledger);
}

/// Adds what both actions need.
void add_files(CLI::App& command, DeviationsCommand& deviations) {
    command.footer(
        "Exit codes: 0 done, 1 an expired entry has to be extended or removed first, 2 invalid "
        "usage or file.");
    OptionGroup group(command);
    group.value("result", deviations.result, "the result.json of a run (--report-dir)").required();
    group.flag("--dry-run", deviations.dry_run, "print what would change, and write nothing");
}

void add_adding(CLI::App& command, DeviationsCommand& deviations) {
    add_files(command, deviations);
    OptionGroup group(command);
    group.value("--file", deviations.file, "file to extend or to create")
        .default_str("deviations.yaml");
    group.value("--reason",
                deviations.proposal.reason,
                "why the target may deviate; required, for all entries");
    group.value(
        "--issue", deviations.proposal.issue, "URL of the issue that removes the deviation");
    group.value("--owner", deviations.proposal.owner, "who removes the deviation");
    group.value(
        "--until", deviations.proposal.until, "last day on which the entries apply, YYYY-MM-DD");
    group.list(
        "--only", deviations.proposal.only, "only failures of scenarios that match this glob");
    group.list("--requirement",
               deviations.proposal.requirements,
               "only failures of this requirement (an id)");
}

void add_deviations(CLI::App& app, DeviationsCommand& deviations) {
    CLI::App* command = app.add_subcommand(
        "deviations", "Keep a file of known deviations up to date (docs/deviations.md).");
    command->require_subcommand(1);
    CLI::App* add = command->add_subcommand("add", "Add an entry for each failure of a run.");
    add_adding(*add, deviations);
    add->callback([&deviations] {
        deviations.action = DeviationsAction::kAdd;
        if (deviations.file.empty()) deviations.file = "deviations.yaml";
    });
    CLI::App* prune = command->add_subcommand(
        "prune", "Remove the entries that a run reported as fixed or expired.");
    add_files(*prune, deviations);
    OptionGroup(*prune).value("--file", deviations.file, "file to remove them from").required();
    prune->callback([&deviations] { deviations.action = DeviationsAction::kPrune; });
}

/// The options of all subcommands; those of one are used.
struct AllCommands {
    RunCommand run;
    InitCommand init;
    CheckCommand check;
    LintCommand lint;
    ListCommand list;
    GenerateCommand generate;
    NewSuiteCommand new_suite;
    CleanupCommand cleanup;
    DeviationsCommand deviations;
    RunReportCommand report;
    BatchCommand batch;
};

void add_commands(CLI::App& app, AllCommands& all) {
    add_run(app, all.run);
    add_init(app, all.init);
    add_check(app, all.check);
    add_lint(app, all.lint);
    add_list(app, all.list);
    add_generate(app, all.generate);
    add_new(app, all.new_suite);
    add_cleanup(app, all.cleanup);
    add_deviations(app, all.deviations);
    add_batch(app, all.batch);
    add_report_actions(
        *app.add_subcommand("report", "Render, join, compare or show results of runs."),
        all.report);
}

/// Returns which options can be given as variables.
OptionVariables variable_options() {
    return {"PLUMBLINE_", {"run", "check", "init", "cleanup"}, host::find_environment_value};
}

PlumblineCommand given_command(const CLI::App& app, const AllCommands& all) {
    if (app.got_subcommand("run")) return all.run;
    if (app.got_subcommand("check")) return all.check;
    if (app.got_subcommand("init")) return all.init;
    if (app.got_subcommand("lint")) return all.lint;
    if (app.got_subcommand("generate")) return all.generate;
    if (app.got_subcommand("new")) return all.new_suite;
    if (app.got_subcommand("cleanup")) return all.cleanup;
    if (app.got_subcommand("deviations")) return all.deviations;
    if (app.got_subcommand("report")) return all.report;
    if (app.got_subcommand("batch")) return all.batch;
    return all.list;
}

}  // namespace

PlumblineCommand parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Checks that a service conforms to its contract.", "plumbline");
    app.set_version_flag("--version", "plumbline " PLUMBLINE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 what was verified conforms, 1 something does not conform or was not run, or "
        "the required coverage is not reached, 2 invalid suite, contract or usage, or "
        "nothing verified, or output that cannot be written, 3 no response from the target, 130 "
        "interrupted (SIGINT, SIGTERM, SIGHUP).");
    AllCommands all;
    add_commands(app, all);
    if (argc < 2) {
        return plumbline::usage_error(app,
                                      "no subcommand is given; to test a service, begin with\n"
                                      "  plumbline init --url URL --tenant ID   (the API key is in "
                                      "PLUMBLINE_API_KEY)");
    }
    if (auto exit = parse_arguments(app, {argv + 1, argv + argc}, variable_options())) return *exit;
    return given_command(app, all);
}

std::vector<std::string> option_variables() {
    CLI::App app;
    AllCommands all;
    add_commands(app, all);
    return plumbline::option_variables(app, variable_options());
}

}  // namespace plumbline::app
