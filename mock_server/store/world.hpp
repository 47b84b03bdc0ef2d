#pragma once
// What a workspace starts from: tenants, records, timings, limits, as a world fixture states them.

#include "mock_server/store/fixtures.hpp"
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

/// Someone who may call: a tenant, its id and its key.
struct Identity {
    std::string name;
    std::string tenant_id;
    std::string api_key;
};

/// A record that is there from the start. Its body may hold placeholders.
struct WorldRecord {
    std::string collection;
    std::string tenant;  ///< name of its owner, "" for everybody's
    SharedJson body;
};

/// A record that was made before the start and has lived since. Its body may hold placeholders.
struct PastRecord {
    std::string collection;
    std::string tenant;  ///< name of its owner, "" for everybody's
    std::string id;      ///< may hold placeholders
    Duration ago{0};
    SharedJson body;
};

/// What goes wrong without anybody asking for it.
struct ScriptedIncident {
    std::string incident;
    std::string record;  ///< id of the record, may hold placeholders; "" for every one that is made
    std::optional<std::size_t> child;  ///< number of the one meant among those that belong to it
    std::size_t times = 1;
};

/// A world fixture. Thread: immutable, safe from any thread.
struct World {
    std::string name;
    std::string summary;
    std::string hosting;                 ///< cloud or self_hosted
    std::vector<std::string> base_path;  ///< segments under which the API is served as well
    Instant start;                       ///< where the virtual clock begins
    std::vector<std::string> tenants;    ///< names; the first is the workspace's own
    std::vector<Identity> well_known;  ///< identities of the workspace that is there from the start
    bool tenant_id_alone = false;      ///< X-Tenant-Id without a key lets in
    bool pairs_in_data = false;        ///< the data of streams of several modes is [mode, chunk]
    std::vector<WorldRecord> records;
    std::vector<PastRecord> past;  ///< the oldest first
    std::vector<ScriptedIncident> incidents;
    SharedJson inputs;   ///< {name: value that tests need}
    SharedJson sources;  ///< {source: inputs of a valid base body}
    SharedJson issued;   ///< {operationId: [values handed out from the start]}
    std::map<std::string, std::set<std::string, std::less<>>>
        lists;  ///< names that conditions look up
    std::map<std::string, Duration>
        timings;  ///< `machine/state` → time spent there, instead of the machine's
    std::map<std::string, std::int64_t>
        limits;                         ///< name → number, or time in nanoseconds; see limit()
    std::set<std::string> time_limits;  ///< the names of those that are times
    std::set<std::string, std::less<>> disabled_rules;
    std::map<std::string, std::set<std::string>, std::less<>>
        lifted_rules;  ///< rule → sources for which it is not enforced
    SourceRef where;

    /// Returns a limit of the world, or `fallback` if it states none.
    [[nodiscard]] std::int64_t limit(const std::string& name, std::int64_t fallback) const;

    /// Errors: kInvalid, with position.
    [[nodiscard]] static Result<World> load(const Document& fixture);
};

/// The parts of a world that differ between workspaces, filled in.
struct Settled {
    std::vector<Identity> identities;  ///< one for each tenant, in the world's order
    SharedJson inputs;
    SharedJson sources;
};

/// Returns the id that {named:NAME} stands for in a workspace of that seed: whoever asks, and
/// whenever, the same.
[[nodiscard]] std::string named_id(std::uint64_t seed, std::string_view name);

/// Returns `form` with every {named:NAME} filled.
[[nodiscard]] Json fill_named(const Json& form, std::uint64_t seed);

/// Returns the id of the tenant of that name, "" if there is none. The text is the identity's.
[[nodiscard]] std::string_view tenant_id(const std::vector<Identity>& identities,
                                         const std::string& name);

/// Fills the placeholders of a world and puts its records into `store`.
[[nodiscard]] Settled settle(const World& world,
                             const std::vector<Identity>& identities,
                             std::uint64_t seed,
                             Store& store);

/// Makes one identity for each tenant of the world.
[[nodiscard]] std::vector<Identity> make_identities(const World& world, IdSource& ids);

/// Loads every world of the fixtures, by name. Errors: as World::load; two worlds of one name.
[[nodiscard]] Result<std::map<std::string, std::shared_ptr<const World>>> load_worlds(
    const Fixtures& fixtures);

}  // namespace plumbline::mock
