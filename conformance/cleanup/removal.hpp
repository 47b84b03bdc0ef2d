#pragma once
// Deletes the resources in a journal, and nothing else.

#include "conformance/cleanup/journal.hpp"
#include "conformance/client/client.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::cleanup {

enum class RemovalOutcome {
    kRemoved,      ///< a DELETE succeeded
    kGone,         ///< it no longer existed
    kAbsent,       ///< its create had no effect: there is no resource of its name
    kRemaining,    ///< it exists, or may exist
    kUnreachable,  ///< the target is unreachable; it may exist
};

/// The result of removing one resource.
struct Removal {
    JournalEntry entry;
    RemovalOutcome outcome = RemovalOutcome::kRemaining;
    std::string reason;       ///< why it remains, "" otherwise
    bool may_change = false;  ///< it remains, but a later try may have another outcome
    std::vector<client::Exchange> exchanges;
};

/// What it means if a resource is not found.
enum class NotFoundPolicy {
    kProvesAbsence,     ///< it does not exist: all requests have taken effect long ago
    kProvesIfAnswered,  ///< the same, unless its create received no response and may still take
                        ///< effect
    kProvesNothing,     ///< it may become visible later
};

/// How to access the target. `send` is borrowed.
struct TargetAccess {
    const client::Send& send;
    NamedCredentials credentials;
    std::chrono::milliseconds timeout{30'000};
    NotFoundPolicy not_found_policy = NotFoundPolicy::kProvesAbsence;
    /// The credentials that were sent, by entry number. They take precedence over the references.
    std::map<int, CredentialValues> sent_credentials{};
    /// Creates that were sent until then have taken effect, and are visible: for them a missing
    /// resource does not exist, whatever the policy.
    std::optional<Instant> settled_until{};
};

/// Deletes the journal's open entries that `is_selected` accepts (it must not use the journal), and
/// records them as closed. Resources that were created with unavailable credentials are left.
/// Entries with an id are handled first. A resource without an id is searched in the target's list:
/// those that the run certainly created are deleted (see find_resources); if others may be it, the
/// entry remains and the reason lists them. `on_removal` is called after each.
[[nodiscard]] std::vector<Removal> remove_entries(
    Journal& journal,
    const TargetAccess& access,
    const std::function<bool(const JournalEntry&)>& is_selected,
    const std::function<void(const Removal&)>& on_removal = {});

}  // namespace plumbline::cleanup
