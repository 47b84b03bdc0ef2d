#pragma once
// Deletes what a journal lists, and nothing else.

#include "conformance/cleanup/journal.hpp"
#include "conformance/client/client.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plumbline::cleanup {

enum class Outcome {
    kRemoved,     ///< a DELETE succeeded
    kGone,        ///< it was not there any more
    kAbsent,      ///< its create had no effect: nothing of its name is there
    kLeft,        ///< it is there, or may be
    kUnanswered,  ///< nothing is where it was created; it may be there
};

/// What became of one resource.
struct Removal {
    Entry entry;
    Outcome outcome = Outcome::kLeft;
    std::string reason;  ///< why it is left, "" otherwise
    std::vector<client::Exchange> exchanges;
};

/// What it proves that a resource is not found.
enum class Absence {
    kProves,              ///< it is not there: all that was sent has long taken effect
    kProvesOnceAnswered,  ///< the same, unless no answer came: the create may be on its way
    kProvesNothing,       ///< it may show later
};

/// How to get at the target. `send` is borrowed.
struct Access {
    const client::Send& send;
    Credentials credentials;
    std::chrono::milliseconds timeout{30'000};
    Absence absence = Absence::kProves;
    /// By entry number, of who sent the creates: with what. These go before the references.
    std::map<int, Carried> sent{};
};

/// Deletes the journal's open entries that `wanted` picks (it must not use the journal), and notes
/// in the journal what is gone. What was created with credentials that are not at hand is left
/// alone. What has an id goes first. A resource whose id never came is looked for by its name among
/// those that the target lists: deleted is what has exactly that name, if the name begins with the
/// run's prefix and its id is no other entry's. `tell` is called after each.
[[nodiscard]] std::vector<Removal> remove_entries(
    Journal& journal,
    const Access& access,
    const std::function<bool(const Entry&)>& wanted,
    const std::function<void(const Removal&)>& tell = {});

}  // namespace plumbline::cleanup
