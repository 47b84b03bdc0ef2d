#pragma once
// The entries of a journal.

#include "conformance/cleanup/credentials.hpp"
#include "conformance/cleanup/deletable_type.hpp"
#include "spec/base/clock.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// The known state of a resource.
enum class ResourceStage {
    kIntended,  ///< its create was about to be sent; no response is recorded
    kCreated,   ///< its id is known
    kUnknown,   ///< the response contained no id: it may exist
    kClosed,    ///< it was deleted or never existed
};

/// A resource, from the intention to create it. Numbers count from 1 within a journal.
struct JournalEntry {
    int number = 0;
    std::string area;
    std::string type;
    std::string url;   ///< the base URL at which it was created
    std::string name;  ///< "" if the request contained none
    std::string scenario;
    std::map<std::string, std::string> parents;  ///< values of the create's path parameters
    std::set<std::string> secret_parents{};      ///< those whose values the file does not contain
    CredentialReferences credentials;            ///< used to create it
    ResourceStage stage = ResourceStage::kIntended;
    std::string id;  ///< "" until it is known
    /// When its create was about to be sent; nothing in journals of older versions.
    std::optional<Instant> time{};
    /// When it was created by the target's clock; nothing if the response did not contain it.
    std::optional<Instant> created{};
};

/// The first line of a journal.
struct JournalHeader {
    std::string run;  ///< a UUID
    Instant started{};
    std::string target;                             ///< its name in reports
    std::vector<std::string> urls;                  ///< base URLs at which resources may be created
    std::vector<std::string> credential_headers;    ///< names, from the API documents
    std::chrono::milliseconds timeout{30'000};      ///< timeout of the run's requests
    std::chrono::milliseconds consistency_wait{0};  ///< maximum time until a read returns a write
    std::string prefix;                             ///< prefix of the names that the run generates
    std::map<std::string, std::string> fingerprints;  ///< credential → fingerprint with `run` as
                                                      ///< salt
    std::vector<DeletableType> deletable_types;
};

/// Returns the type of an entry: the one whose create has the entry's parents. Null if there is
/// none.
[[nodiscard]] const DeletableType* find_deletable_type(const JournalHeader& header,
                                                       const JournalEntry& entry);

/// Returns a short text for output: `deployment 1234 (plumbline-1-x)`.
[[nodiscard]] std::string describe(const JournalEntry& entry);

}  // namespace plumbline::cleanup
