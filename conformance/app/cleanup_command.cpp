// plumbline cleanup.

#include "conformance/app/commands.hpp"
#include "conformance/app/journal_folder.hpp"
#include "conformance/app/open_send.hpp"
#include "conformance/app/target_of.hpp"
#include "conformance/cleanup/removal.hpp"
#include "conformance/runner/custody.hpp"
#include "conformance/runner/pacer.hpp"
#include "conformance/runner/renaming.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using cleanup::Entry;
using cleanup::Outcome;
using cleanup::Removal;

int usage(const Error& error, std::ostream& err) {
    err << "plumbline: " << to_text(error) << '\n';
    return kBroken;
}

/// Returns the journals to work off, in the order of their runs; a folder that is not there has
/// none. Errors: kNotFound (a named file), kIo.
Result<std::vector<std::string>> journals_of(const CleanupCommand& command) {
    for (const std::string& path : command.journals) {
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored))
            return fail(ErrorCode::kNotFound, "no such journal: " + path);
    }
    if (!command.journals.empty()) return command.journals;
    auto folder = journal_folder(command.journal_dir);
    if (!folder) return fail(folder.error());
    std::vector<std::string> paths;
    std::error_code problem;
    for (fs::directory_iterator at(*folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        if (at->path().extension() == ".jsonl") paths.push_back(at->path().string());
    }
    const bool missing = problem == std::errc::no_such_file_or_directory;
    // A folder that was named and is not there is a slip of the pen.
    if (problem && (!missing || !command.journal_dir.empty()))
        return fail(ErrorCode::kIo, "cannot read the folder " + *folder + ": " + problem.message());
    std::sort(paths.begin(), paths.end());
    return paths;
}

bool is_open(const Entry& entry) {
    return entry.stage != cleanup::Stage::kClosed;
}

/// What a clean-up has done so far.
struct Sum {
    std::map<Outcome, int> counts;
    int damaged = 0;               ///< journals that cannot be read or written
    std::set<std::string> others;  ///< URLs of other targets, of which nothing was deleted

    [[nodiscard]] int of(Outcome outcome) const {
        const auto found = counts.find(outcome);
        return found == counts.end() ? 0 : found->second;
    }
    [[nodiscard]] int exit_code() const {
        if (of(Outcome::kUnanswered) > 0) return kNothingAnswered;
        return damaged + of(Outcome::kLeft) > 0 ? kDoesNotConform : kConforms;
    }
};

void tell_in_use(const std::string& path, std::ostream& out) {
    out << "in use  " << path << ": its run goes on\n";
}

/// Tells what would be done; sends nothing and changes nothing.
int rehearse(const std::vector<std::string>& paths, std::ostream& out, std::ostream& err) {
    int count = 0;
    int exit_code = kConforms;
    for (const std::string& path : paths) {
        const auto contents = cleanup::read_journal(path);
        if (!contents) {
            err << "plumbline: " << to_text(contents.error()) << '\n';
            exit_code = kDoesNotConform;
            continue;
        }
        if (cleanup::is_in_use(path)) {
            tell_in_use(path, out);
            continue;
        }
        for (const Entry& entry : contents->entries) {
            if (!is_open(entry)) continue;
            ++count;
            out << (entry.stage == cleanup::Stage::kCreated ? "would delete " : "would look for ")
                << describe(entry) << " at " << entry.url << ", from " << entry.scenario << '\n';
        }
    }
    out << count << " to delete or to look for\n";
    return exit_code;
}

void tell(const Removal& removal, std::ostream& out) {
    const char* word = removal.outcome == Outcome::kRemoved  ? "deleted "
                       : removal.outcome == Outcome::kGone   ? "gone    "
                       : removal.outcome == Outcome::kAbsent ? "absent  "
                                                             : "left    ";
    out << word << describe(removal.entry);
    if (!removal.reason.empty()) out << ": " << removal.reason;
    out << '\n' << std::flush;
}

/// What was sent just before a run was killed may still take effect: as long as it would have
/// waited for an answer, and reads lag. Until then, what is not found may yet come.
cleanup::Absence absence_at(const std::string& path,
                            const runner::Target& target,
                            const Clock& clock) {
    std::error_code none;
    const auto written = std::filesystem::last_write_time(path, none);
    const auto age = clock.now() - std::chrono::file_clock::to_sys(written);
    const auto settled = target.timeout + target.consistency_wait;
    return !none && age > settled ? cleanup::Absence::kProves : cleanup::Absence::kProvesNothing;
}

void clean(const std::string& path,
           const std::vector<std::string>& urls,
           const cleanup::Access& access,
           Sum& sum,
           std::ostream& out,
           std::ostream& err) {
    auto journal = cleanup::Journal::reopen(path);
    if (!journal) {
        ++sum.damaged;
        err << "plumbline: " << to_text(journal.error()) << '\n';
        return;
    }
    if (!*journal) {
        tell_in_use(path, out);
        return;
    }
    const auto is_here = [&](const Entry& entry) {
        const bool here = std::find(urls.begin(), urls.end(), entry.url) != urls.end();
        if (!here) sum.others.insert(entry.url);
        return here;
    };
    const auto count = [&](const Removal& removal) {
        ++sum.counts[removal.outcome];
        tell(removal, out);
    };
    (void)cleanup::remove_entries(**journal, access, is_here, count);
    (*journal)->finish();
    if (const auto failure = (*journal)->failure()) {
        ++sum.damaged;
        err << "plumbline: " << to_text(*failure) << '\n';
    }
}

/// Returns the base URLs at which journals list something, for who named no target.
std::string urls_in(const std::vector<std::string>& paths) {
    std::set<std::string> urls;
    for (const std::string& path : paths) {
        const auto contents = cleanup::read_journal(path);
        if (!contents) continue;
        for (const Entry& entry : contents->entries) {
            if (is_open(entry)) urls.insert(entry.url);
        }
    }
    std::string text;
    for (const std::string& url : urls) text += (text.empty() ? "" : ", ") + url;
    return text;
}

/// A vocabulary needs the contract, which nothing else here does.
Result<void> read_vocabulary(runner::Target& target) {
    if (target.vocabulary_file.empty()) return {};
    auto contract = load_contract();
    if (!contract) return fail(contract.error());
    return load_vocabulary(target, *contract);
}

}  // namespace

int cleanup_command(const CleanupCommand& command, std::ostream& out, std::ostream& err) {
    const auto paths = journals_of(command);
    if (!paths) return usage(paths.error(), err);
    if (command.dry_run) return rehearse(*paths, out, err);
    const bool has_target = command.target.has_target();
    if (const std::string urls = urls_in(*paths); !has_target && !urls.empty()) {
        return usage({ErrorCode::kUsage,
                      "cleanup needs to know the target: --url URL or --target PROFILE",
                      {},
                      {"the journals list resources at " + urls}},
                     err);
    }
    // Without a target there are but journals in which nothing is left.
    auto open = has_target ? open_target(command.target) : OpenTarget{};
    if (!open) return usage(open.error(), err);
    if (const auto ready = read_vocabulary(open->target); !ready) return usage(ready.error(), err);
    SystemClock clock;
    const double rate = open->target.max_rate.value_or(0);
    const client::Send send =
        runner::paced(runner::renamed(open_send(open->target, clock), open->target.vocabulary),
                      rate > 0 ? std::make_shared<runner::Pacer>(rate, clock) : nullptr);
    cleanup::Access access{
        send, runner::credentials_of(open->target, nullptr), open->target.timeout};
    Sum sum;
    for (const std::string& path : *paths) {
        access.absence = absence_at(path, open->target, clock);
        clean(path, runner::base_urls_of(open->target), access, sum, out, err);
        if (sum.of(Outcome::kUnanswered) > 0) break;
    }
    for (const std::string& url : sum.others)
        out << "kept    what was created at " << url << ", another target\n";
    out << sum.of(Outcome::kRemoved) << " deleted, " << sum.of(Outcome::kGone) << " gone, "
        << sum.of(Outcome::kAbsent) << " absent, "
        << sum.of(Outcome::kLeft) + sum.of(Outcome::kUnanswered) << " left\n";
    return sum.exit_code();
}

}  // namespace plumbline::app
