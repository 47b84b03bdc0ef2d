#pragma once
// Finds out what a target offers for scenarios, and writes it as a profile.

#include "conformance/preflight/probe_client.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::discovery {

/// What to look for.
struct DiscoveryOptions {
    std::string hosting{};                  ///< as the user gives it; "" to find it out
    bool has_prefix = false;                ///< the control plane is below the self-hosted prefix
    std::vector<std::string> graphs{};      ///< graphs of the suites, to look for by name
    std::vector<std::string> assistants{};  ///< further assistants, preferred as `assistant_id`
    bool runs_assistants = true;            ///< whether agent runs may be started
};

/// What was found. Members are those of a profile (target_profile.schema.json).
struct Discovery {
    Discovery();

    std::shared_ptr<Json> values;  ///< members that are certain; never null
    /// Members that the user has to complete or to decide: they are written as comments; never
    /// null.
    std::shared_ptr<Json> proposals;
    std::map<std::string, std::string> notes;  ///< by member (a pointer): where it is from
    std::vector<std::string> names;            ///< lines of a vocabulary whose names nearly fit
    std::vector<std::string> missing;  ///< members (pointers) that would complete a proposal

    /// Return whether a member has a value; set one, with what is said about it.
    [[nodiscard]] bool has(const std::string& pointer) const;
    void set(const std::string& pointer, const Json& value, const std::string& note = "");
    void propose(const std::string& pointer, const Json& value, const std::string& note = "");
    /// Sets a member that the user gives; with the last missing member of a proposal, sets all of
    /// it.
    void complete(const std::string& pointer, const Json& value);
};

/// Reads what the target lists at its base URLs, and starts stateless agent runs that are closed
/// after their first events: nothing is persisted. Sends at most what `probe` allows.
[[nodiscard]] Discovery discover(const runner::Target& target,
                                 const Contract& contract,
                                 const DiscoveryOptions& options,
                                 preflight::ProbeClient& probe);

/// Returns a profile in YAML: every member of the schema in its order, with its description; those
/// without a value are commented out, with the proposal or an example. Values that the schema does
/// not know are left out. `heading` is a line about the file.
[[nodiscard]] std::string profile_text(const Document& schema,
                                       const Discovery& found,
                                       const std::string& heading);

}  // namespace plumbline::discovery
