#pragma once
// Describes options in the same way for all programs, and the options that programs share.

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plumbline {

/// Adds options to a program or subcommand, under one heading of its help. The variables and the
/// parser are borrowed; the parser sets the variables.
class OptionGroup {
  public:
    explicit OptionGroup(CLI::App& app, std::string heading = "")
        : app_(app), heading_(std::move(heading)) {}

    /// Adds an option with a value, or with several for a vector. option_group.cpp lists the
    /// possible types.
    template <typename T>
    CLI::Option& value(const std::string& names, T& into, const std::string& text);
    /// Adds an option whose value `take` receives as text; it throws a CLI::ParseError for an
    /// invalid one.
    CLI::Option& text(const std::string& names,
                      const std::function<void(const std::string&)>& take,
                      const std::string& text);
    /// Adds an option that may be repeated, each time with one value.
    CLI::Option& list(const std::string& names,
                      std::vector<std::string>& into,
                      const std::string& text);
    /// Adds an option whose value is one of several. Its help shows the default.
    CLI::Option& choice(const std::string& names,
                        std::string& into,
                        const std::vector<std::string>& values,
                        const std::string& text);
    CLI::Option& flag(const std::string& names, bool& into, const std::string& text);
    /// Adds a flag that may be repeated, and counts it.
    CLI::Option& count(const std::string& names, int& into, const std::string& text);
    /// Add an option whose value is the path of an existing file or folder.
    CLI::Option& file(const std::string& names, std::string& into, const std::string& text);
    CLI::Option& folder(const std::string& names, std::string& into, const std::string& text);

    /// Add options that several programs have.
    void api_key(std::string& variable);
    void tenant(std::string& tenant);
    void authorities(std::string& ca_file);

  private:
    CLI::App& app_;
    std::string heading_;
};

}  // namespace plumbline
