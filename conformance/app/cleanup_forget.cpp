#include "conformance/app/cleanup_forget.hpp"

#include "conformance/app/cleanup_text.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/cleanup/cleanup.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::app {
namespace {

/// Returns whether the file may be removed: a journal, or what a killed run left of one.
Result<void> check_is_journal(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return fail(ErrorCode::kNotFound, "no such journal: " + path);
    const auto file = cleanup::journal_file(path);
    if (!file) return fail(with_remedy(file.error(), path));
    if (*file != cleanup::JournalFile::kOther) return {};
    return fail(ErrorCode::kInvalid,
                path + " is not a clean-up journal; it stays",
                {},
                {"delete it yourself if it is not needed"});
}

/// Prints the lines of a journal that cannot be read.
void print_lines(const std::string& path, std::ostream& out) {
    constexpr std::size_t kMaxLines = 100;
    const auto text = read_file(path);
    if (!text) return;
    const auto lines = split(*text, '\n');
    for (std::size_t i = 0; i < std::min(lines.size(), kMaxLines); ++i) {
        if (!lines[i].empty()) out << "line    " << printable(std::string(lines[i])) << '\n';
    }
    if (lines.size() > kMaxLines)
        out << "line    ... and " << lines.size() - kMaxLines << " more\n";
}

void print_contents(const std::string& path, std::ostream& out, std::ostream& err) {
    const auto contents = cleanup::read_journal(path);
    if (!contents) {
        print_error(contents.error(), err);
        print_lines(path, out);
        return;
    }
    for (const Error& error : contents->damage) print_error(error, err);
    std::size_t closed = 0;
    for (const cleanup::JournalEntry& entry : contents->entries) {
        if (entry.stage == cleanup::ResourceStage::kClosed) {
            ++closed;
            continue;
        }
        out << "forgets " << printable(describe(entry)) << " at " << printable(entry.url)
            << ", from " << printable(entry.scenario) << '\n';
    }
    out << path << ": run " << printable(contents->header.run) << " at "
        << printable(contents->header.target) << ", " << contents->entries.size() - closed
        << " resources that may be left, " << closed << " that are not\n";
}

}  // namespace

int forget_journals(const CleanupCommand& command, std::ostream& out, std::ostream& err) {
    for (const std::string& path : command.forget) {
        if (const auto checked = check_is_journal(path); !checked) {
            print_error(checked.error(), err);
            return kInvalidSetup;
        }
    }
    int code = kConforms;
    for (const std::string& path : command.forget) {
        if (cleanup::is_in_use(path)) {
            out << "in use  " << path << ": its run is still in progress, so it stays\n";
            code = kDoesNotConform;
            continue;
        }
        print_contents(path, out, err);
        if (command.dry_run) {
            out << "would remove " << path << '\n';
            continue;
        }
        const auto removed = cleanup::remove_unless_in_use(path);
        if (removed && *removed) {
            out << "removed " << path << '\n';
            continue;
        }
        code = kDoesNotConform;
        if (!removed) print_error(with_remedy(removed.error(), path), err);
    }
    return code;
}

}  // namespace plumbline::app
