#pragma once
// The one line of a terminal that shows how a load goes on.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <cstddef>
#include <ostream>
#include <string>

namespace plumbline::load {

/// Returns the line: time, load, events and answers so far, failures, first chunk, gap.
[[nodiscard]] std::string live_text(const Level& level,
                                    Duration elapsed,
                                    Duration whole,
                                    bool is_open);

/// Shows a line in place of the one before it; on what is no terminal it shows none. Thread: one.
class LiveLine {
  public:
    LiveLine(std::ostream& err, bool is_shown);
    ~LiveLine() { clear(); }
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    void show(const std::string& text);
    void clear();
    [[nodiscard]] bool is_shown() const { return is_shown_; }

  private:
    std::ostream& err_;
    bool is_shown_;
    std::size_t width_;
    bool is_there_ = false;
};

}  // namespace plumbline::load
