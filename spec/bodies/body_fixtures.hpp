#pragma once
// The requests of fixtures/bodies, whose verdicts are known without the contract.
// fixtures/README.md describes the files.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// A request and what a target must do with it.
struct BodyFixture {
    std::string name;  ///< position and operation, e.g. `FILE:LINE:COLUMN: createDeployment`
    std::string operation;
    std::string hosting;                 ///< `cloud` or `self_hosted`
    std::shared_ptr<const Json> record;  ///< the deployment that a patch changes, else null
    SharedJson body;
    /// The id of the broken rule, or `schema:KEYWORD:POINTER`; empty if the request is accepted.
    std::string violates;
    int status = 0;  ///< of the expected response
};

/// The content of the folder.
struct BodyFixtures {
    SharedJson issued;         ///< the values that operations have issued, by operationId
    SharedJson compute_kinds;  ///< the compute types of listeners, by their id
    std::map<std::string, BodyFixture> bases;  ///< accepted; by `OPERATION/NAME`
    std::vector<BodyFixture> accepted;
    std::vector<BodyFixture> refused;  ///< each differs from a base in one place
};

/// Reads and expands all files of `folder`. Errors: kInvalid, kNotFound (a base, a place), those of
/// load_document; each with its position and the fix.
[[nodiscard]] Result<BodyFixtures> load_body_fixtures(const std::string& folder);

}  // namespace plumbline
