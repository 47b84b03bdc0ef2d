#pragma once
// Translates names between transport and engine if callers use other names than the contract.

#include "mock_server/engine/mock_engine.hpp"
#include "spec/names/name_mapping.hpp"

#include <memory>
#include <string_view>

namespace plumbline::mock {

/// Translates the names in requests for the engine, and the names in its responses for the callers.
/// Thread-safe: it has no mutable state.
class NameTranslator {
  public:
    /// `engine` must outlive this.
    NameTranslator(const Engine& engine, std::shared_ptr<const NameMapping> mapping);

    [[nodiscard]] EngineResponse handle(const http::Request& request) const;
    /// Returns the contract's request as callers must send it.
    [[nodiscard]] http::Request to_caller_names(std::string_view operation_id,
                                                http::Request request) const;

  private:
    const Engine& engine_;
    std::shared_ptr<const NameMapping> mapping_;
};

}  // namespace plumbline::mock
