#pragma once
// Puts an engine together from documents, fixtures and a few choices.

#include "mock_server/control/life_calls.hpp"
#include "mock_server/engine/engine.hpp"
#include "mock_server/faults/lazy_catalogue.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// What documents and fixtures say, loaded and checked against one another. Thread: immutable.
struct Stock {
    std::shared_ptr<const Contract> contract;
    std::shared_ptr<const Laws> laws;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const LazyCatalogue> faults;
    std::shared_ptr<const ControlRecords> control;
    std::shared_ptr<const Graphs> graphs;
    std::map<std::string, std::shared_ptr<const World>> worlds;
};

/// Loads and checks a stock: `documents` is a folder instead of the built-in documents, `fixtures`
/// one whose files go before the built-in ones; "" for none. The built-in faults, which tests check
/// against the built-in documents, are read when they are first asked for.
/// Errors: with the position of what is wrong.
[[nodiscard]] Result<std::shared_ptr<const Stock>> load_stock(const std::string& documents,
                                                              const std::string& fixtures);

/// Where an engine's parts come from and what it starts with.
struct Assembly {
    std::string documents;               ///< as load_stock takes it
    std::string fixtures;                ///< as load_stock takes it
    std::shared_ptr<const Stock> stock;  ///< for who has loaded one: goes before the folders
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
