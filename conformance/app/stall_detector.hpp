#pragma once
// Detects when this process gets no processor time.

#include "conformance/runner/runner.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace plumbline::app {

/// Records a tick at regular intervals in a thread, as long as it exists.
class StallDetector {
  public:
    /// `clock` must outlive it.
    explicit StallDetector(const Clock& clock);

    [[nodiscard]] const runner::StallHistory& history() const { return history_; }

  private:
    void run(const std::stop_token& stop);

    runner::StallHistory history_;
    std::mutex mutex_;  ///< mutex for `wakeup_`; guards nothing
    std::condition_variable_any wakeup_;
    std::jthread thread_;  ///< last member: it ends before the members that it uses
};

}  // namespace plumbline::app
