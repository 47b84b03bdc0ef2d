#pragma once
// The options of `plumbline run`, and those of them that other subcommands have too.

#include "conformance/app/options.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline {
class OptionGroup;
}  // namespace plumbline

namespace plumbline::app {

void add_run_options(CLI::App& command, RunCommand& run);
/// Adds the options of `plumbline run` about the target and the selection of scenarios.
void add_check_options(CLI::App& command, RunCommand& run);

/// Adds the options for a service's addresses and credentials, without a profile.
void add_service(OptionGroup& group, RunCommand& run);
/// Adds the options for the target's address and credentials.
void add_connection(OptionGroup& group, RunCommand& run);
void add_hosting(OptionGroup& group, RunCommand& run);
void add_documents(OptionGroup& group, std::vector<std::string>& documents);
void add_ledger(OptionGroup& group, std::string& file);
void add_journal_folder(OptionGroup& group, std::string& folder);
/// Adds --source.
void add_sources(OptionGroup& group, std::vector<std::string>& sources);
void add_area(OptionGroup& group, std::vector<std::string>& areas);

}  // namespace plumbline::app
