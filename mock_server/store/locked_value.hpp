#pragma once
// A value and the mutex that guards it.

#include <mutex>
#include <utility>

namespace plumbline::mock {

/// A value shared by several threads. Thread-safe: a mutex guards it. Never do I/O inside `with`.
template <typename T>
class LockedValue {
  public:
    explicit LockedValue(T value) : value_(std::move(value)) {}

    /// Calls `use(value)` with the mutex locked and returns its result.
    template <typename Use>
    auto with(Use&& use) {
        const std::lock_guard lock(mutex_);
        return std::forward<Use>(use)(value_);
    }

  private:
    std::mutex mutex_;
    T value_;
};

}  // namespace plumbline::mock
