#pragma once
// What a workspace starts from: tenants, records, timings, limits, as a world fixture defines them.

#include "mock_server/store/fixtures.hpp"
#include "mock_server/store/issued_values.hpp"
#include "mock_server/store/store.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// A tenant with its id and API key.
struct Identity {
    std::string name;
    std::string tenant_id;
    std::string api_key;
};

/// A record that exists from the start. Its body may contain placeholders.
struct WorldRecord {
    std::string collection;
    std::string tenant;  ///< name of the owner, "" for all tenants
    SharedJson body;
};

/// A record created before the start, whose history is replayed. Its body may contain placeholders.
struct PastRecord {
    std::string collection;
    std::string tenant;  ///< name of the owner, "" for all tenants
    std::string id;      ///< may contain placeholders
    std::string parent;  ///< id of an earlier record of the history, "" if there is none
    std::string event;   ///< if not empty, the record exists and receives this machine event
    Duration ago{0};
    SharedJson body;
};

/// An incident that the world injects without a control request.
struct ScriptedIncident {
    std::string incident;
    std::string record;  ///< id of the record, may contain placeholders; if empty, every new record
    std::optional<std::size_t> child;  ///< number of the affected child, if not the record itself
    std::size_t times = 1;
};

/// A world fixture. Thread-safe: immutable.
struct World {
    std::string name;
    std::string summary;
    std::string hosting;                       ///< cloud or self_hosted
    std::vector<std::string> base_path;        ///< segments under which the API is also served
    Instant start;                             ///< initial time of the virtual clock
    std::vector<std::string> tenants;          ///< names; the first is the workspace's own
    std::vector<Identity> default_identities;  ///< identities of the default workspace
    bool tenant_id_alone = false;              ///< accepts X-Tenant-Id without a key
    bool pairs_in_data = false;  ///< streams of several modes have [mode, data] as event data
    std::vector<WorldRecord> records;
    std::vector<PastRecord> history;  ///< oldest first
    std::vector<ScriptedIncident> incidents;
    SharedJson inputs;   ///< {name: value that tests need}
    SharedJson sources;  ///< {source: inputs of a valid base body}
    SharedJson issued;   ///< {operationId: [values issued from the start]}
    std::map<std::string, std::set<std::string, std::less<>>> lists;  ///< names used in conditions
    std::map<std::string, Duration> timings;  ///< `machine/state` → time, overrides the machine's
    std::map<std::string, std::int64_t>
        limits;                         ///< name → number, or time in nanoseconds; see limit()
    std::set<std::string> time_limits;  ///< the names of the limits that are times
    std::set<std::string, std::less<>> disabled_rules;
    std::map<std::string, std::set<std::string>, std::less<>>
        waived_rules;  ///< rule → sources for which it is not enforced
    SourceRef where;

    /// Returns a limit of the world, or `fallback` if it has none.
    [[nodiscard]] std::int64_t limit(const std::string& limit_name, std::int64_t fallback) const;

    /// Errors: kInvalid, with position.
    [[nodiscard]] static Result<World> load(const Document& fixture);
};

/// The parts of a world that differ between workspaces, placeholders filled in.
struct InitialWorld {
    std::vector<Identity> identities;  ///< one for each tenant, in the world's order
    SharedJson inputs;
    SharedJson sources;
    IssuedValues issued;
};

/// Returns the id of {named:NAME} in a workspace with that seed. It is always the same.
[[nodiscard]] std::string named_id(std::uint64_t seed, std::string_view name);

/// Returns `json` with every {named:NAME} filled in.
[[nodiscard]] Json fill_named_ids(const Json& json, std::uint64_t seed);

/// Returns the id of the tenant with that name, "" if there is none. The text belongs to the
/// identity.
[[nodiscard]] std::string_view tenant_id(const std::vector<Identity>& identities,
                                         const std::string& name);

/// Fills the placeholders of a world and inserts its records into `store`.
[[nodiscard]] InitialWorld populate_store(const World& world,
                                          const std::vector<Identity>& identities,
                                          std::uint64_t seed,
                                          Store& store);

/// Creates one identity for each tenant of the world.
[[nodiscard]] std::vector<Identity> make_identities(const World& world, IdSource& ids);

/// Loads every world of the fixtures, by name. Errors: as World::load; two worlds with one name.
[[nodiscard]] Result<std::map<std::string, std::shared_ptr<const World>, std::less<>>> load_worlds(
    const Fixtures& fixtures);

}  // namespace plumbline::mock
