#include "conformance/app/deviations_options.hpp"

#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

namespace plumbline::app {
namespace {

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
    group.value(
        "--reason", deviations.reason, "why the target may deviate; required, for all entries");
    group.value("--issue", deviations.issue, "URL of the issue that removes the deviation");
    group.value("--owner", deviations.owner, "who removes the deviation");
    group.value("--until", deviations.until, "last day on which the entries apply, YYYY-MM-DD");
    group.list("--only", deviations.only, "only failures of scenarios that match this glob");
    group.list(
        "--requirement", deviations.requirements, "only failures of this requirement (an id)");
}

}  // namespace

void add_deviations_option(CLI::App& command, std::vector<std::string>& files) {
    OptionGroup group(command, "How to judge");
    group.list("--deviations",
               files,
               "file of known deviations, which do not fail the run (docs/deviations.md)");
}

const CLI::App* add_deviations(CLI::App& app, DeviationsCommand& deviations) {
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
    return command;
}

}  // namespace plumbline::app
