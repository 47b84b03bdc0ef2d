#include "conformance/app/cleanup_text.hpp"

#include "reports/reports.hpp"
#include "spec/base/text.hpp"

#include <array>

namespace plumbline::app {
namespace {

using cleanup::RemovalOutcome;

const char* word_of(RemovalOutcome outcome) {
    switch (outcome) {
        case RemovalOutcome::kRemoved:
            return "deleted ";
        case RemovalOutcome::kGone:
            return "gone    ";
        case RemovalOutcome::kAbsent:
            return "absent  ";
        case RemovalOutcome::kRemaining:
        case RemovalOutcome::kUnreachable:
            return "left    ";
    }
    return "";
}

struct CleanupOption {
    const char* option;
    std::string RunCommand::*value;
};
constexpr std::array<CleanupOption, 10> kCleanupOptions{{
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
}};

std::string option_text(const char* option, const std::string& value) {
    return std::string(" ") + option + ' ' + shell_quoted(value);
}

}  // namespace

void print_removal(const cleanup::Removal& removal, std::ostream& out) {
    out << word_of(removal.outcome) << printable(describe(removal.entry));
    if (!removal.reason.empty()) out << ": " << printable(removal.reason);
    out << '\n' << std::flush;
}

std::string forget_command(const std::string& path) {
    return "plumbline cleanup --forget " + shell_quoted(path);
}

std::string cleanup_shell_command(const RunCommand& run, const std::string& journal) {
    std::string line = "plumbline cleanup";
    for (const CleanupOption& each : kCleanupOptions) {
        if (!(run.*each.value).empty()) line += option_text(each.option, run.*each.value);
    }
    for (const std::string& path : run.contract.documents) line += option_text("--documents", path);
    for (const std::string& server : run.servers) line += option_text("--server", server);
    if (run.max_rate) line += option_text("--max-rate", std::to_string(*run.max_rate));
    return line + ' ' + shell_quoted(journal);
}

Error with_remedy(Error error, const std::string& path) {
    switch (error.code) {
        case ErrorCode::kIo:
            error.notes.emplace_back(
                "run cleanup as the user of the run, or change the permissions of the file");
            break;
        case ErrorCode::kUnsupported:  // its note names the version
        case ErrorCode::kSyntax:
        case ErrorCode::kInvalid:
        case ErrorCode::kLimit:
            error.notes.emplace_back(
                "once nothing of its run is left at the target, remove it with");
            error.notes.push_back(forget_command(path));
            break;
        default:
            break;
    }
    return error;
}

}  // namespace plumbline::app
