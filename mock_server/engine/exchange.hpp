#pragma once
// One request on its way through the stages.

#include "mock_server/control/registry.hpp"
#include "mock_server/engine/plan.hpp"
#include "mock_server/routing/router.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Everything a stage may know; each fills in its part. Lives as long as its request.
struct Exchange {
    const http::Request& request;
    http::Target target;
    std::vector<std::string> segments;  ///< of the path that are not used up yet
    bool is_control = false;
    std::shared_ptr<Workspace> workspace;  ///< null for control operations
    Match match;
    const Act* act = nullptr;  ///< null for control operations
    std::string tenant;
    std::shared_ptr<Json> body;     ///< null until it is read
    std::vector<Problem> problems;  ///< found so far; answered together
    bool is_secret = false;         ///< a refused request that a fault carries out all the same

    [[nodiscard]] const Operation* operation() const {
        return match.route ? match.route->operation : nullptr;
    }
    [[nodiscard]] std::string_view operation_id() const {
        return match.route ? std::string_view(match.route->id) : "";
    }
    [[nodiscard]] bool skips(Stage stage) const {
        if (!workspace) return false;
        const FaultSet& faults = workspace->faults();
        return faults.skips(stage, operation_id()) ||
               (is_secret && faults.skips_in_secret(stage, operation_id()));
    }
};

}  // namespace plumbline::mock
