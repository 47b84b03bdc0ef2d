#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace plumbline {
namespace {

CLI::Option& under(CLI::Option* option, const std::string& heading) {
    if (!heading.empty()) option->group(heading);
    return *option;
}

}  // namespace

template <typename T>
CLI::Option& OptionGroup::value(const std::string& names, T& into, const std::string& text) {
    return under(app_.add_option(names, into, text), heading_);
}

template CLI::Option& OptionGroup::value(const std::string&, std::string&, const std::string&);
template CLI::Option& OptionGroup::value(const std::string&, int&, const std::string&);
template CLI::Option& OptionGroup::value(const std::string&, std::uint16_t&, const std::string&);
template CLI::Option& OptionGroup::value(const std::string&, std::size_t&, const std::string&);
template CLI::Option& OptionGroup::value(const std::string&, double&, const std::string&);
template CLI::Option& OptionGroup::value(const std::string&,
                                         std::optional<int>&,
                                         const std::string&);
template CLI::Option& OptionGroup::value(const std::string&,
                                         std::optional<std::size_t>&,
                                         const std::string&);
template CLI::Option& OptionGroup::value(const std::string&,
                                         std::optional<double>&,
                                         const std::string&);
template CLI::Option& OptionGroup::value(const std::string&,
                                         std::vector<std::string>&,
                                         const std::string&);

CLI::Option& OptionGroup::text(const std::string& names,
                               const std::function<void(const std::string&)>& take,
                               const std::string& text) {
    return under(app_.add_option_function<std::string>(names, take, text), heading_);
}

CLI::Option& OptionGroup::list(const std::string& names,
                               std::vector<std::string>& into,
                               const std::string& text) {
    return *value(names, into, text).allow_extra_args(false);
}

CLI::Option& OptionGroup::choice(const std::string& names,
                                 std::string& into,
                                 const std::vector<std::string>& values,
                                 const std::string& text) {
    return *value(names, into, text).capture_default_str()->check(CLI::IsMember(values));
}

CLI::Option& OptionGroup::flag(const std::string& names, bool& into, const std::string& text) {
    return under(app_.add_flag(names, into, text), heading_);
}

CLI::Option& OptionGroup::count(const std::string& names, int& into, const std::string& text) {
    return under(app_.add_flag(names, into, text), heading_);
}

CLI::Option& OptionGroup::file(const std::string& names,
                               std::string& into,
                               const std::string& text) {
    return *value(names, into, text).check(CLI::ExistingFile);
}

CLI::Option& OptionGroup::folder(const std::string& names,
                                 std::string& into,
                                 const std::string& text) {
    return *value(names, into, text).check(CLI::ExistingDirectory);
}

void OptionGroup::api_key(std::string& variable) {
    value("--api-key-env",
          variable,
          "environment variable with the API key (default: PLUMBLINE_API_KEY)");
}

void OptionGroup::tenant(std::string& tenant) {
    value("--tenant", tenant, "workspace id, sent as X-Tenant-Id");
}

void OptionGroup::authorities(std::string& ca_file) {
    file("--ca-file",
         ca_file,
         "certificates (PEM) of the authorities to trust instead of the system's");
}

}  // namespace plumbline
