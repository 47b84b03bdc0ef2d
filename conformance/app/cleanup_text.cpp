#include "conformance/app/cleanup_text.hpp"

#include "reports/reports.hpp"
#include "spec/base/text.hpp"

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

}  // namespace

void print_removal(const cleanup::Removal& removal, std::ostream& out) {
    out << word_of(removal.outcome) << printable(describe(removal.entry));
    if (!removal.reason.empty()) out << ": " << printable(removal.reason);
    out << '\n' << std::flush;
}

std::string forget_command(const std::string& path) {
    return "plumbline cleanup --forget " + shell_quoted(path);
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
            error.notes.push_back(
                "once nothing of its run is left at the target, remove it with: " +
                forget_command(path));
            break;
        default:
            break;
    }
    return error;
}

}  // namespace plumbline::app
