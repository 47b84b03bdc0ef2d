#pragma once
// The faults, read when they are first asked for.

#include "mock_server/faults/fault.hpp"

#include <functional>
#include <mutex>
#include <optional>

namespace plumbline::mock {

/// A catalogue that nobody has asked for yet: reading it takes a third of the mock's start, and
/// most mocks break nothing. Thread: safe from any thread.
class LazyCatalogue {
  public:
    using Load = std::function<Result<FaultCatalogue>()>;
    explicit LazyCatalogue(Load load) : load_(std::move(load)) {}

    /// Returns the catalogue, which lives as long as this. Errors: those of the only reading.
    [[nodiscard]] Result<const FaultCatalogue*> get() const;

  private:
    Load load_;
    mutable std::once_flag once_;
    mutable std::optional<Result<FaultCatalogue>> read_;
};

}  // namespace plumbline::mock
