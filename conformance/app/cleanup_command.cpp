// plumbline cleanup.

#include "conformance/app/commands.hpp"
#include "conformance/app/journal_folder.hpp"
#include "conformance/app/open_send.hpp"
#include "conformance/app/target_of.hpp"
#include "conformance/cleanup/removal.hpp"
#include "conformance/cleanup/sparing.hpp"
#include "conformance/runner/custody.hpp"
#include "conformance/runner/pacer.hpp"
#include "conformance/runner/renaming.hpp"
#include "reports/text_parts.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using cleanup::Entry;
using cleanup::Outcome;
using cleanup::Removal;

/// Returns text that a target may have had a hand in, fit for a terminal.
std::string shown(const std::string& text) {
    constexpr std::size_t kMaxShown = 2'000;
    return reports::one_line(text, kMaxShown);
}

void tell_error(Error error, std::ostream& err) {
    error.message = shown(error.message);
    for (std::string& note : error.notes) note = shown(note);
    err << "plumbline: " << to_text(error) << '\n';
}

int usage(const Error& error, std::ostream& err) {
    tell_error(error, err);
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

bool has(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

/// What this clean-up is asked about, and where it tells.
struct Task {
    std::optional<std::vector<std::string>> urls;  ///< of the target; none is named: all
    bool named_journals = false;                   ///< else all that lie in the folder
    std::ostream& out;
    std::ostream& err;

    [[nodiscard]] bool is_here(const std::string& url) const { return !urls || has(*urls, url); }
};

/// What a clean-up has done so far.
struct Sum {
    std::map<Outcome, int> counts;
    int damaged = 0;      ///< journals that cannot be read or written
    int passed_over = 0;  ///< that were asked about: journals in use, resources of another target

    [[nodiscard]] int of(Outcome outcome) const {
        const auto found = counts.find(outcome);
        return found == counts.end() ? 0 : found->second;
    }
    [[nodiscard]] int exit_code() const {
        if (of(Outcome::kUnanswered) > 0) return kNothingAnswered;
        return damaged + passed_over + of(Outcome::kLeft) > 0 ? kDoesNotConform : kConforms;
    }
};

/// Reports a journal that cannot be worked off. One that is not there any more is none: its run has
/// ended in the meantime and left nothing.
void tell_damaged(const Error& error, const Task& task, Sum& sum) {
    if (error.code == ErrorCode::kNotFound) return;
    ++sum.damaged;
    tell_error(error, task.err);
}

void tell_in_use(const std::string& path, const Task& task, Sum& sum) {
    const auto contents = cleanup::read_journal(path);
    if (!contents && contents.error().code == ErrorCode::kNotFound) return;
    const auto is_here = [&](const std::string& url) { return task.is_here(url); };
    const bool elsewhere =
        contents &&
        std::none_of(contents->header.urls.begin(), contents->header.urls.end(), is_here);
    if (task.named_journals || !elsewhere) ++sum.passed_over;
    task.out << "in use  " << path << ": its run goes on"
             << (elsewhere ? ", at another target" : "") << '\n';
}

/// Tells what a journal lists at other targets than the one named.
void tell_kept(const std::vector<Entry>& entries,
               const std::string& path,
               const Task& task,
               Sum& sum) {
    std::map<std::string, int> counts;
    for (const Entry& entry : entries) {
        if (is_open(entry) && !task.is_here(entry.url)) ++counts[entry.url];
    }
    for (const auto& [url, count] : counts) {
        if (task.named_journals) sum.passed_over += count;
        task.out << "kept    " << count << " created at " << shown(url)
                 << ", another target: " << path << '\n';
    }
}

/// Tells what would be done; sends nothing and changes nothing.
int rehearse(const std::vector<std::string>& paths, const Task& task) {
    int count = 0;
    Sum sum;
    for (const std::string& path : paths) {
        if (cleanup::is_in_use(path)) {
            tell_in_use(path, task, sum);
            continue;
        }
        const auto contents = cleanup::read_journal(path);
        if (!contents) {
            tell_damaged(contents.error(), task, sum);
            continue;
        }
        for (const Entry& entry : contents->entries) {
            if (!is_open(entry) || !task.is_here(entry.url)) continue;
            ++count;
            const bool has_id = entry.stage == cleanup::Stage::kCreated;
            task.out << (has_id ? "would delete " : "would look for ") << shown(describe(entry))
                     << " at " << shown(entry.url) << ", from " << shown(entry.scenario) << '\n';
        }
        tell_kept(contents->entries, path, task, sum);
    }
    task.out << count << " to delete or to look for\n";
    return sum.damaged > 0 ? kDoesNotConform : kConforms;
}

void tell(const Removal& removal, std::ostream& out) {
    const char* word = removal.outcome == Outcome::kRemoved  ? "deleted "
                       : removal.outcome == Outcome::kGone   ? "gone    "
                       : removal.outcome == Outcome::kAbsent ? "absent  "
                                                             : "left    ";
    out << word << shown(describe(removal.entry));
    if (!removal.reason.empty()) out << ": " << shown(removal.reason);
    out << '\n' << std::flush;
}

/// What was sent just before a run was killed may still take effect: as long as it would have
/// waited for an answer, and reads lag. Until then, what is not found may yet come. How long that
/// is says the run (its journal) or the target as it is named now, whichever waits longer.
cleanup::Absence absence_at(const std::string& path,
                            const runner::Target& target,
                            const Clock& clock) {
    using Seconds = std::chrono::duration<double>;  // the longest waits overflow no double
    std::error_code none;
    const auto written = std::filesystem::last_write_time(path, none);
    const auto age = clock.now() - std::chrono::file_clock::to_sys(written);
    const auto contents = cleanup::read_journal(path);
    const cleanup::Header run = contents ? contents->header : cleanup::Header{};
    const auto settled = Seconds(std::max(run.timeout, target.timeout)) +
                         Seconds(std::max(run.consistency_wait, target.consistency_wait));
    return !none && age > settled ? cleanup::Absence::kProves : cleanup::Absence::kProvesNothing;
}

void clean(const std::string& path, const cleanup::Access& access, const Task& task, Sum& sum) {
    auto journal = cleanup::Journal::reopen(path);
    if (!journal) return tell_damaged(journal.error(), task, sum);
    if (!*journal) return tell_in_use(path, task, sum);
    const auto count = [&](const Removal& removal) {
        ++sum.counts[removal.outcome];
        tell(removal, task.out);
    };
    // Where no target is named, nothing is sent anywhere.
    const auto is_here = [&](const Entry& entry) { return task.urls && task.is_here(entry.url); };
    (void)cleanup::remove_entries(**journal, access, is_here, count);
    tell_kept((*journal)->entries(), path, task, sum);
    (*journal)->finish();
    if (const auto failure = (*journal)->failure()) tell_damaged(*failure, task, sum);
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
Result<void> read_vocabulary(runner::Target& target, const std::string& documents) {
    if (target.vocabulary_file.empty()) return {};
    auto contract = load_contract(documents);
    if (!contract) return fail(contract.error());
    return load_vocabulary(target, *contract);
}

int clean_all(const std::vector<std::string>& paths, runner::Target& target, const Task& task) {
    SystemClock clock;
    const double rate = target.max_rate.value_or(0);
    const client::Send send = cleanup::sparing(
        runner::paced(runner::renamed(open_send(target, clock), target.vocabulary),
                      rate > 0 ? std::make_shared<runner::Pacer>(rate, clock) : nullptr));
    cleanup::Access access{send, runner::credentials_of(target, nullptr), target.timeout};
    Sum sum;
    for (const std::string& path : paths) {
        access.absence = absence_at(path, target, clock);
        clean(path, access, task, sum);
    }
    task.out << sum.of(Outcome::kRemoved) << " deleted, " << sum.of(Outcome::kGone) << " gone, "
             << sum.of(Outcome::kAbsent) << " absent, "
             << sum.of(Outcome::kLeft) + sum.of(Outcome::kUnanswered) << " left\n";
    return sum.exit_code();
}

}  // namespace

int cleanup_command(const CleanupCommand& command, std::ostream& out, std::ostream& err) {
    const auto paths = journals_of(command);
    if (!paths) return usage(paths.error(), err);
    const bool has_target = command.target.has_target();
    if (const std::string urls = urls_in(*paths);
        !has_target && !command.dry_run && !urls.empty()) {
        return usage({ErrorCode::kUsage,
                      "cleanup needs to know the target: --url URL or --target PROFILE",
                      {},
                      {"the journals list resources at " + urls}},
                     err);
    }
    // Without a target there are but journals in which nothing is left.
    auto open = has_target ? open_target(command.target) : OpenTarget{};
    if (!open) return usage(open.error(), err);
    Task task{std::nullopt, !command.journals.empty(), out, err};
    if (has_target) task.urls = runner::base_urls_of(open->target);
    if (command.dry_run) return rehearse(*paths, task);
    const auto ready = read_vocabulary(open->target, command.target.documents);
    if (!ready) return usage(ready.error(), err);
    return clean_all(*paths, open->target, task);
}

}  // namespace plumbline::app
