// plumbline run.

#include "conformance/app/cleanup_line.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/generated.hpp"
#include "conformance/app/head_start.hpp"
#include "conformance/app/heart.hpp"
#include "conformance/app/journal_folder.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/open_send.hpp"
#include "conformance/app/progress.hpp"
#include "conformance/app/selection.hpp"
#include "conformance/app/target_of.hpp"
#include "conformance/host/interrupt.hpp"
#include "conformance/runner/custody.hpp"
#include "conformance/runner/grouping.hpp"
#include "conformance/runner/worlds.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "reports/render.hpp"
#include "spec/base/ids.hpp"
#include "spec/contract/ledger.hpp"

#include <future>
#include <set>
#include <unistd.h>

namespace plumbline::app {
namespace {

int broken(const Error& error, std::ostream& err) {
    err << "plumbline: " << to_text(error) << '\n';
    return error.code == ErrorCode::kUnreachable || error.code == ErrorCode::kTimeout
               ? kNothingAnswered
               : kBroken;
}

/// Everything a run needs before it can begin.
struct Prepared {
    OpenTarget open;
    std::shared_ptr<const Contract> contract;
    Ledger ledger;
    LoadedSuites loaded;
    runner::RunOptions options;
    std::future<void> compiling;
};

Result<Prepared> prepare(const RunCommand& command) {
    Prepared prepared;
    // A mock starts, and the two largest documents are read, side by side: much of a short run's
    // time.
    auto opening = std::async(std::launch::async, [&] { return open_target(command); });
    auto reading_ledger = std::async(std::launch::async, [&] {
        auto ledger = load_ledger(command.documents);
        client::start();
        return ledger;
    });
    auto contract = load_contract(command.documents);
    if (!contract) return fail(contract.error());
    prepared.contract = *contract;
    keep_to_the_end(*contract);
    auto forms = reports::check_forms(command.formats);
    if (!forms) return fail(forms.error());
    auto inputs = read_inputs(command.inputs);
    if (!inputs) return fail(inputs.error());
    prepared.loaded = load_suites(
        command.files, prepared.contract, {.lenient_jsonpath = command.lenient_jsonpath});
    auto open = opening.get();
    if (!open) return fail(open.error());
    prepared.open = std::move(*open);
    auto generated =
        add_generated_for(command, prepared.open.target, prepared.contract, prepared.loaded);
    if (!generated) return fail(generated.error());
    if (prepared.loaded.diagnosis.errors.empty())
        prepared.compiling = compile_schemas_of(prepared.loaded.suites);
    auto ledger = reading_ledger.get();
    if (!ledger) return fail(ledger.error());
    prepared.ledger = std::move(*ledger);
    runner::RunOptions& options = prepared.options;
    // Streams mostly wait: where each scenario has a workspace of its own, many can.
    constexpr int kJobsWithControl = 16;
    constexpr int kJobsElsewhere = 2;
    options.jobs = command.jobs.value_or(prepared.open.target.has_control() ? kJobsWithControl
                                                                            : kJobsElsewhere);
    options.severity = {command.strict, command.strict_cleanup};
    options.areas = command.areas;
    options.only = command.only;
    options.skip = command.skip;
    options.inputs = std::move(*inputs);
    options.asks_transitions = prepared.contract->find_operation("getCoverage") != nullptr;
    return prepared;
}

/// Opens the journal of a run that may leave something behind; null for one that cannot.
Result<std::unique_ptr<cleanup::Journal>> open_journal(const RunCommand& command,
                                                       const runner::Target& target,
                                                       const Prepared& prepared,
                                                       const Clock& clock) {
    if (!runner::needs_journal(target)) return nullptr;
    auto folder = journal_folder(command.journal_dir);
    if (!folder) return fail(folder.error());
    const auto now = static_cast<std::uint64_t>(clock.now().time_since_epoch().count());
    IdSource ids(now ^ static_cast<std::uint64_t>(::getpid()));  // apart from a run of this moment
    return cleanup::Journal::create(
        *folder,
        runner::journal_header(
            target, prepared.loaded.suites, prepared.options, ids.uuid(), clock.now()));
}

/// Ends the journal. Returns whether it was kept as it should be; tells of what is left.
bool end_journal(cleanup::Journal& journal, const std::string& cleanup_line, std::ostream& err) {
    journal.finish();
    if (const int left = journal.open_entries(); left > 0) {
        err << "plumbline: what " << left << " create" << (left == 1 ? "" : "s")
            << " may have left at the target is listed in " << journal.path()
            << "; delete it with\n  " << cleanup_line << '\n';
    }
    if (const auto failure = journal.failure()) {
        err << "plumbline: " << to_text(*failure) << "; nothing more was created\n";
        return false;
    }
    return true;
}

/// Proves that the reports of the run can be written, if any are wanted. Errors: kIo.
Result<void> check_report_dir(const RunCommand& command) {
    if (command.report_dir.empty()) return {};
    auto writable = reports::check_folder(command.report_dir);
    if (writable) return {};
    Error error = writable.error();
    error.message = "--report-dir: " + error.message;
    return fail(std::move(error));
}

/// Asks each address for anything at all; an HTTP answer of any status will do.
Result<void> probe(const runner::Target& target, const Clock& clock) {
    const client::Send send = open_send(target, clock);
    std::set<std::string> urls;
    // Other regions than the one that is tested may be down.
    for (const auto& [area, url] : target.base_urls.empty() ? target.server_urls : target.base_urls)
        urls.insert(url);
    if (target.has_control()) urls.insert(target.control_url + "/_plumbline/health");
    for (const std::string& url : urls) {
        client::Call call;
        call.url = url;
        call.request.method = "GET";
        call.timeout = target.timeout;
        const client::Exchange exchange = send(call);
        if (!exchange.failure || exchange.failure->code == ErrorCode::kLimit) continue;
        Error error = *exchange.failure;
        // A connection that closes or talks something else has not answered either.
        if (error.code == ErrorCode::kIo) error.code = ErrorCode::kUnreachable;
        return fail(std::move(error));
    }
    return {};
}

/// Learns which worlds the target can make, where it can: does it let us make workspaces at all?
/// One that was asked for is the only one.
Result<void> survey(runner::Target& target, const RunCommand& command, const Clock& clock) {
    if (!target.has_control()) return {};
    const bool is_chosen = !command.world.empty() || !command.hosting.empty();
    auto worlds =
        runner::survey_worlds(target,
                              is_chosen ? std::vector{command.hosting} : runner::all_hostings(),
                              open_send(target, clock));
    if (!worlds) return fail(worlds.error());
    target.worlds = std::move(*worlds);
    return {};
}

constexpr const char* kNothingVerified =
    "plumbline: nothing was verified: not one step passed, so this run shows nothing about the "
    "target. A wrong base URL is a possible cause (self-hosted: does it end in /api-host?), or "
    "scenarios that were all skipped, for the reasons in the report (--allow-writes, an API key, "
    "inputs)\n";

bool wants_color(const RunCommand& command) {
    return command.color == "always" || (command.color == "auto" && ::isatty(STDOUT_FILENO) == 1);
}

ProgressSetting progress_setting(const Prepared& prepared, const reports::TextStyle& style) {
    const runner::RunOptions& options = prepared.options;
    return {
        style,
        runner::selected_scenarios(prepared.loaded.suites, options).size(),
        verdicts::requirement_results(
            prepared.ledger,
            {},
            {runner::areas_of(prepared.loaded.suites, prepared.ledger, options), options.severity}),
        terminal_width()};
}

/// Writes the reports, if any are wanted, and prints the result: neither that fails may cost the
/// other, for the verdict is in both. Returns the exit code.
int deliver(const RunCommand& command,
            reports::RunResult result,
            const reports::TextStyle& style,
            std::ostream& out,
            std::ostream& err) {
    result.tool_version = PLUMBLINE_VERSION;
    Result<void> written;
    if (!command.report_dir.empty())
        written = reports::write_reports(result, command.report_dir, command.formats);
    out << reports::render_text(result, style) << std::flush;
    if (!written) (void)broken(written.error(), err);
    if (!out)
        (void)broken({ErrorCode::kIo, "cannot write the report to standard output", {}, {}}, err);
    if (!written || !out) return kBroken;
    const int code = result.exit_code();
    if (code == kBroken) err << kNothingVerified;
    return code;
}

int play(const RunCommand& command, Prepared& prepared, std::ostream& out, std::ostream& err) {
    runner::Target& target = prepared.open.target;
    if (auto known = load_vocabulary(target, prepared.contract); !known)
        return broken(known.error(), err);
    if (auto writable = check_report_dir(command); !writable) return broken(writable.error(), err);
    SystemClock clock;
    prepared.options.stop = &host::watch_interrupts();
    Heart heart(clock);
    prepared.options.pulse = &heart.pulse();
    // A mock's workspaces start empty; elsewhere names must not collide with an earlier run's.
    const auto fresh = static_cast<std::uint64_t>(clock.now().time_since_epoch().count());
    prepared.options.seed = command.seed.value_or(target.has_control() ? 1 : fresh);
    const runner::Suites& suites = prepared.loaded.suites;
    reports::TextStyle style{wants_color(command), !command.quiet};
    const auto answered =
        probe(target, clock).and_then([&] { return survey(target, command, clock); });
    if (!answered) {
        const int code = broken(answered.error(), err);
        if (code != kNothingAnswered) return code;
        return deliver(
            command,
            runner::unanswered_run(
                target, suites, prepared.ledger, prepared.options, answered.error(), clock),
            style,
            out,
            err);
    }
    auto journal = open_journal(command, target, prepared, clock);
    if (!journal) return broken(journal.error(), err);
    prepared.options.journal = journal->get();
    if (*journal) prepared.options.cleanup_line = cleanup_line(command, (*journal)->path());
    ProgressView progress(progress_kind(command), out, err, progress_setting(prepared, style));
    reports::RunResult result = runner::run_suites(
        target,
        suites,
        prepared.ledger,
        prepared.options,
        [&] { return open_send(target, clock); },
        clock,
        progress.callbacks());
    progress.end();
    style.tells_scenarios = progress.kind() != ProgressKind::kLines;
    const bool kept = !*journal || end_journal(**journal, prepared.options.cleanup_line, err);
    const int code = deliver(command, std::move(result), style, out, err);
    const host::ChildMock* mock = prepared.open.mock.get();
    if (const auto lasted = mock ? mock->check() : Result<void>(); !lasted)
        return broken(lasted.error(), err);
    return kept ? code : kBroken;
}

}  // namespace

int run_command(const RunCommand& command, std::ostream& out, std::ostream& err) {
    auto prepared = prepare(command);
    if (!prepared) return broken(prepared.error(), err);
    for (const Error& warning : prepared->loaded.diagnosis.warnings)
        err << "warning: " << to_text(warning) << '\n';
    for (const Error& error : prepared->loaded.diagnosis.errors) err << to_text(error) << '\n';
    if (!prepared->loaded.diagnosis.errors.empty()) return kBroken;
    const runner::RunOptions& options = prepared->options;
    if (auto known = check_areas(options.areas, prepared->loaded.suites, prepared->ledger); !known)
        return broken(known.error(), err);
    for (const auto& [option, globs] :
         {std::pair("--only", &options.only), std::pair("--skip", &options.skip)}) {
        if (auto known = check_globs(option, *globs, prepared->loaded.suites); !known)
            return broken(known.error(), err);
    }
    if (auto known = check_inputs(options.inputs, prepared->loaded.suites, options); !known)
        return broken(known.error(), err);
    if (runner::selected_scenarios(prepared->loaded.suites, options).empty()) {
        err << "plumbline: no scenario fits --area, --only and --skip; `plumbline list` names them "
               "all\n";
        return kBroken;
    }
    const runner::Target& target = prepared->open.target;
    if (auto affordable = check_creates(command, target, prepared->loaded.suites, options);
        !affordable)
        return broken(affordable.error(), err);
    return play(command, *prepared, out, err);
}

}  // namespace plumbline::app
