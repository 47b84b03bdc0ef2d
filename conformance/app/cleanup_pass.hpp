#pragma once
// Deletes what journals list, once or until nothing is left that a later try may delete.

#include "conformance/app/cleanup_text.hpp"
#include "conformance/cleanup/cleanup.hpp"
#include "conformance/client/client.hpp"
#include "spec/base/clock.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace plumbline::app {

/// What to clean up, and where to print it.
struct CleanupTask {
    std::optional<std::vector<std::string>> urls;  ///< base URLs of the target; none is named: all
    bool named_journals = false;                   ///< else all journals of the folder
    std::ostream& out;
    std::ostream& err;

    [[nodiscard]] bool is_selected(const std::string& url) const {
        return !urls || std::find(urls->begin(), urls->end(), url) != urls->end();
    }
};

/// How to access the target.
struct CleanupAccess {
    client::Send send;
    cleanup::NamedCredentials credentials;
    std::chrono::milliseconds timeout{30'000};
    std::chrono::milliseconds consistency_wait{0};
    /// How long to repeat what a later try may change; nothing: not at all.
    std::optional<Duration> wait{};
};

/// The result of one journal, over all tries.
struct JournalProgress {
    std::map<cleanup::RemovalOutcome, int> counts;
    std::map<int, std::string> final_reasons;      ///< of entries that no later try can change
    std::map<int, std::string> temporary_reasons;  ///< of those that one may change
    int skipped = 0;                               ///< of those requested: in use, another target
    bool may_change = false;                       ///< a later try may have another result
    bool is_damaged = false;                       ///< cannot be read or written
    bool is_in_use = false;
    std::optional<int> requested_elsewhere;  ///< resources at other targets, once printed
};

/// Results by path.
using CleanupProgress = std::map<std::string, JournalProgress>;

/// Processes the journals in their order and prints a line for each resource.
[[nodiscard]] CleanupProgress clean_journals(const std::vector<std::string>& paths,
                                             const CleanupAccess& access,
                                             const CleanupTask& task,
                                             Clock& clock);

/// Prints what the journals list; sends nothing and changes nothing. Returns the number of journals
/// that cannot be read.
int print_journals(const std::vector<std::string>& paths, const CleanupTask& task);

/// Prints the counts, and what to do about resources that are left. `unreadable` is the number of
/// other files that cannot be read. Returns the exit code.
int print_summary(const CleanupProgress& progress, int unreadable, const CleanupTask& task);

}  // namespace plumbline::app
