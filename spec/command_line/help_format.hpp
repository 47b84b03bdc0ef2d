#pragma once
// Writes the help of programs in lines of at most 80 columns.

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline {

/// Makes the help of a program and its subcommands fit 80 columns.
void wrap_help(CLI::App& app);

}  // namespace plumbline
