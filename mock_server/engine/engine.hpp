#pragma once
// The pipeline Request → Reply: the order of the stages, nothing else.

#include "mock_server/control/registry.hpp"
#include "mock_server/engine/plan.hpp"
#include "mock_server/engine/reply.hpp"
#include "spec/base/secret.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// How a server lets callers in.
struct EngineSettings {
    std::vector<std::string> base_path;  ///< segments that every path of the API begins with
    bool serves_control = true;
    Secret control_token;  ///< empty: none is asked for
};

/// What the engine is made of.
struct EngineParts {
    std::shared_ptr<const Contract> contract;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<Registry> registry;
    EngineSettings settings;
};

/// Thread: safe from any thread.
class Engine {
  public:
    explicit Engine(EngineParts parts);

    [[nodiscard]] Reply answer(const http::Request& request) const;

    [[nodiscard]] const EngineParts& parts() const { return parts_; }
    [[nodiscard]] const Router& router(bool of_control) const {
        return of_control ? control_ : api_;
    }

  private:
    EngineParts parts_;
    Router api_;
    Router control_;
};

}  // namespace plumbline::mock
