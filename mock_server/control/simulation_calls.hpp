#pragma once
// The control operations on a simulation: records, incidents, limits, changes. operations.json
// defines the names used in requests.

#include "mock_server/lifecycle/simulation.hpp"
#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

/// A control operation that creates a record of the workspace's first tenant.
struct ControlCreateSpec {
    std::string collection;
    JsonPointer body_pointer;  ///< pointer in the record to the request's body
    SharedJson defaults;       ///< default values for members of the body
    SharedJson response;       ///< may contain placeholders
};

/// The records that incidents affect, and the members of requests and responses that name them.
struct ControlIncidentSpec {
    std::string collection;  ///< collection of the records that incidents affect directly or
                             ///< through a child
    std::string id;          ///< member of the request and the response: the record
    std::string number;      ///< member of the request: the number of the child
    std::string child_id;    ///< member of the response
};

/// Source: fixtures/operations.json, "control". Thread-safe: immutable.
struct ControlSpec {
    std::map<std::string, ControlCreateSpec, std::less<>> creates;  ///< by operationId
    ControlIncidentSpec incidents;

    /// Errors: kInvalid (an unknown collection, an unknown placeholder), with position.
    [[nodiscard]] static Result<ControlSpec> load(const Document& operations,
                                                  const StateModel& model);
};

/// Returns a 429 response if `count` has reached the world's limit of that name.
[[nodiscard]] std::optional<EngineResponse> refuse_if_full(const Simulation& simulation,
                                                           const std::string& limit,
                                                           std::size_t count);

/// Creates a record of the workspace's first tenant.
[[nodiscard]] EngineResponse make_record(const ControlCreateSpec& create,
                                         const Json& body,
                                         Simulation& simulation);
/// Injects an incident into a record or its child.
[[nodiscard]] EngineResponse inject_incident(const ControlIncidentSpec& spec,
                                             const Json& body,
                                             Simulation& simulation);
/// All or nothing: if one limit is invalid, none is changed.
[[nodiscard]] EngineResponse set_limits(const Json& body, Simulation& simulation);

}  // namespace plumbline::mock
