// Implements `plumbline run`.

#include "conformance/app/ci_output.hpp"
#include "conformance/app/cleanup_journals.hpp"
#include "conformance/app/cleanup_text.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/default_profile.hpp"
#include "conformance/app/generated_scenarios.hpp"
#include "conformance/app/load_deviations.hpp"
#include "conformance/app/open_target.hpp"
#include "conformance/app/prepare_run.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/progress.hpp"
#include "conformance/app/reach_target.hpp"
#include "conformance/app/read_result.hpp"
#include "conformance/app/reduced_bodies.hpp"
#include "conformance/app/repository_files.hpp"
#include "conformance/app/shard_options.hpp"
#include "conformance/app/stall_detector.hpp"
#include "conformance/app/suite_lines.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/host/host.hpp"
#include "conformance/runner/runner.hpp"
#include "reports/reports.hpp"
#include "spec/base/ids.hpp"
#include "spec/contract/contract.hpp"

#include <algorithm>
#include <optional>
#include <unistd.h>

namespace plumbline::app {
namespace {

/// Opens the journal of a run that may leave resources at the target; null for a run that cannot.
Result<std::unique_ptr<cleanup::Journal>> open_journal(const RunCommand& command,
                                                       const runner::Target& target,
                                                       const PreparedRun& prepared,
                                                       const Clock& clock) {
    if (!runner::needs_journal(target)) return nullptr;
    auto folder = journal_folder(command.journal_dir);
    if (!folder) return fail(folder.error());
    const auto now = static_cast<std::uint64_t>(clock.now().time_since_epoch().count());
    IdSource ids(now ^ static_cast<std::uint64_t>(
                           ::getpid()));  // differs from a run that starts at the same time
    return cleanup::Journal::create(
        *folder,
        runner::journal_header(
            target, prepared.loaded.suites, prepared.options, ids.uuid(), clock.now()));
}

/// Ends the journal and reports the resources that are left. Returns whether the journal was
/// written without failure.
bool end_journal(cleanup::Journal& journal, const std::string& cleanup_line, std::ostream& err) {
    journal.remove_if_closed();
    if (const int left = journal.open_entry_count(); left > 0) {
        print_message("resources of " + std::to_string(left) + " create" + (left == 1 ? "" : "s") +
                          " may be left at the target; they are listed in " + journal.path() +
                          "; delete them with",
                      err);
        err << "  " << cleanup_line << '\n';
    }
    if (const auto failure = journal.failure()) {
        print_message(to_text(*failure) + "; nothing more was created", err);
        return false;
    }
    return true;
}

/// Checks that the folder of the reports can be written into, and removes what a killed run has
/// left there. Errors: kIo.
Result<void> check_report_folder(const std::string& folder, std::ostream& err) {
    const auto writable = reports::check_writable_folder(folder);
    for (const std::string& name : reports::remove_incomplete_reports(folder))
        print_message("removed " + folder + '/' + name +
                          ": an earlier run was killed while it wrote this report",
                      err);
    if (!writable) return fail(error_about("--report-dir", writable.error()));
    return {};
}

/// Checks that the reports of the run can be written, if any are requested, and removes those of a
/// former run. Errors: kIo.
Result<void> check_reports(const RunCommand& command,
                           const std::vector<reports::ReportFile>& files,
                           std::ostream& err) {
    Result<void> all = reports::check_report_files(files).map_error(
        [](const Error& error) { return error_about("--report", error); });
    if (!command.report_dir.empty())
        reports::add_failure(all, check_report_folder(command.report_dir, err));
    if (!all) return all;
    for (const reports::ReportFile& file : files) reports::remove_former_report(file.path);
    if (!command.report_dir.empty())
        reports::remove_former_reports(command.report_dir, command.formats);
    return all;
}

constexpr const char* kNothingVerified =
    "nothing was verified: no step passed, so this run shows nothing about the target. "
    "Possible causes are a wrong base URL (self-hosted: does it end in /api-host?), or that all "
    "scenarios were skipped for the reasons in the report (--allow-writes, an API key, inputs)";

bool uses_color(const RunCommand& command) {
    return command.color == "always" || (command.color == "auto" && ::isatty(STDOUT_FILENO) == 1);
}

reports::TextStyle text_style(const RunCommand& command) {
    return {uses_color(command), command.quiet ? -1 : command.verbosity};
}

ProgressOptions progress_options(const RunCommand& command,
                                 const PreparedRun& prepared,
                                 const Clock& clock) {
    const runner::RunOptions& options = prepared.options;
    return {text_style(command),
            runner::selected_scenarios(prepared.loaded.suites, options).size(),
            terminal_width(),
            &clock};
}

/// What becomes of the result beside the text.
struct RunReports {
    std::vector<reports::ReportFile> files;
    std::ostream& standard_output;
    CiOutput& ci;
};

/// Returns where the text goes: not to standard output if a report is written there.
std::ostream& text_output(const std::vector<reports::ReportFile>& files,
                          std::ostream& out,
                          std::ostream& err) {
    const bool is_taken = std::ranges::any_of(
        files, [](const reports::ReportFile& file) { return file.is_standard_output(); });
    return is_taken ? err : out;
}

/// Returns a text that differs in every run and that no target can guess from the others.
std::string new_token() {
    const SystemClock clock;
    const auto now = static_cast<std::uint64_t>(clock.now().time_since_epoch().count());
    return IdSource(now ^ static_cast<std::uint64_t>(::getpid())).uuid();
}

/// Writes the reports, if any are requested, and prints the result: a failure of one must not
/// prevent the other, as both contain the verdict. Returns the exit code.
int output_result(const RunCommand& command,
                  reports::RunResult result,
                  const reports::TextStyle& style,
                  const RunReports& outputs,
                  std::ostream& out,
                  std::ostream& err) {
    constexpr int kWithExchanges = 2;
    result.tool_version = PLUMBLINE_VERSION;
    reports::round_times(result);
    if (command.files.empty()) add_suite_lines(result);
    add_repository_files(result, command.files.empty());
    if (command.verbosity < kWithExchanges) reports::drop_details_of_passed(result);
    Result<void> written;
    if (!command.report_dir.empty())
        written = reports::write_reports(result, command.report_dir, command.formats);
    reports::add_failure(
        written, reports::write_report_files(result, outputs.files, outputs.standard_output));
    reports::add_failure(written, outputs.ci.write(result, outputs.files));
    out << reports::render_text(result, style) << std::flush;
    if (!written) {
        (void)report_error(written.error(), err);
        return kInvalidSetup;
    }
    const int code = result.exit_code();
    if (code == kInvalidSetup) print_message(kNothingVerified, err);
    return code;
}

/// Reads the result of --baseline, if it is given. Errors: those of read_whole_result.
Result<std::optional<reports::RunResult>> read_baseline(const RunCommand& command) {
    if (command.baseline.empty()) return std::optional<reports::RunResult>();
    auto former = read_whole_result(command.baseline);
    if (!former) return fail(error_about("--baseline", former.error()));
    return std::optional(std::move(*former));
}

/// Reaches the target. A signal meanwhile ends the process, except with a control interface, which
/// has workspaces to delete.
Result<void> reach_or_exit(const RunCommand& command,
                           PreparedRun& prepared,
                           Clock& clock,
                           std::ostream& err) {
    std::optional<host::ExitAtInterrupt> exits;
    if (!prepared.open.target.has_control()) exits.emplace();
    return reach_target(command, prepared, clock, err);
}

/// Plays failed bodies of --api again, ever smaller.
void reduce_failed_bodies(const RunCommand& command,
                          const PreparedRun& prepared,
                          const runner::SendFactory& send,
                          Clock& clock,
                          reports::RunResult& result) {
    runner::RunOptions options = prepared.options;
    options.only.clear();
    options.skip.clear();
    options.shard.reset();
    options.deviations.clear();
    options.gates = {};
    const PlaySuites play = [&](const runner::Suites& suites) {
        return runner::run_suites(
            prepared.open.target, suites, prepared.ledger, options, send, clock, {});
    };
    add_reduced_bodies(prepared, command.api, api_suite_options(command), play, result);
}

/// Plays the selected scenarios.
reports::RunResult play_scenarios(const RunCommand& command,
                                  const PreparedRun& prepared,
                                  const std::optional<reports::RunResult>& baseline,
                                  Clock& clock,
                                  const runner::RunProgress& progress) {
    const runner::Target& target = prepared.open.target;
    const runner::SendFactory send = [&] { return make_send(target, clock); };
    reports::RunResult result = runner::run_suites(
        target, prepared.loaded.suites, prepared.ledger, prepared.options, send, clock, progress);
    if (baseline) reports::mark_known(*baseline, command.baseline, result);
    // Reducing creates records that --max-creates does not count.
    if (!command.api.empty() && !command.max_creates)
        reduce_failed_bodies(command, prepared, send, clock, result);
    return result;
}

int play_run(const RunCommand& command,
             PreparedRun prepared,
             const std::optional<reports::RunResult>& baseline,
             const RunReports& outputs,
             std::ostream& out,
             std::ostream& err) {
    runner::Target& target = prepared.open.target;
    if (auto known = load_name_mapping(target, prepared.contract); !known)
        return report_error(known.error(), err);
    if (auto writable = check_reports(command, outputs.files, err); !writable)
        return report_error(writable.error(), err);
    SystemClock clock;
    prepared.options.stop = &host::watch_interrupts();
    StallDetector detector(clock);
    prepared.options.stalls = &detector.history();
    // A mock's workspaces start empty; elsewhere, names must not collide with those of an earlier
    // run.
    const auto fresh = static_cast<std::uint64_t>(clock.now().time_since_epoch().count());
    prepared.options.seed = command.seed.value_or(target.has_control() ? 1 : fresh);
    reports::TextStyle style = text_style(command);
    const auto reachable = reach_or_exit(command, prepared, clock, err);
    if (!reachable) {
        const int code = report_error(reachable.error(), err);
        if (code != kUnreachable) return code;
        return output_result(command,
                             runner::unreachable_result(target,
                                                        prepared.loaded.suites,
                                                        prepared.ledger,
                                                        prepared.options,
                                                        reachable.error(),
                                                        clock),
                             style,
                             outputs,
                             out,
                             err);
    }
    auto journal = open_journal(command, target, prepared, clock);
    if (!journal) return report_error(journal.error(), err);
    prepared.options.journal = journal->get();
    if (*journal)
        prepared.options.cleanup_command = cleanup_shell_command(command, (*journal)->path());
    ProgressView progress(
        progress_mode(command), out, err, progress_options(command, prepared, clock));
    reports::RunResult result =
        play_scenarios(command, prepared, baseline, clock, progress.callbacks());
    progress.clear();
    style.lists_passed = progress.mode() != ProgressMode::kLines;
    const bool complete =
        !*journal || end_journal(**journal, prepared.options.cleanup_command, err);
    const int code = output_result(command, std::move(result), style, outputs, out, err);
    const host::ChildMock* mock = prepared.open.mock.get();
    if (const auto running = mock ? mock->check_running() : Result<void>(); !running)
        return report_error(running.error(), err);
    return complete ? code : kInvalidSetup;
}

/// Makes the document of --api the one that the suites are for. Errors: kUsage for other documents
/// beside it; those of check_has_suites.
Result<void> name_document(RunCommand& command) {
    if (!command.api.empty()) {
        if (!command.contract.documents.empty())
            return usage_error("--api and --documents exclude each other",
                               "a suite for each of several documents: plumbline generate");
        command.contract.documents = {command.api};
        command.files = {command.api};
    }
    return check_has_suites(command.contract, command.files);
}

}  // namespace

int run_command(const RunCommand& given,
                std::ostream& out,
                std::ostream& err,
                const RunSources* sources) {
    RunCommand command = given;
    if (const auto named = name_document(command); !named) return report_error(named.error(), err);
    command = with_default_profile(std::move(command), err);
    const auto baseline = read_baseline(command);
    if (!baseline) return report_error(baseline.error(), err);
    auto prepared = prepare_run(command, sources);
    if (!prepared) return report_error(prepared.error(), err);
    print_diagnosis(prepared->loaded.diagnosis, err);
    if (!prepared->loaded.diagnosis.errors.empty()) return kInvalidSetup;
    if (auto known = check_selection(*prepared); !known) return report_error(known.error(), err);
    auto shard = shard_options(command, *prepared->contract, prepared->loaded.suites);
    if (!shard) return report_error(shard.error(), err);
    prepared->options.shard = std::move(*shard);
    auto deviations =
        load_deviations(command, prepared->loaded.suites, prepared->contract, prepared->ledger);
    if (!deviations) return report_error(deviations.error(), err);
    prepared->options.deviations = std::move(*deviations);
    const runner::Target& target = prepared->open.target;
    if (auto allowed = check_creates(command, target, prepared->loaded.suites, prepared->options);
        !allowed)
        return report_error(allowed.error(), err);
    std::ostream& text = text_output(prepared->report_files, out, err);
    CiOutput ci(text, new_token());
    const RunReports outputs{prepared->report_files, out, ci};
    return play_run(command, *std::move(prepared), *baseline, outputs, text, err);
}

}  // namespace plumbline::app
