#include "conformance/app/cleanup_pass.hpp"

#include "conformance/app/commands.hpp"

#include <filesystem>
#include <utility>

namespace plumbline::app {
namespace {

using cleanup::JournalEntry;
using cleanup::Removal;
using cleanup::RemovalOutcome;

bool is_open(const JournalEntry& entry) {
    return entry.stage != cleanup::ResourceStage::kClosed;
}

/// A journal that no longer exists is not reported: its run has ended in the meantime and left
/// nothing.
void report_damaged(const Error& error,
                    const std::string& path,
                    const CleanupTask& task,
                    JournalProgress& journal) {
    if (error.code == ErrorCode::kNotFound) return;
    if (!journal.is_damaged) print_error(with_remedy(error, path), task.err);
    journal.is_damaged = true;
}

/// Reports lines that cannot be read; all others are processed.
void report_damage(const std::vector<Error>& damage,
                   const std::string& path,
                   const CleanupTask& task,
                   JournalProgress& journal) {
    if (damage.empty() || journal.is_damaged) return;
    for (std::size_t i = 0; i + 1 < damage.size(); ++i) print_error(damage[i], task.err);
    report_damaged(damage.back(), path, task, journal);
}

/// Returns whether the run of a journal has another target than the selected one.
bool is_elsewhere(const std::string& path, const CleanupTask& task) {
    const auto contents = cleanup::read_journal(path);
    return contents && std::ranges::none_of(contents->header.urls,
                                            [&](const auto& url) { return task.is_selected(url); });
}

void print_in_use(const std::string& path, const CleanupTask& task) {
    task.out << "in use  " << path << ": its run is still in progress"
             << (is_elsewhere(path, task) ? ", at another target" : "") << '\n';
}

/// Reports what a journal lists at other targets than the selected one; returns how much of it was
/// requested.
int report_other_targets(const std::vector<JournalEntry>& entries,
                         const std::string& path,
                         const CleanupTask& task) {
    std::map<std::string, int> counts;
    for (const JournalEntry& entry : entries) {
        if (is_open(entry) && !task.is_selected(entry.url)) ++counts[entry.url];
    }
    int requested = 0;
    for (const auto& [url, count] : counts) {
        if (task.named_journals) requested += count;
        task.out << "kept    " << count << " created at " << printable(url)
                 << ", another target: " << path << '\n';
    }
    return requested;
}

/// Processes journals again and again until the deadline.
class JournalCleaner {
  public:
    JournalCleaner(const CleanupAccess& access, const CleanupTask& task, Clock& clock)
        : access_(access), task_(task), clock_(clock), started_(clock.now()) {}

    CleanupProgress clean(std::vector<std::string> paths) {
        Duration pause = kFirstPause;
        while (true) {
            is_last_ = !access_.wait || clock_.now() - started_ >= *access_.wait;
            const client::Send send = cleanup::with_circuit_breaker(access_.send);
            for (const std::string& path : paths) clean_once(path, send, progress_[path]);
            std::erase_if(paths, [&](const std::string& path) {
                const JournalProgress& journal = progress_[path];
                return journal.temporary_reasons.empty() && !journal.is_in_use;
            });
            if (is_last_ || paths.empty()) return std::move(progress_);
            clock_.wait(std::min(pause, *access_.wait - (clock_.now() - started_)));
            pause = std::min(2 * pause, kLongestPause);
        }
    }

  private:
    static constexpr Duration kFirstPause = std::chrono::milliseconds(100);
    static constexpr Duration kLongestPause = std::chrono::seconds(5);

    void clean_once(const std::string& path, const client::Send& send, JournalProgress& journal) {
        const auto announced = std::exchange(journal.temporary_reasons, {});
        cleanup::TargetAccess target{send, access_.credentials, access_.timeout};
        const bool is_settled = is_older_than_settle_time(path);
        auto opened = cleanup::Journal::reopen(path);
        if (opened && !*opened) return report_in_use(path, journal);
        journal.is_in_use = false;
        journal.skipped = 0;
        if (!opened) return report_damaged(opened.error(), path, task_, journal);
        cleanup::Journal& file = **opened;
        if (!is_settled) target.not_found_policy = cleanup::NotFoundPolicy::kProvesNothing;
        target.settled_until = clock_.now() - settle_time(file.header());
        // Without a target, nothing is sent.
        const auto is_selected = [&](const JournalEntry& entry) {
            return task_.urls && task_.is_selected(entry.url) &&
                   !journal.final_reasons.contains(entry.number);
        };
        (void)cleanup::remove_entries(file, target, is_selected, [&](const Removal& removal) {
            record(removal, announced, journal);
        });
        report_damage(file.damage(), path, task_, journal);
        if (!journal.requested_elsewhere)
            journal.requested_elsewhere = report_other_targets(file.entries(), path, task_);
        journal.skipped = *journal.requested_elsewhere;
        file.remove_if_closed();
        if (const auto failure = file.failure()) report_damaged(*failure, path, task_, journal);
    }

    void report_in_use(const std::string& path, JournalProgress& journal) const {
        std::error_code ignored;
        const bool is_requested = std::filesystem::exists(path, ignored) &&
                                  (task_.named_journals || !is_elsewhere(path, task_));
        const bool was_in_use = std::exchange(journal.is_in_use, is_requested);
        journal.skipped = is_requested ? 1 : 0;
        if (!is_requested || is_last_) return print_in_use(path, task_);
        if (!was_in_use)
            task_.out << "waits   " << path << ": its run is still in progress\n" << std::flush;
    }

    /// Records and prints the result of a resource; `announced` are the reasons that were printed
    /// before.
    void record(const Removal& removal,
                const std::map<int, std::string>& announced,
                JournalProgress& journal) const {
        const int number = removal.entry.number;
        const bool may_change = removal.may_change && !is_last_;
        if (!may_change) {
            ++journal.counts[removal.outcome];
            print_removal(removal, task_.out);
            if (removal.outcome >= RemovalOutcome::kRemaining)
                journal.final_reasons[number] = removal.reason;
            journal.may_change = journal.may_change || removal.may_change;
            return;
        }
        journal.temporary_reasons[number] = removal.reason;
        const auto before = announced.find(number);
        if (before != announced.end() && before->second == removal.reason) return;
        task_.out << "waits   " << printable(describe(removal.entry)) << ": "
                  << printable(removal.reason) << '\n'
                  << std::flush;
    }

    /// A request sent just before a run was killed may still take effect for as long as the run
    /// would have waited for its response, and reads may lag. Until then, a resource that is not
    /// found may still appear. The times are those of the run (in its journal) or of the target as
    /// it is configured now, whichever is longer.
    [[nodiscard]] Duration settle_time(const cleanup::JournalHeader& run) const {
        constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 365);
        return std::min(std::max(run.timeout, access_.timeout), kLongest) +
               std::min(std::max(run.consistency_wait, access_.consistency_wait), kLongest);
    }

    /// Journals of older versions do not contain the times of their creates.
    [[nodiscard]] bool is_older_than_settle_time(const std::string& path) const {
        std::error_code none;
        const auto written = std::filesystem::last_write_time(path, none);
        if (none) return false;
        const auto contents = cleanup::read_journal(path);
        const Duration settled =
            settle_time(contents ? contents->header : cleanup::JournalHeader{});
        return clock_.now() - std::chrono::file_clock::to_sys(written) > settled;
    }

    const CleanupAccess& access_;
    const CleanupTask& task_;
    Clock& clock_;
    Instant started_;
    bool is_last_ = false;  ///< this try is the last one
    CleanupProgress progress_;
};

/// Prints what to do about the resources of a journal that are left.
void print_remedies(const std::string& path,
                    const JournalProgress& journal,
                    const CleanupTask& task) {
    if (journal.final_reasons.empty()) return;
    print_message(path + " lists what is left; " +
                      (journal.may_change ? "repeat the command later, or with --wait"
                                          : "repeat the command without the cause") +
                      "; once nothing of it exists any more, remove the file with",
                  task.err);
    task.err << "  " << forget_command(path) << '\n';
}

}  // namespace

CleanupProgress clean_journals(const std::vector<std::string>& paths,
                               const CleanupAccess& access,
                               const CleanupTask& task,
                               Clock& clock) {
    return JournalCleaner(access, task, clock).clean(paths);
}

int print_journals(const std::vector<std::string>& paths, const CleanupTask& task) {
    int count = 0;
    int damaged = 0;
    for (const std::string& path : paths) {
        if (cleanup::is_in_use(path)) {
            print_in_use(path, task);
            continue;
        }
        JournalProgress journal;
        const auto contents = cleanup::read_journal(path);
        if (contents) {
            report_damage(contents->damage, path, task, journal);
        } else {
            report_damaged(contents.error(), path, task, journal);
        }
        damaged += journal.is_damaged ? 1 : 0;
        if (!contents) continue;
        for (const JournalEntry& entry : contents->entries) {
            if (!is_open(entry) || !task.is_selected(entry.url)) continue;
            ++count;
            const bool has_id = entry.stage == cleanup::ResourceStage::kCreated;
            task.out << (has_id ? "would delete " : "would look for ") << printable(describe(entry))
                     << " at " << printable(entry.url) << ", from " << printable(entry.scenario)
                     << '\n';
        }
        (void)report_other_targets(contents->entries, path, task);
    }
    task.out << count << " to delete or to look for\n";
    return damaged;
}

int print_summary(const CleanupProgress& progress, int unreadable, const CleanupTask& task) {
    std::map<RemovalOutcome, int> counts;
    int not_processed = unreadable;
    for (const auto& [path, journal] : progress) {
        for (const auto& [outcome, count] : journal.counts) counts[outcome] += count;
        not_processed += journal.skipped + (journal.is_damaged ? 1 : 0);
    }
    const int left = counts[RemovalOutcome::kRemaining] + counts[RemovalOutcome::kUnreachable];
    task.out << counts[RemovalOutcome::kRemoved] << " deleted, " << counts[RemovalOutcome::kGone]
             << " gone, " << counts[RemovalOutcome::kAbsent] << " absent, " << left << " left\n"
             << std::flush;
    for (const auto& [path, journal] : progress) print_remedies(path, journal, task);
    if (counts[RemovalOutcome::kUnreachable] > 0) return kUnreachable;
    return left + not_processed > 0 ? kDoesNotConform : kConforms;
}

}  // namespace plumbline::app
