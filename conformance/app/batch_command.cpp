// Implements `plumbline batch`: of a short run, reading suites and documents takes half of the CPU
// time, and scripts/kill_matrix needs more than a thousand runs.

#include "conformance/app/commands.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/prepare_run.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/schema_prewarm.hpp"
#include "conformance/app/usage_error.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <unistd.h>

namespace plumbline::app {
namespace {

Result<RunSources> read_sources(const BatchCommand& command, std::ostream& err) {
    auto contract = load_named_contract(command.contract);
    if (!contract) return fail(contract.error());
    auto ledger = load_named_ledger(command.contract);
    if (!ledger) return fail(ledger.error());
    RunSources sources{*contract, std::move(*ledger), load_suites(command.files, *contract)};
    print_diagnosis(sources.loaded.diagnosis, err);
    precompile_schemas(sources.loaded.suites).wait();
    return sources;
}

/// Returns the command of a line. Errors: kUsage.
Result<RunCommand> parse_line(const std::string& line, const BatchCommand& batch) {
    const auto words = parse_json(line);
    if (!words) return fail(words.error());
    std::vector<const char*> arguments{"plumbline", "run"};
    if (!words->is_array()) return usage_error("expected an array of strings, got " + line);
    for (const Json& word : *words) {
        if (!word.is_string()) return usage_error("expected an array of strings, got " + line);
        arguments.push_back(word.get_ref<const std::string&>().c_str());
    }
    const auto command = parse_command_line(static_cast<int>(arguments.size()), arguments.data());
    if (const auto* problem = std::get_if<CommandLineExit>(&command))
        return usage_error(problem->text);
    RunCommand run = std::get<RunCommand>(command);
    if (!run.files.empty() || !run.contract.documents.empty() || !run.contract.ledger.empty() ||
        !run.sources.empty() || run.lenient_jsonpath)
        return usage_error(
            "suites, --documents and --ledger are given to `plumbline batch` only; it has no "
            "--source and no --lenient-jsonpath");
    run.files = batch.files;
    run.contract = batch.contract;
    return run;
}

/// Executes a run in a process of its own and returns its exit code, or 128 and the signal that
/// ended it. What it prints goes to the error output. Errors: kIo.
Result<int> execute_run(const RunCommand& run, const RunSources& sources, std::ostream& err) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
        const int code = run_command(run, err, err, &sources);
        err.flush();
        // Skips destructors, of which the parent's objects need none here.
        std::_Exit(code);
    }
    int status = 0;
    pid_t ended = child;
    while (child > 0 && (ended = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    if (ended < 0)
        return fail(ErrorCode::kIo,
                    "cannot execute the run: " + std::generic_category().message(errno));
    constexpr int kSignalled = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

}  // namespace

int batch_command(const BatchCommand& command,
                  std::istream& lines,
                  std::ostream& out,
                  std::ostream& err) {
    const auto sources = read_sources(command, err);
    if (!sources) return report_setup_error(sources.error(), err);
    if (!sources->loaded.diagnosis.errors.empty()) return kInvalidSetup;
    for (std::string line; std::getline(lines, line);) {
        const auto run = parse_line(line, command);
        if (!run) return report_setup_error(run.error(), err);
        const auto code = execute_run(*run, *sources, err);
        if (!code) return report_setup_error(code.error(), err);
        out << *code << '\n' << std::flush;
    }
    return kConforms;
}

}  // namespace plumbline::app
