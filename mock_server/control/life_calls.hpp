#pragma once
// The control operations that reach into a life: records, incidents, limits, what has happened.
// What requests call records stands in operations.json.

#include "mock_server/engine/reply.hpp"
#include "mock_server/lifecycle/life.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

/// A control operation that makes a record of the workspace's first tenant.
struct ControlCreate {
    std::string collection;
    std::string order;    ///< pointer of the record where the request's body stands
    SharedJson defaults;  ///< of the body's members
    SharedJson answer;    ///< with placeholders
};

/// Where incidents strike, and how requests and answers name it.
struct ControlStrike {
    std::string collection;  ///< whose records, or their children, are struck
    std::string id;          ///< member of request and answer: the record
    std::string number;      ///< member of the request: which child
    std::string child_id;    ///< member of the answer
};

/// Source: fixtures/operations.json, "control". Thread: immutable, safe from any thread.
struct ControlRecords {
    std::map<std::string, ControlCreate, std::less<>> creates;  ///< by operationId
    ControlStrike strikes;

    /// Errors: kInvalid (an unknown collection, a placeholder nothing fills), with position.
    [[nodiscard]] static Result<ControlRecords> load(const Document& operations, const Laws& laws);
};

/// Returns the 429 if the world's limit of that name is reached by `count`.
[[nodiscard]] std::optional<Reply> refuse_if_full(const Life& life,
                                                  const std::string& limit,
                                                  std::size_t count);

[[nodiscard]] Reply make_record(const ControlCreate& create,
                                const std::string& tenant,
                                const Json& body,
                                Life& life);
[[nodiscard]] Reply strike_incident(const ControlStrike& words, const Json& body, Life& life);
[[nodiscard]] Reply set_limits(const Json& body, Life& life);

}  // namespace plumbline::mock
