#include "conformance/app/report_options.hpp"

#include "reports/reports.hpp"
#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

namespace plumbline::app {
namespace {

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const reports::ReportFormat& form : reports::report_formats())
        names.emplace_back(form.name);
    return names;
}

CLI::App& add_action(CLI::App& command,
                     RunReportCommand& report,
                     ReportAction action,
                     const std::string& name,
                     const std::string& text) {
    CLI::App& added = *command.add_subcommand(name, text);
    added.callback([&report, action] { report.action = action; });
    return added;
}

CLI::Option* add_results(OptionGroup& group, RunReportCommand& report, const std::string& text) {
    return group.value("results", report.results, text).required();
}

/// Adds an action on one result; `done` says what exit code 0 means.
OptionGroup add_action_on_one(CLI::App& command,
                              RunReportCommand& report,
                              ReportAction action,
                              const std::string& name,
                              const std::string& text,
                              const std::string& done) {
    CLI::App& added = add_action(command, report, action, name, text);
    added.footer("Exit codes: 0 " + done + ", 2 invalid usage or result.");
    OptionGroup group(added);
    add_results(group, report, "the result.json of a run")->expected(1);
    return group;
}

void add_render(CLI::App& command, RunReportCommand& report) {
    OptionGroup group = add_action_on_one(command,
                                          report,
                                          ReportAction::kRender,
                                          "render",
                                          "Write a result in another format.",
                                          "written");
    group.choice("--format", report.format, format_names(), "the format");
    group.value("--output,-o",
                report.output,
                "file to write, or folder for allure (default: standard output)");
}

void add_show(CLI::App& command, RunReportCommand& report) {
    OptionGroup group = add_action_on_one(command,
                                          report,
                                          ReportAction::kShow,
                                          "show",
                                          "Print scenarios with their exchanges.",
                                          "printed");
    group.list("--only", report.only, "only scenarios that match this glob");
}

void add_merge(CLI::App& command, RunReportCommand& report) {
    CLI::App& merge =
        add_action(command,
                   report,
                   ReportAction::kMerge,
                   "merge",
                   "Join the results of all shards (run --shard) to that of the whole run.");
    merge.footer(
        "Exit codes: as plumbline run; 2 also for results that are not all shards of one run.");
    OptionGroup group(merge);
    add_results(group, report, "the result.json of each shard");
    CLI::Option* folder =
        &group.value("--report-dir", report.report_dir, "write the reports into this folder");
    group.list("--format", report.formats, "which reports (default: all)")
        .delimiter(',')
        ->needs(folder);
    group.value("--baseline",
                report.baseline,
                "result.json of a former run: only what did not fail there fails");
    CLI::Option& verbose = group.count("--verbose,-v", report.verbosity, "as plumbline run");
    group.flag("--quiet,-q", report.quiet, "as plumbline run").excludes(&verbose);
}

void add_diff(CLI::App& command, RunReportCommand& report) {
    CLI::App& diff = add_action(command,
                                report,
                                ReportAction::kDiff,
                                "diff",
                                "Compare two results: what newly fails, no longer fails, is no "
                                "longer verified, is slower.");
    diff.footer("Exit codes: 0 nothing newly fails, 1 something does, 2 invalid usage or result.");
    OptionGroup group(diff);
    add_results(group, report, "the former result.json and the new one")->expected(2);
    group.choice("--format", report.format, {"text", "json"}, "output format");
}

}  // namespace

void add_report_actions(CLI::App& command, RunReportCommand& report) {
    command.require_subcommand(1);
    add_render(command, report);
    add_show(command, report);
    add_merge(command, report);
    add_diff(command, report);
}

}  // namespace plumbline::app
