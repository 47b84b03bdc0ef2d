#pragma once
// What a journal tells of one resource.

#include "conformance/cleanup/credentials.hpp"
#include "conformance/cleanup/kind.hpp"
#include "spec/base/clock.hpp"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// How far a resource has come.
enum class Stage {
    kIntended,  ///< its create was to be sent; whether an answer came is not known
    kCreated,   ///< its id is known
    kUnknown,   ///< an answer came without an id: it may exist
    kClosed,    ///< it does not exist, or no longer
};

/// A resource, from the intention to create it. Numbers count from 1 within a journal.
struct Entry {
    int number = 0;
    std::string area;
    std::string type;
    std::string url;   ///< the base URL at which it was created
    std::string name;  ///< "" if the request gave none
    std::string scenario;
    std::map<std::string, std::string> parents;  ///< values of the create's path holes
    References credentials;                      ///< with which it was created
    Stage stage = Stage::kIntended;
    std::string id;  ///< "" until it is known
};

/// What a journal begins with.
struct Header {
    std::string run;  ///< a UUID
    Instant started{};
    std::string target;                             ///< how reports name it
    std::vector<std::string> urls;                  ///< base URLs at which things may be created
    std::vector<std::string> credential_headers;    ///< names, as the API documents give them
    std::chrono::milliseconds timeout{30'000};      ///< of the run's requests
    std::chrono::milliseconds consistency_wait{0};  ///< so long a read may miss a write
    std::string prefix;                             ///< of the names the run makes up
    std::map<std::string, std::string> recognised;  ///< credential → fingerprint, salt is `run`
    std::vector<Kind> kinds;
};

/// Returns the kind of an entry, or null: that of its type whose create has the entry's parents.
[[nodiscard]] const Kind* find_kind(const Header& header, const Entry& entry);

/// Names a resource for a line of output: `deployment 1234 (plumbline-1-x)`.
[[nodiscard]] std::string describe(const Entry& entry);

}  // namespace plumbline::cleanup
