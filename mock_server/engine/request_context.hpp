#pragma once
// The state of one request in a pipeline.

#include "mock_server/control/registry.hpp"
#include "mock_server/engine/operation_table.hpp"
#include "mock_server/engine/router.hpp"
#include "mock_server/response/engine_response.hpp"
#include "mock_server/validation/request_validation.hpp"
#include "spec/contract/request_rules.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

class Engine;

/// What faults allow a request. Only engine/engine.cpp sets a member.
struct FaultPermissions {
    bool is_second_try = false;    ///< the request was refused and is executed nevertheless
    bool other_tenants = false;    ///< finds the records of other tenants
    bool other_parents = false;    ///< finds the records of other parents
    bool deleted_records = false;  ///< finds deleted records
    bool final_states = false;     ///< wildcard transitions also leave final states
    BodyFaults body;
    std::vector<Effect> effects;  ///< run after those of the operation
    PickedRecord picks = PickedRecord::kNamed;
};

/// What the stages know about a request; each fills in its part. Lives as long as the request.
struct RequestContext {
    RequestContext(const Engine& handling_engine,
                   const http::Request& received,
                   const http::RequestTarget& parsed_target)
        : engine(handling_engine),
          request(received),
          target(parsed_target),
          segments(parsed_target.segments) {}

    const Engine& engine;
    const http::Request& request;
    http::RequestTarget target;
    std::vector<std::string> segments;  ///< remaining segments of the path
    RouteMatch match;
    std::shared_ptr<Json> body;  ///< null until it is parsed
    SharedJson sent_body;  ///< with unknown members, for the effects of faults; null without faults
    std::vector<RequestProblem> problems;  ///< collected for one response

    // Only in requests of the API:
    std::shared_ptr<Workspace> workspace;
    std::string tenant;
    FaultPermissions permissions;
    Simulation* simulation = nullptr;  ///< locked from the stage `advance_time` on
    RecordNumber parent = 0;           ///< the parent named in the path, 0 if there is none
    RecordNumber record = 0;           ///< the record named in the path, 0 if there is none
    bool is_performed = false;         ///< the action was reached, so that requests may follow
    SharedJson subject;                ///< the record of a success, if requests follow it
    RuleContext rules;
    /// The operation without the rules that the workspace has disabled, null if none is.
    std::shared_ptr<const Operation> relaxed_operation;

    /// Returns the operation, null if no document describes it.
    [[nodiscard]] const Operation* operation() const {
        if (relaxed_operation) return relaxed_operation.get();
        return match.route ? match.route->operation : nullptr;
    }
    /// Returns the document of the operation, null if none describes it.
    [[nodiscard]] const ApiDocument* api() const {
        return match.route ? match.route->api : nullptr;
    }
    /// Returns whether a document of a user, without rules of ours, describes the operation.
    [[nodiscard]] bool is_foreign() const { return api() && api()->is_foreign(); }
    [[nodiscard]] std::string_view operation_id() const {
        return match.route ? std::string_view(match.route->id) : "";
    }
    [[nodiscard]] const OperationSpec& spec() const { return *match.route->spec; }
    /// Returns the record named in the path, which the stage `find_records` has found.
    [[nodiscard]] const Record& found_record() const { return *simulation->store.find(record); }
};

/// A stage fills in its part of the context, or ends the request with a response.
using Stage = std::optional<EngineResponse> (*)(RequestContext&);

}  // namespace plumbline::mock
