#pragma once
// One mutex, one value: nobody reaches the value without holding the mutex.

#include <mutex>
#include <utility>

namespace plumbline::mock {

/// Owns a value that several threads use. Thread: safe; never do I/O inside `with`.
template <typename T>
class Guarded {
  public:
    explicit Guarded(T value) : value_(std::move(value)) {}

    /// Calls `use(value)` with the mutex held and returns what it returns.
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
