#include "spec/command_line/help_format.hpp"

#include "spec/base/text.hpp"
#include "spec/base/wrapped_text.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline {
namespace {

constexpr std::size_t kTextColumn = 26;  ///< where the descriptions of options begin

/// Returns a name and its description beside it; below it, if the name is long.
std::string help_entry(const std::string& name, const std::string& description) {
    constexpr std::size_t kNameIndent = 6;  // of the other lines of a name
    std::string first = wrapped("  ", name, kNameIndent);
    first.pop_back();
    if (description.empty()) return first + '\n';
    const std::string indent(kTextColumn, ' ');
    const bool fits = columns_of(first) + 2 <= kTextColumn && first.find('\n') == std::string::npos;
    if (!fits) return first + '\n' + wrapped(indent, description, kTextColumn);
    first.resize(kTextColumn, ' ');
    return wrapped(first, description, kTextColumn);
}

class WrappedFormatter : public CLI::Formatter {
  public:
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        // With spaces, a list of choices can be wrapped.
        const std::string choices = replace_all(make_option_opts(option), ",", ", ");
        return help_entry(make_option_name(option, is_positional) + choices,
                          make_option_desc(option));
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return help_entry(command->get_display_name(true), command->get_description());
    }
    std::string make_description(const CLI::App* app) const override {
        return without_end(wrapped_lines(CLI::Formatter::make_description(app), 0));
    }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        return without_end(wrapped_lines(CLI::Formatter::make_usage(app, std::move(name)), 4));
    }
    std::string make_footer(const CLI::App* app) const override {
        return without_end(wrapped_lines(CLI::Formatter::make_footer(app), 0));
    }

  private:
    /// Removes the line that wrapped_lines() adds behind the last line break.
    static std::string without_end(std::string text) {
        text.pop_back();
        return text;
    }
};

void set_formatter(CLI::App& app, const std::shared_ptr<CLI::FormatterBase>& formatter) {
    app.formatter(formatter);
    for (CLI::App* command : app.get_subcommands(nullptr)) set_formatter(*command, formatter);
}

}  // namespace

void wrap_help(CLI::App& app) {
    set_formatter(app, std::make_shared<WrappedFormatter>());
}

}  // namespace plumbline
