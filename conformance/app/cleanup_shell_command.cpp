#include "conformance/app/cleanup_shell_command.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <array>

namespace plumbline::app {
namespace {

struct CleanupOption {
    const char* option;
    std::string RunCommand::*value;
};
constexpr std::array<CleanupOption, 11> kCleanupOptions{{
    {"--target", &RunCommand::target},
    {"--region", &RunCommand::region},
    {"--url", &RunCommand::url},
    {"--control-plane-url", &RunCommand::control_plane_url},
    {"--export-url", &RunCommand::export_url},
    {"--streaming-url", &RunCommand::streaming_url},
    {"--api-key-env", &RunCommand::api_key_env},
    {"--tenant", &RunCommand::tenant},
    {"--ca-file", &RunCommand::ca_file},
    {"--vocabulary", &RunCommand::vocabulary},
    {"--documents", &RunCommand::documents},
}};

std::string option_text(const char* option, const std::string& value) {
    return std::string(" ") + option + ' ' + shell_quoted(value);
}

}  // namespace

std::string cleanup_shell_command(const RunCommand& run, const std::string& journal) {
    std::string line = "plumbline cleanup";
    for (const CleanupOption& each : kCleanupOptions) {
        if (!(run.*each.value).empty()) line += option_text(each.option, run.*each.value);
    }
    for (const std::string& server : run.servers) line += option_text("--server", server);
    if (run.max_rate) line += option_text("--max-rate", std::to_string(*run.max_rate));
    return line + ' ' + shell_quoted(journal);
}

}  // namespace plumbline::app
