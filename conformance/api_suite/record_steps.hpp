#pragma once
// Steps about the records of a resource type: creating them with their parents, and what responses
// must show of them.

#include "conformance/api_suite/request_parts.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/resources/resources.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::api_suite {

/// Returns `{condition: text}`.
[[nodiscard]] Json condition(const std::string& text);
/// Returns the step with the criterion that the response has this status.
[[nodiscard]] Json with_status(Json step, int status);
/// Returns whether the operation declares a response with one of the statuses. A refusal that the
/// document does not declare would be a finding of its own.
[[nodiscard]] bool declares_one_of(const Operation& operation, const std::vector<int>& statuses);

/// Adds steps to an array of them.
void append(Json& steps, const std::vector<SharedJson>& more);

/// The steps that create a record with its parents.
struct CreatedRecord {
    std::vector<SharedJson> steps;  ///< the last one creates the record
    std::vector<SharedJson> undo;   ///< delete what they create, the record first
    PathValues parents;             ///< expressions of the parents' ids by path parameter
    std::string parent_id;          ///< expression of the direct parent's id, "" if there is none
    std::string id;                 ///< expression of the record's id
    std::string delete_step;        ///< id of the step that deletes the record
};

/// Makes the steps about one resource type.
class RecordSteps {
  public:
    /// Borrows both.
    RecordSteps(const ApiDocument& api, const ResourceModel& model, std::size_t resource)
        : api_(api), model_(model), resource_(resource) {}

    [[nodiscard]] const ResourceType& type() const { return model_.resources[resource_]; }
    /// Returns the operation of that kind; null if the document has none.
    [[nodiscard]] const OperationRole* role(OperationKind kind) const;

    /// Returns how a record is created; nothing if the document does not tell.
    [[nodiscard]] std::optional<CreatedRecord> create() const;
    /// Returns the steps that create a record with this body, read it and delete it; nothing if the
    /// document does not tell how.
    [[nodiscard]] std::optional<Json> steps_with(const Json& body) const;
    /// Returns a step that sends an operation about the record, nothing if it cannot be sent.
    [[nodiscard]] std::optional<Json> step(OperationKind kind,
                                           const std::string& id,
                                           const CreatedRecord& record,
                                           const Json& body) const;
    /// Returns a body for a change, with other values than the create, where the schema allows it;
    /// JSON null if there is none.
    [[nodiscard]] Json changed_body(OperationKind kind) const;

    /// Adds the criterion that the response has the record's id.
    void expect_id(OperationKind kind, const CreatedRecord& record, Json& step) const;
    /// Adds criteria that the response has the scalar members of a body that was sent.
    void expect_members(OperationKind kind, const Json& body, Json& step) const;
    /// Adds the criterion that the list has the record. A list of pages must show in its body that
    /// there is no other page, otherwise the scenario is skipped. Returns false if a body of the
    /// list cannot show it.
    [[nodiscard]] bool expect_in_list(const CreatedRecord& record, Json& step) const;

  private:
    [[nodiscard]] std::optional<CreatedRecord> create(const Json& body, std::size_t depth) const;
    /// Returns the body of a request that creates a record.
    [[nodiscard]] Json body_of_create() const;
    [[nodiscard]] std::optional<std::size_t> parent() const;
    [[nodiscard]] bool is_shown(const std::string& name, const Json& value) const;

    const ApiDocument& api_;
    const ResourceModel& model_;
    std::size_t resource_;
};

}  // namespace plumbline::api_suite
