#pragma once
// The target of a run: its addresses, credentials and permissions.

#include "conformance/client/client.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "spec/base/secret.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/names/name_mapping.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The header in which the control interface expects its token.
inline constexpr const char* kControlTokenHeader = "X-Plumbline-Token";

/// The identity of the runner at the target.
struct TargetCredentials {
    Secret api_key;
    std::string tenant_id;
    std::string api_key_variable{};  ///< environment variable that holds the key; "" if none does
};

/// How to get access tokens by the client credentials grant of OAuth2.
struct OAuth2Settings {
    std::string token_url;
    Secret client_id;
    Secret client_secret;
    std::string client_id_variable;      ///< environment variable that holds the id
    std::string client_secret_variable;  ///< environment variable that holds the secret
    std::string scope;                   ///< "" if none is requested
    std::string audience;                ///< "" if none is requested
};

class AccessTokenSource;

/// A header of every request to the target.
struct TargetHeader {
    std::string name;
    Secret value;
    std::string variable{};  ///< environment variable that holds the value, which then is secret;
                             ///< "" if none does
};

/// How often and how long to poll; overrides the suite's values.
struct Polling {
    std::chrono::milliseconds interval{0};
    std::chrono::milliseconds deadline{0};
};

/// Existing bulk exports; the API cannot create any.
struct TargetExports {
    std::string export_id;         ///< an export to read; if empty, any of the list
    std::string cancel_export_id;  ///< an export that may be cancelled; empty if none may
};

/// The trusted authorities and the client certificate for TLS. Files are PEM; a name is empty if
/// there is no such file.
struct TlsFiles {
    std::string ca_file;  ///< replaces the system's authorities
    std::string certificate_file;
    std::string key_file;
};

/// Inputs of scenarios that the user gives, in a profile or by options.
struct GivenInputs {
    SharedJson values;                     ///< values by name; null if there are none
    std::set<std::string> secret_names{};  ///< inputs whose values no output may contain
    /// Environment variables whose texts are the values, by the name of the input.
    std::map<std::string, std::string> variables{};
};

/// A world of a mock, as scenarios see it.
struct TargetWorld {
    /// The control interface selects the world by it; if empty, its default world.
    std::string hosting;
    /// Inputs of a workspace that query_worlds created and deleted: its ids and keys are no longer
    /// valid.
    SharedJson inputs;
};

/// A target. Thread-safe during a run: nothing changes it then.
struct Target {
    std::string title;                             ///< how reports name it
    std::map<std::string, std::string> base_urls;  ///< API document name → base URL
    std::map<std::string, std::string>
        server_urls;  ///< source description → base URL; overrides base_urls
    /// Areas whose API is not at their base URL, with the reason: their scenarios are skipped.
    std::map<std::string, std::string> unserved_areas;
    SharedJson found_inputs;                 ///< see add_found_inputs; null if nothing was read
    std::vector<std::string> allowed_hosts;  ///< origins besides the target's own, see
                                             ///< conformance/runner/access/allowed_hosts.hpp
    std::string control_url;  ///< URL of the mock's control interface; empty if there is none
    Secret control_token;
    std::string control_token_variable;  ///< environment variable that holds it; "" if none does
    TargetCredentials credentials;
    TargetCredentials other_credentials;  ///< a second tenant, empty if there is none
    std::vector<TargetHeader> headers;
    std::optional<OAuth2Settings> oauth2;
    std::shared_ptr<AccessTokenSource> tokens;  ///< of oauth2; null before the first request
    std::string hosting = "cloud";
    std::vector<TargetWorld>
        worlds;  ///< worlds of its control interface, see query_worlds; empty if not queried
    SharedJson sources;  ///< {source: inputs of a valid body}; null if there is none
    TargetExports exports;
    GivenInputs inputs;  ///< of the profile; a run adds those of its options
    /// Inputs of streaming scenarios: assistant_id, input, ...; null if there is none.
    SharedJson streaming;
    std::vector<SharedJson> assistants;  ///< `{assistant_id, input}` each
    /// The target's own limits, by their names in the contract's x-history.
    std::map<std::string, int, std::less<>> limits;
    std::optional<Polling> polling;
    std::chrono::milliseconds consistency_wait{0};  ///< how long a read may miss a write
    /// Requests per second, all jobs together; 0: no limit until the target refuses a request
    /// (429). open_target always sets it: to the option, the profile's value or the default.
    std::optional<double> max_rate;
    TlsFiles tls;
    /// Proxies of the profile or of environment variables, and the trusted authorities:
    /// `tls.ca_file` or those of environment variables.
    client::ConnectionSettings connection;
    std::string vocabulary_file;  ///< empty if there is none
    std::shared_ptr<const NameMapping>
        name_mapping;  ///< read from vocabulary_file; null if the target uses the contract's names
    bool allow_writes = false;  ///< needed for any write without a control interface
    bool read_only = false;     ///< only reads, whatever else is allowed
    verdicts::CoverageGateOptions required_coverage;  ///< that of the profile
    verdicts::CheckSeverities check_severities{};     ///< those of the profile
    std::chrono::milliseconds timeout{30'000};  ///< timeout of a request without its own timeout
    std::size_t response_memory = client::ClientOptions().max_json_memory;

    /// Creating workspaces is a write: a read-only run does not use the control interface.
    [[nodiscard]] bool has_control() const { return !control_url.empty() && !read_only; }
    [[nodiscard]] bool allows_writes() const {
        return !read_only && (has_control() || allow_writes);
    }
};

}  // namespace plumbline::runner
