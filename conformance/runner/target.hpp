#pragma once
// What is tested: where it is, how to get in, what may be done to it.

#include "spec/base/secret.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/names/naming.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The header in which the control interface takes its token.
inline constexpr const char* kControlTokenHeader = "X-Plumbline-Token";

/// Who the runner is at the target.
struct Credentials {
    Secret api_key;
    std::string tenant_id;
};

/// How often and how long to poll; overrides what a suite says.
struct Polling {
    std::chrono::milliseconds interval{0};
    std::chrono::milliseconds deadline{0};
};

/// Bulk exports that are there already: nobody can make one through the API.
struct Exports {
    std::string export_id;         ///< one to look at, "": any of the list
    std::string cancel_export_id;  ///< one that may be cancelled, "": none may
};

/// Whom to trust, and how to show who we are, in a TLS handshake. Files are PEM; "": none.
struct Trust {
    std::string ca_file;  ///< in place of the system's authorities
    std::string certificate_file;
    std::string key_file;
};

/// A world of a mock, as those see it that play in it.
struct World {
    std::string hosting;  ///< by which its control interface is asked for it; "": its default
    SharedJson inputs;    ///< what a run fills there; ids and keys are of a workspace that is gone
};

/// A target. Thread: immutable during a run.
struct Target {
    std::string title;                             ///< how reports name it
    std::map<std::string, std::string> base_urls;  ///< API document name → base URL
    std::map<std::string, std::string>
        server_urls;  ///< source description → base URL; goes before base_urls
    std::vector<std::string> allowed_hosts;  ///< origins besides the target's own, see hosts.hpp
    std::string control_url;                 ///< of the mock's control interface; "": it has none
    Secret control_token;
    Credentials credentials;
    Credentials other;  ///< a second tenant, empty if there is none
    std::string hosting = "cloud";
    std::vector<World> worlds;  ///< of its control interface, see survey_worlds; empty: not asked
    SharedJson sources;         ///< {source: inputs of a valid body}; null: none known
    Exports exports;
    /// What scenarios of streams run there: assistant_id, input, ...; null: nothing known.
    SharedJson streaming;
    /// Numbers of its own, by their names in the contract (`limit` of x-history).
    std::map<std::string, int, std::less<>> limits;
    std::optional<Polling> polling;
    std::chrono::milliseconds consistency_wait{0};  ///< so long a read may miss a write
    std::optional<double> max_rate;  ///< requests per second, all jobs together; 0, none: no cap
    Trust trust;
    std::string vocabulary_file;               ///< "": none
    std::shared_ptr<const Naming> vocabulary;  ///< what stands in it; null: it uses our names
    bool allow_writes = false;  ///< needed for anything but reading where there is no control
    bool read_only = false;     ///< nothing but reading, whatever else is allowed
    std::chrono::milliseconds timeout{30'000};  ///< of a request without one of its own

    /// Making workspaces is writing too: who only reads does without.
    [[nodiscard]] bool has_control() const { return !control_url.empty() && !read_only; }
    [[nodiscard]] bool may_be_written() const {
        return !read_only && (has_control() || allow_writes);
    }
};

}  // namespace plumbline::runner
