#pragma once
// What each operation does, as fixtures/operations.json defines it.

#include "mock_server/engine/router.hpp"
#include "mock_server/lifecycle/lifecycle.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/resources/resources.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// A placeholder for another value of the same response: {response:/object_path}.
inline constexpr std::string_view kResponsePrefix = "response:";

/// Refuses a request if the record is in a certain state.
struct StateRefusal {
    std::vector<RecordCondition> when;
    int status = 400;
    SharedJson detail;  ///< a text with placeholders
};

/// A query parameter whose value a field of the record must contain; by ListConventions, equal.
struct ListFilter {
    std::string parameter;
    std::string field;
};

// The actions.

struct CreateRecord {};
struct ReadRecord {};
struct ListRecords {
    std::string items;  ///< member of the response, "" if the response is the list
    bool shows_offset = false;
    bool newest_first = true;
    std::size_t default_limit = 100;
    std::vector<ListFilter> filters;
    std::optional<ListConventions> conventions{};  ///< null: those of the described API
};
struct PatchRecord {};
struct ReplaceRecord {};
/// Responds with an example of the document.
struct RespondExample {};
struct DeleteRecord {};
struct SendEvent {
    std::string event;  ///< sent to the record's machine
};
struct GenerateValues {
    SharedJson response;  ///< response with placeholders; {origin} is the base URL of the workspace
    std::vector<std::string> issued;  ///< pointers to the values that are recorded as issued
    std::string issued_as;            ///< the operation id under which they are recorded
};
struct ConsumeUrl {
    std::string issued_as;  ///< the operation id under which the URL is recorded
};
struct StreamRun {};
struct StartRun {};
struct JoinRun {
    std::string run_parameter;  ///< path parameter of the run's id
};

using OperationAction = std::variant<CreateRecord,
                                     ReadRecord,
                                     ListRecords,
                                     PatchRecord,
                                     DeleteRecord,
                                     SendEvent,
                                     GenerateValues,
                                     ConsumeUrl,
                                     StreamRun,
                                     StartRun,
                                     JoinRun,
                                     ReplaceRecord,
                                     RespondExample>;

/// What one operation does.
struct OperationSpec {
    /// Returns whether the action is one of these.
    template <typename... Actions>
    [[nodiscard]] bool is_any_of() const {
        return (std::holds_alternative<Actions>(action) || ...);
    }

    OperationAction action;
    int status = 200;
    const Collection* collection = nullptr;  ///< of the records it acts on, null if there is none
    std::string id_parameter;                ///< path parameter of the record's id
    std::string parent_parameter;            ///< path parameter of the parent's id
    std::string body_pointer;  ///< where the body of the response has the record, "" if it is it
    bool polls = false;        ///< advances virtual time
    std::vector<Effect> effects;
    bool effects_read_request = false;  ///< a placeholder of the effects refers to the request
    std::vector<StateRefusal> refusals;
};

/// The specs of all operations. `model` must outlive it. Thread-safe: immutable.
class OperationTable {
  public:
    /// Errors: kInvalid (an operation of the contract without a row, a row without an operation, an
    /// unknown collection or path parameter), with position.
    [[nodiscard]] static Result<OperationTable> load(const Document& operations,
                                                     const StateModel& model,
                                                     const Contract& contract);

    /// Returns the routes of the contract's operations and those that no document describes, each
    /// with its spec.
    [[nodiscard]] const std::vector<OperationRoute>& routes() const { return routes_; }
    [[nodiscard]] std::vector<std::string> effect_ids() const;

  private:
    std::map<std::string, OperationSpec> specs_;  ///< by operationId
    std::vector<OperationRoute> routes_;
};

}  // namespace plumbline::mock
