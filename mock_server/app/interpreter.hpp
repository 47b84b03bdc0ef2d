#pragma once
// Stands between transport and engine where callers use other names than the contract.

#include "mock_server/engine/engine.hpp"
#include "spec/names/naming.hpp"

#include <memory>
#include <string_view>

namespace plumbline::mock {

/// Turns requests into our names for the engine, and its answers into theirs. Thread: safe from any
/// thread.
class Interpreter {
  public:
    /// `engine` must outlive this. Without `naming` (null) messages pass as they are.
    Interpreter(const Engine& engine, std::shared_ptr<const Naming> naming);

    [[nodiscard]] Reply answer(const http::Request& request) const;
    /// Returns a request of ours as callers must send it.
    [[nodiscard]] http::Request as_sent(std::string_view operation_id, http::Request request) const;
    [[nodiscard]] const Engine& engine() const { return engine_; }

  private:
    const Engine& engine_;
    std::shared_ptr<const Naming> naming_;
};

}  // namespace plumbline::mock
