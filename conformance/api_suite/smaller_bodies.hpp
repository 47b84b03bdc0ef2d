#pragma once
// Smaller bodies in place of one that a service did not accept.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"
#include "spec/resources/resources.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::api_suite {

/// A body that a workflow of a written suite sends to create a record.
struct SentBody {
    std::size_t resource = 0;  ///< index in ResourceModel::resources
    std::string step;          ///< id of the step that sends it
    SharedJson body;
};

/// A valid body that lacks one member of another.
struct SmallerBody {
    JsonPointer left_out;
    SentBody sent;
};

/// Makes suites with smaller bodies than those of a written suite.
class SmallerBodies {
  public:
    /// Borrows `api`; `url` as for make_api_suite.
    SmallerBodies(const ApiDocument& api, std::string url);

    /// Returns the body that a workflow of a written suite requires to be accepted; nothing for
    /// other workflows.
    [[nodiscard]] std::optional<SentBody> sent_by(const Json& workflow) const;
    /// Returns the valid bodies that lack one member of a body, at most kMaxSmaller.
    [[nodiscard]] std::vector<SmallerBody> smaller_than(const SentBody& sent) const;
    /// Returns a body without some of its members; nothing if it is not valid.
    [[nodiscard]] std::optional<SentBody> without(const SentBody& sent,
                                                  const std::vector<JsonPointer>& members) const;
    /// Returns a suite whose workflow `body-N` requires that the Nth body, from 0, is accepted.
    [[nodiscard]] Json suite_of(const std::vector<SentBody>& bodies) const;

    static constexpr std::size_t kMaxSmaller = 40;

  private:
    [[nodiscard]] std::string schema_of(const SentBody& sent) const;

    const ApiDocument& api_;
    const std::string url_;
    const ResourceModel model_;
};

}  // namespace plumbline::api_suite
