#include "conformance/app/cleanup_options.hpp"

#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

namespace plumbline::app {

void add_cleanup_options(CLI::App& command, CleanupCommand& cleanup) {
    OptionGroup group(command);
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
        ->excludes(command.get_option("journals"));
}

}  // namespace plumbline::app
