#pragma once
// The options about known deviations.

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline::app {

/// What `plumbline deviations` does.
enum class DeviationsAction { kAdd, kPrune };

/// `plumbline deviations add` and `prune`.
struct DeviationsCommand {
    DeviationsAction action = DeviationsAction::kAdd;
    std::string result;  ///< result.json of a run
    std::string file;    ///< the file of entries
    std::string reason;  ///< add: required, checked by the command
    std::string issue;
    std::string owner;
    std::string until;
    std::vector<std::string> only;          ///< add: globs over scenarios; if empty, all
    std::vector<std::string> requirements;  ///< add: ids; if empty, all
    bool dry_run = false;                   ///< print, and write nothing
};

/// Adds `--deviations` of `plumbline run`.
void add_deviations_option(CLI::App& command, std::vector<std::string>& files);

/// Adds the subcommand `deviations` and returns it.
const CLI::App* add_deviations(CLI::App& app, DeviationsCommand& deviations);

}  // namespace plumbline::app
