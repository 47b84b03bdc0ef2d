#pragma once
// What each operation does, as fixtures/operations.json states it.

#include "mock_server/lifecycle/effect.hpp"
#include "mock_server/lifecycle/laws.hpp"
#include "mock_server/routing/router.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// How a text of an answer names another value of it: {answer:/object_path}.
inline constexpr std::string_view kAnswer = "answer:";

/// Refuses a request for the state its record is in.
struct StateRefusal {
    std::vector<Condition> when;
    int status = 400;
    SharedJson detail;  ///< a text with placeholders
};

/// A query parameter that a field of the record must contain.
struct Filter {
    std::string parameter;
    std::string field;
};

/// What one operation does.
struct Act {
    enum class Kind {
        kCreate,
        kRead,
        kList,
        kPatch,
        kDelete,
        kFire,
        kIssue,
        kAccept,
        kStream,  ///< starts a run and streams it
        kStart,   ///< starts a run that nobody reads yet
        kJoin,    ///< streams a run that is under way
    };
    std::string operation_id;
    Kind kind = Kind::kRead;
    int status = 200;
    std::string collection;        ///< what it deals with, "" if with no record
    std::string id_parameter;      ///< path parameter of the record's id
    std::string parent_parameter;  ///< path parameter of the parent's id
    std::string run_parameter;     ///< kJoin: path parameter of the run's id
    bool polls = false;            ///< lets virtual time jump
    std::vector<Effect> effects;
    std::vector<StateRefusal> refusals;
    std::string event;  ///< kFire: what the record's machine is given
    // kList
    std::string items;  ///< member of the answer that holds the records, "" if it is the answer
    bool shows_offset = false;
    bool newest_first = true;
    std::size_t default_limit = 100;
    std::vector<Filter> filters;
    // kIssue
    SharedJson answer;                ///< with placeholders; {origin} is the address of this server
    std::vector<std::string> issued;  ///< pointers of its values that count as handed out
    // kIssue, kAccept
    std::string issued_as;  ///< the operation by whose name they are remembered
};

/// The acts of all operations. Thread: immutable, safe from any thread.
class Plan {
  public:
    /// Errors: kInvalid (an operation of the contract without a row, a row without an operation, an
    /// unknown collection or path parameter), with position.
    [[nodiscard]] static Result<Plan> load(const Document& operations,
                                           const Laws& laws,
                                           const Contract& contract);

    [[nodiscard]] const Act& act(std::string_view operation_id) const;  ///< must be there
    /// Returns the routes of the contract's operations and of those no document describes.
    [[nodiscard]] const std::vector<Route>& routes() const { return routes_; }
    [[nodiscard]] std::vector<std::string> effect_ids() const;

  private:
    std::map<std::string, Act, std::less<>> acts_;
    std::vector<Route> routes_;
};

}  // namespace plumbline::mock
