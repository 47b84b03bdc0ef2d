#include "conformance/app/options.hpp"

#include "reports/lint.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <sstream>

namespace plumbline::app {
namespace {

constexpr const char* kJournalFolder =
    "folder of the clean-up journals (default: $XDG_STATE_HOME/plumbline/journal or "
    "~/.local/state/plumbline/journal)";

/// Refuses what a range lets pass: `nan` is neither below nor above any number.
std::string finite(const std::string& text) {
    double number = 0;
    if (CLI::detail::lexical_cast(text, number) && std::isfinite(number)) return {};
    return "found \"" + text + "\", expected a number such as 0.5";
}

/// Refuses what a conversion bends: `-1` would become 2^64 - 1, and nothing 0.
std::string whole_number(const std::string& text) {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc() && stop == end) return {};
    return "found \"" + text + "\", expected a whole number from 0 to 18446744073709551615";
}

void add_documents(CLI::App& command, std::string& folder, const char* group) {
    command
        .add_option("--documents",
                    folder,
                    "folder with API documents, their vocabulary.schema.json and ledger.yaml, "
                    "instead of those built in")
        ->group(group)
        ->check(CLI::ExistingDirectory);
}

/// Where the target is and how to get in.
void add_address(CLI::App& command, RunCommand& run, const char* group) {
    command.add_option("--target", run.target, "profile of the target (docs/targets.md)")
        ->group(group);
    command.add_option("--url", run.url, "base URL of the service, all areas")->group(group);
    command
        .add_option("--control-plane-url", run.control_plane_url, "base URL of the control plane")
        ->group(group);
    command.add_option("--export-url", run.export_url, "base URL of the bulk export API")
        ->group(group);
    command.add_option("--streaming-url", run.streaming_url, "base URL of the streaming API")
        ->group(group);
    command
        .add_option("--api-key-env",
                    run.api_key_env,
                    "environment variable with the API key (default: PLUMBLINE_API_KEY)")
        ->group(group);
    command.add_option("--region", run.region, "play in this region of the profile's `regions`")
        ->group(group);
    command
        .add_option("--server",
                    run.servers,
                    "NAME=URL: where the source description NAME of a suite is called")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--ca-file",
                    run.ca_file,
                    "certificates (PEM) of the authorities to trust instead of the system's")
        ->group(group)
        ->check(CLI::ExistingFile);
    command
        .add_option("--max-rate",
                    run.max_rate,
                    "most requests per second, all jobs together; 0: no cap (default: no cap with "
                    "control, else 10)")
        ->group(group)
        ->check(finite)
        ->check(CLI::Range(0.0, 1e6));
    command.add_option("--tenant", run.tenant, "workspace id, sent as X-Tenant-Id")->group(group);
    command
        .add_option("--vocabulary",
                    run.vocabulary,
                    "file of the target's names for fields, values and paths (docs/targets.md)")
        ->group(group);
    add_documents(command, run.documents, group);
}

void add_target(CLI::App& command, RunCommand& run) {
    const char* group = "Target (none: a mock of our own is started and stopped)";
    add_address(command, run, group);
    command
        .add_option("--control-url",
                    run.control_url,
                    "base URL of a plumbline-mock's control interface: a workspace per scenario")
        ->group(group);
    command
        .add_option("--control-token-env",
                    run.control_token_env,
                    "environment variable with the control interface's token")
        ->group(group);
    command
        .add_option(
            "--hosting",
            run.hosting,
            "how the target is hosted; of a mock (--control-url) only worlds of this hosting")
        ->group(group)
        ->check(CLI::IsMember({"cloud", "self_hosted"}));
    command
        .add_flag(
            "--allow-writes",
            run.allow_writes,
            "play scenarios that create, change and delete at a target without control interface")
        ->group(group);
    command
        .add_flag("--read-only",
                  run.read_only,
                  "send nothing but GET and HEAD, whatever else allows to write")
        ->group(group);
    command.add_option("--journal-dir", run.journal_dir, kJournalFolder)->group(group);
}

void add_mock(CLI::App& command, RunCommand& run) {
    const char* group = "Embedded mock";
    command
        .add_option("--mock", run.mock, "the plumbline-mock program (default: beside plumbline)")
        ->group(group);
    command
        .add_option(
            "--fault", run.faults, "break the mock on purpose (see plumbline-mock --list-faults)")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--world",
                    run.world,
                    "the mock's world; without it each scenario gets the one that has its inputs")
        ->group(group);
}

void add_selection(CLI::App& command, RunCommand& run) {
    const char* group = "What to play";
    command.add_option("files", run.files, "suites (*.arazzo.yaml) of your own instead of ours")
        ->group(group);
    command
        .add_option(
            "--area", run.areas, "only this area: control_plane, bulk_export, agent_streaming")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--only", run.only, "only scenarios that fit this glob")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--skip", run.skip, "all but scenarios that fit this glob")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option(
            "--generated",
            run.generated,
            "scenarios generated from the contract: none, patch (on a deployment of their own "
            "for each source), all (default: all on a mock without FILES, else none)")
        ->group(group)
        ->check(CLI::IsMember({"none", "patch", "all"}));
    command
        .add_option("--max-creates",
                    run.max_creates,
                    "how many deployments the selected scenarios may create at a target without "
                    "control interface; a run that may create more does not begin")
        ->group(group)
        ->check(CLI::Range(0, 1'000'000));
    command
        .add_option("--input", run.inputs, "an input of the scenarios, name=value (JSON or text)")
        ->allow_extra_args(false)
        ->group(group);
}

void add_playing(CLI::App& command, RunCommand& run) {
    const char* group = "How to play";
    command
        .add_option(
            "--jobs,-j",
            run.jobs,
            "scenarios at a time, at most 256 (default: 16 with a control interface, else 2)")
        ->group(group)
        ->check(CLI::Range(1, 256));
    command
        .add_flag("--lenient-jsonpath",
                  run.lenient_jsonpath,
                  "try criteria such as $[?@.id] on an array around their context too, and warn")
        ->group(group);
    command.add_flag("--strict", run.strict, "a broken assumption fails instead of warning")
        ->group(group);
    command.add_flag("--strict-cleanup", run.strict_cleanup, "a clean-up that fails is a failure")
        ->group(group);
    command.add_option("--seed", run.seed, "seed of generated names")
        ->group(group)
        ->check(whole_number);
    command.add_option("--timeout", run.timeout_s, "seconds a request may take (default: 30)")
        ->group(group)
        ->check(finite)
        ->check(CLI::Range(0.001, 86'400.0));
    command
        .add_option("--poll-interval",
                    run.poll_interval_s,
                    "seconds between polls (default: 0.001 with control, else 3)")
        ->group(group)
        ->check(finite)
        ->check(CLI::Range(0.0, 3'600.0));
    command
        .add_option("--poll-deadline",
                    run.poll_deadline_s,
                    "seconds a poll may go on (default: 10 with control, else 1800)")
        ->group(group)
        ->check(finite)
        ->check(CLI::Range(0.0, 86'400.0));
    command
        .add_option("--consistency-wait",
                    run.consistency_wait_s,
                    "seconds a read may miss a write of its scenario before it counts (default: 0)")
        ->group(group)
        ->check(finite)
        ->check(CLI::Range(0.0, 3'600.0));
}

void add_reporting(CLI::App& command, RunCommand& run) {
    const char* group = "Reports";
    CLI::Option* folder =
        command.add_option("--report-dir", run.report_dir, "write the reports into this folder")
            ->group(group);
    command.add_option("--format", run.formats, "which reports: text, json, junit (default: all)")
        ->allow_extra_args(false)
        ->group(group)
        ->delimiter(',')
        ->needs(folder);
    command
        .add_flag("--quiet,-q", run.quiet, "no line per passed scenario, and nothing on the way")
        ->group(group);
    command
        .add_option("--progress",
                    run.progress,
                    "what to tell on the way: a live status line on standard error, a scenario's "
                    "lines as it ends, or nothing (auto: live on a terminal, else lines)")
        ->group(group)
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "live", "lines", "none"}));
    command.add_option("--color", run.color, "when to use color")
        ->group(group)
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_lint_form(CLI::App& command, LintCommand& lint) {
    std::vector<std::string> names;
    for (const reports::LintForm& form : reports::lint_forms()) names.emplace_back(form.name);
    command.add_option("--format", lint.format, "how to tell what was found")
        ->capture_default_str()
        ->check(CLI::IsMember(names));
}

void add_cleanup(CLI::App& command, CleanupCommand& cleanup) {
    command.add_option(
        "journals", cleanup.journals, "journals to work off (default: all in the folder)");
    command.add_option("--journal-dir", cleanup.journal_dir, kJournalFolder);
    command.add_flag("--dry-run", cleanup.dry_run, "tell what would be deleted and send nothing");
    add_address(command, cleanup.target, "Target (only what was created there is deleted)");
    command.footer(
        "Exit codes: 0 nothing is left, 1 something is, 2 usage broken, 3 nothing answered.");
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Checks that a service keeps its contract.", "plumbline");
    app.set_version_flag("--version", "plumbline " PLUMBLINE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 conforms, 1 does not, 2 suite, contract or usage broken or nothing "
        "verified, 3 nothing answered.");
    RunCommand run;
    LintCommand lint;
    ListCommand list;
    GenerateCommand generate;
    CleanupCommand cleanup;
    CLI::App* run_app = app.add_subcommand("run", "Play the scenarios and judge the target.");
    add_target(*run_app, run);
    add_mock(*run_app, run);
    add_selection(*run_app, run);
    add_playing(*run_app, run);
    add_reporting(*run_app, run);
    CLI::App* lint_app = app.add_subcommand("lint", "Check suites without playing them.");
    lint_app->add_option("files", lint.files, "suites (default: ours)");
    add_lint_form(*lint_app, lint);
    lint_app->add_flag("--verbose", lint.verbose, "tell which document every source is");
    add_documents(*lint_app, lint.documents, "Options");
    CLI::App* list_app =
        app.add_subcommand("list", "List the scenarios, or the requirements and their checks.");
    list_app->add_flag("--requirements", list.requirements, "requirements instead of scenarios");
    list_app->add_option("--area", list.areas, "only this area")->allow_extra_args(false);
    list_app->add_option("files", list.files, "suites (default: ours)");
    add_documents(*list_app, list.documents, "Options");
    CLI::App* generate_app = app.add_subcommand(
        "generate", "Write the scenarios that follow from the contract as Arazzo documents.");
    generate_app->add_option("--out", generate.out, "folder to write them into")->required();
    generate_app
        ->add_option(
            "--area", generate.areas, "only this area: control_plane, bulk_export, agent_streaming")
        ->allow_extra_args(false);
    add_documents(*generate_app, generate.documents, "Options");
    CLI::App* cleanup_app =
        app.add_subcommand("cleanup", "Delete what runs that were killed have left at a target.");
    add_cleanup(*cleanup_app, cleanup);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        std::ostringstream out;
        const int code = app.exit(problem, out, out);
        return Ready{out.str(), code == 0 ? 0 : 2};
    }
    if (run_app->parsed()) return run;
    if (lint_app->parsed()) return lint;
    if (generate_app->parsed()) return generate;
    if (cleanup_app->parsed()) return cleanup;
    return list;
}

}  // namespace plumbline::app
