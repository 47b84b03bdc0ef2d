#pragma once
// The subcommands. Each returns the exit code of the program.

#include "conformance/app/options.hpp"

#include <istream>
#include <ostream>

namespace plumbline::app {

/// Exit codes of the program.
enum ConformanceExit : int {
    kConforms = 0,
    kDoesNotConform = 1,
    kInvalidSetup = 2,
    kUnreachable = 3,
    kInterrupted = 130,  ///< SIGINT, SIGTERM or SIGHUP
};

struct RunSources;

/// `sources` is what the run does not have to read; null: it reads everything.
int run_command(const RunCommand& given,
                std::ostream& out,
                std::ostream& err,
                const RunSources* sources = nullptr);
/// Executes the runs of which `lines` has one each. Each is a process of its own.
int batch_command(const BatchCommand& command,
                  std::istream& lines,
                  std::ostream& out,
                  std::ostream& err);
int lint_command(const LintCommand& command, std::ostream& out, std::ostream& err);
int list_command(const ListCommand& command, std::ostream& out, std::ostream& err);
int generate_command(const GenerateCommand& command, std::ostream& out, std::ostream& err);
int new_suite_command(const NewSuiteCommand& command, std::ostream& out, std::ostream& err);
int check_command(const CheckCommand& command, std::ostream& out, std::ostream& err);
/// `answers` is read if a person may be asked; null: nothing is asked.
int init_command(const InitCommand& command,
                 std::istream* answers,
                 std::ostream& out,
                 std::ostream& err);
int cleanup_command(const CleanupCommand& given, std::ostream& out, std::ostream& err);
int deviations_command(const DeviationsCommand& command, std::ostream& out, std::ostream& err);
int report_command(const RunReportCommand& command, std::ostream& out, std::ostream& err);

}  // namespace plumbline::app
