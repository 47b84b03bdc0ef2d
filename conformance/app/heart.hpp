#pragma once
// The thread that tells when this process has a processor.

#include "conformance/runner/pulse.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace plumbline::app {

/// Beats as long as it lives.
class Heart {
  public:
    /// `clock` must outlive it.
    explicit Heart(const Clock& clock);

    [[nodiscard]] const runner::Pulse& pulse() const { return pulse_; }

  private:
    void beat(const std::stop_token& stop);

    runner::Pulse pulse_;
    std::mutex mutex_;  ///< of `ends_`; guards nothing
    std::condition_variable_any ends_;
    std::jthread thread_;  ///< the last: it ends before what it uses
};

}  // namespace plumbline::app
