#include "conformance/app/cleanup_journals.hpp"

#include "conformance/app/cleanup_text.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/cleanup/cleanup.hpp"
#include "reports/reports.hpp"
#include "spec/base/file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kJournalEnding = ".jsonl";

/// Returns why an incomplete file with this name is not needed; "" for a file of another program.
std::string why_useless(const std::string& name) {
    const std::string whole = name.substr(0, name.size() - std::string_view(kPartSuffix).size());
    if (whole.ends_with(kJournalEnding))
        return "an incomplete journal; its run was killed before it created anything";
    const auto& forms = reports::report_formats();
    const bool is_report =
        std::ranges::any_of(forms, [&](const auto& form) { return form.file == whole; });
    return is_report ? "an incomplete report; its run was killed while it wrote it" : "";
}

/// Assigns a file to the journals, the useless files or the problems.
void add_file(const std::string& path, JournalPaths& paths) {
    if (path.ends_with(kPartSuffix)) {
        std::string reason = why_useless(fs::path(path).filename().string());
        if (!reason.empty()) paths.useless.emplace_back(path, std::move(reason));
        return;
    }
    const auto file = cleanup::journal_file(path);
    if (!file) {
        if (file.error().code == ErrorCode::kNotFound) return;  // its run has just ended
        ++paths.unreadable;
        paths.problems.push_back(with_remedy(file.error(), path));
        return;
    }
    switch (*file) {
        case cleanup::JournalFile::kJournal:
            paths.journals.push_back(path);
            return;
        case cleanup::JournalFile::kEmpty:
            paths.useless.emplace_back(path, "a journal without a complete line; it lists nothing");
            return;
        case cleanup::JournalFile::kOther:
            paths.problems.push_back({ErrorCode::kInvalid,
                                      path + " is not a clean-up journal; it is ignored",
                                      {},
                                      {"move it to another folder"}});
            return;
    }
}

Result<JournalPaths> named_journals(const std::vector<std::string>& names) {
    JournalPaths paths;
    for (const std::string& path : names) {
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored))
            return fail(ErrorCode::kNotFound, "no such journal: " + path);
        const std::size_t usable = paths.journals.size() + paths.useless.size();
        const int unreadable = paths.unreadable;
        add_file(path, paths);
        if (paths.journals.size() + paths.useless.size() == usable &&
            paths.unreadable == unreadable)
            return fail(ErrorCode::kInvalid, path + " is not a clean-up journal");
    }
    return paths;
}

}  // namespace

Result<std::string> journal_folder(const std::string& option) {
    if (!option.empty()) return option;
    const std::string subfolder = "/plumbline/journal";
    // The XDG Base Directory Specification requires that a relative XDG_STATE_HOME is ignored.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state && state[0] == '/') return state + subfolder;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* home = std::getenv("HOME");
    if (home && home[0] == '/') return home + ("/.local/state" + subfolder);
    return usage_error("no folder for clean-up journals: neither XDG_STATE_HOME nor HOME is set",
                       "name one with --journal-dir");
}

Result<JournalPaths> find_journals(const CleanupCommand& command) {
    if (!command.journals.empty()) return named_journals(command.journals);
    auto folder = journal_folder(command.journal_dir);
    if (!folder) return fail(folder.error());
    std::vector<std::string> files;
    std::error_code problem;
    for (fs::directory_iterator at(*folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        const fs::path ending = at->path().extension();
        std::error_code ignored;
        const bool is_file = at->is_regular_file(ignored);
        if (is_file && (ending == kJournalEnding || ending == kPartSuffix))
            files.push_back(at->path().string());
    }
    const bool missing = problem == std::errc::no_such_file_or_directory;
    // A folder that was named but does not exist is a typing error.
    if (problem && (!missing || !command.journal_dir.empty())) {
        return fail(ErrorCode::kIo,
                    "cannot read the folder of the journals " + *folder + ": " + problem.message(),
                    {},
                    {missing ? "--journal-dir names the folder that the run used"
                             : "run cleanup as the user of the run, or name another folder with "
                               "--journal-dir"});
    }
    std::ranges::sort(files);
    JournalPaths paths;
    for (const std::string& path : files) add_file(path, paths);
    return paths;
}

int remove_useless_files(const JournalPaths& paths,
                         bool dry_run,
                         std::ostream& out,
                         std::ostream& err) {
    int failed = 0;
    for (const auto& [path, reason] : paths.useless) {
        if (dry_run) {
            if (!cleanup::is_in_use(path)) out << "would remove " << path << ": " << reason << '\n';
            continue;
        }
        const auto removed = cleanup::remove_unless_in_use(path);
        if (removed && *removed) {
            out << "removed " << path << ": " << reason << '\n';
        } else if (!removed && removed.error().code != ErrorCode::kNotFound) {
            ++failed;
            print_error(with_remedy(removed.error(), path), err);
        }
    }
    return failed;
}

}  // namespace plumbline::app
