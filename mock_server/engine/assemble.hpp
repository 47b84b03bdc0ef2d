#pragma once
// Puts an engine together from documents, fixtures and a few choices.

#include "mock_server/engine/engine.hpp"
#include "mock_server/faults/fault.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Where an engine's parts come from and what it starts with.
struct Assembly {
    std::string documents;  ///< a folder instead of the built-in documents, "" for these
    std::shared_ptr<const Contract> contract;  ///< for who has loaded the documents; else null
    std::string fixtures;  ///< a folder whose files go before the built-in ones, "" for none
    std::string world = "cloud";
    std::vector<std::string> faults;
    ClockSetting clock;
    std::uint64_t seed = 1;
    std::size_t max_workspaces = 1000;
    std::string version;
    EngineSettings settings;
};

/// Loads and checks everything. `machine` must outlive the engine.
/// Errors: of the documents and fixtures, with position; kNotFound for an unknown world or fault.
[[nodiscard]] Result<std::unique_ptr<Engine>> assemble(const Assembly& assembly,
                                                       const Clock& machine);

}  // namespace plumbline::mock
