#pragma once
// Creates an engine from documents, fixtures and options.

#include "mock_server/control/control_calls.hpp"
#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/user_contract.hpp"
#include "mock_server/faults/fault.hpp"
#include "mock_server/outgoing/outgoing_requests.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// The content of documents and fixtures, loaded and checked against one another. Thread-safe:
/// immutable.
struct EngineDefinitions {
    std::shared_ptr<const Contract> contract;
    std::shared_ptr<const StateModel> model;
    std::shared_ptr<const OperationTable> operations;
    std::shared_ptr<const OutgoingRequests> outgoing;
    std::shared_ptr<const FaultSource> faults;
    std::shared_ptr<const ControlSpec> control;
    std::shared_ptr<const Graphs> graphs;
    std::map<std::string, std::shared_ptr<const World>, std::less<>> worlds;
};

/// Loads and checks the definitions of a contract. `fixtures` is a folder whose files take
/// precedence over the built-in ones; empty if there is none: then the faults are read at their
/// first use. Errors: with the position of the first error.
[[nodiscard]] Result<std::shared_ptr<const EngineDefinitions>> load_definitions(
    std::shared_ptr<const Contract> contract, const std::string& fixtures);

/// The options of an engine.
struct EngineOptions {
    std::string documents;                     ///< folder as for load_contract
    std::vector<std::string> api_files;        ///< a user's documents, used instead of `documents`
    std::string fixtures;                      ///< folder as for load_definitions
    std::shared_ptr<const Contract> contract;  ///< used instead of `documents`
    std::shared_ptr<const EngineDefinitions> definitions;  ///< used instead of all of these
    std::string world = "cloud";
    std::vector<std::string> variants;
    std::vector<std::string> faults;
    ClockSetting clock;
    std::uint64_t seed = 1;
    std::size_t max_workspaces = 1000;
    std::string version;
    AccessSettings access;
    OutgoingTargets outgoing_targets = OutgoingTargets::kLoopback;
    std::string webhook_url;  ///< "" if webhooks do not follow operations
};

/// Loads and checks everything. `host_clock` must outlive the engine. Errors: of the documents and
/// fixtures, with position; kNotFound for an unknown world or fault.
[[nodiscard]] Result<std::unique_ptr<Engine>> make_engine(const EngineOptions& options,
                                                          const Clock& host_clock);

}  // namespace plumbline::mock
