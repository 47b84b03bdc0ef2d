#include "conformance/cleanup/match_resources.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <set>

namespace plumbline::cleanup {
namespace {

/// Times of a target may be rounded, and its database may have another clock than its server.
constexpr Duration kClockTolerance = std::chrono::minutes(5);
constexpr Duration kRecently = std::chrono::hours(24);

/// Returns how far the clock that writes the target's times is ahead of ours; nothing if that is
/// unknown: a mock may have any clock. Evidence is a creation of this run at about the time of its
/// request, or a resource that was created shortly before the list by the clock of the server.
std::optional<Duration> clock_offset(const Journal& journal, const ListedResources& listed) {
    std::optional<Duration> offset;
    journal.visit([&](const JournalEntry& entry) {
        if (!entry.time || !entry.created) return;
        const Duration ahead = *entry.created - *entry.time;
        if (ahead > -kClockTolerance && ahead < kClockTolerance) offset = ahead;
    });
    if (offset || !listed.server_clock_offset) return offset;
    const Instant now = listed.listed + *listed.server_clock_offset;
    const auto& resources = listed.resources;
    const bool is_used = std::any_of(resources.begin(), resources.end(), [&](const auto& one) {
        return one.created && *one.created > now - kRecently &&
               *one.created < now + kClockTolerance;
    });
    return is_used ? listed.server_clock_offset : std::nullopt;
}

/// The time in which a target created the resource of an entry, by the target's clock.
struct CreationWindow {
    std::optional<Instant> begin;  ///< nothing if the target's clock is unknown
    std::optional<Instant> end;    ///< nothing if it is unknown

    [[nodiscard]] bool contains(const ListedResource& resource) const {
        if (!resource.created) return true;
        return (!begin || *resource.created >= *begin) && (!end || *resource.created <= *end);
    }
};

CreationWindow creation_window(const JournalEntry& entry,
                               const Journal& journal,
                               const ListedResources& listed) {
    const JournalHeader& header = journal.header();
    const auto offset = clock_offset(journal, listed);
    if (!offset) return {};
    const Instant sent = entry.time.value_or(header.started) + *offset;
    CreationWindow window{sent - kClockTolerance, std::nullopt};
    // Journals of older versions do not contain the time.
    if (entry.time) window.end = sent + header.timeout + header.consistency_wait + kClockTolerance;
    return window;
}

/// A target may trim a name or change its case.
bool is_same_name(const std::string& listed, const std::string& sent) {
    return equals_ignoring_case(trimmed(listed), trimmed(sent));
}

}  // namespace

ResourceMatches match_resources(const JournalEntry& entry,
                                const Journal& journal,
                                const std::set<std::string>& ignored_ids,
                                const ListedResources& listed) {
    // Read after the list: whatever a running scenario has created until then is in the journal.
    std::set<std::string> ids = ignored_ids;
    std::set<std::string> names;
    journal.visit([&](const JournalEntry& other) {
        if (!other.id.empty()) ids.insert(other.id);
        names.insert(other.name);
    });
    const std::string& prefix = journal.header().prefix;
    const bool has_run_name = entry.name.starts_with(prefix);
    const CreationWindow window = creation_window(entry, journal, listed);
    ResourceMatches matches;
    std::vector<std::string> prefixed;  // ids of resources with other names of this run
    for (const ListedResource& resource : listed.resources) {
        if (ids.contains(resource.id)) continue;
        if (has_run_name && resource.name == entry.name) {
            matches.own.push_back(resource.id);
            continue;
        }
        const bool is_of_other_entry =
            !resource.name.empty() && resource.name != entry.name && names.contains(resource.name);
        if (is_of_other_entry || !window.contains(resource)) continue;
        if (resource.name.starts_with(prefix)) {
            prefixed.push_back(resource.id);
        } else if (!has_run_name &&
                   (entry.name.empty() || is_same_name(resource.name, entry.name))) {
            matches.possible.push_back(resource);
        }
    }
    if (matches.own.empty()) matches.own = std::move(prefixed);
    return matches;
}

std::string ambiguity_reason(const std::vector<ListedResource>& possible) {
    constexpr std::size_t kShown = 10;
    std::string reason = "its id is unknown; created since, and perhaps by the run: ";
    for (std::size_t i = 0; i < std::min(possible.size(), kShown); ++i) {
        reason += (i == 0 ? "" : ", ") + possible[i].id;
        if (!possible[i].name.empty()) reason += " (" + possible[i].name + ')';
    }
    if (possible.size() > kShown)
        reason += " and " + std::to_string(possible.size() - kShown) + " more";
    return reason + ": check them, and delete manually what the run created";
}

}  // namespace plumbline::cleanup
