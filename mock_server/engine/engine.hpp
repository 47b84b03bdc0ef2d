#pragma once
// The pipelines from request to response, of the API and of the control interface: the order of
// their stages, nothing else.

#include "mock_server/control/registry.hpp"
#include "mock_server/engine/operation_table.hpp"
#include "mock_server/outgoing/outgoing_requests.hpp"
#include "mock_server/response/engine_response.hpp"
#include "spec/base/secret.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Which requests a server accepts.
struct AccessSettings {
    std::vector<std::string> base_path;  ///< segments that every path of the API begins with
    bool serves_control = true;
    Secret control_token;  ///< empty if none is required
    /// Origins of pages that may change what the control interface serves; `*` has no effect.
    std::vector<std::string> control_origins{};
    /// The control interface needs the name or an address of this machine as host: a page whose
    /// host name leads to this machine is refused.
    bool checks_control_host = false;
};

/// What the engine is created from.
struct EngineConfig {
    std::shared_ptr<const Contract> contract;
    std::shared_ptr<const OperationTable> operations;
    std::shared_ptr<Registry> registry;
    AccessSettings access;
    OutgoingService outgoing{};
};

/// Handles requests. Thread-safe: the registry and the workspaces guard their state, the rest is
/// immutable.
class Engine {
  public:
    explicit Engine(EngineConfig config);

    [[nodiscard]] EngineResponse handle(const http::Request& request) const;

    [[nodiscard]] const EngineConfig& config() const { return config_; }
    [[nodiscard]] const Router& api_router() const { return api_router_; }
    [[nodiscard]] const Router& control_router() const { return control_router_; }

  private:
    EngineConfig config_;
    Router api_router_;
    Router control_router_;
};

}  // namespace plumbline::mock
