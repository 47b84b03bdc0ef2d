#pragma once
// A single line of the terminal that shows the progress of a load run.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <cstddef>
#include <ostream>
#include <string>

namespace plumbline::load {

/// Returns the line: time, load, responses, failures and events so far, first chunk, gap.
[[nodiscard]] std::string progress_text(const Level& level,
                                        Duration elapsed,
                                        Duration total,
                                        bool is_open);

/// Shows a line that replaces the previous one; shows nothing if standard error is not a terminal.
/// Not thread-safe: nothing guards its state.
class LoadProgressLine {
  public:
    LoadProgressLine(std::ostream& err, bool is_shown);
    ~LoadProgressLine() { clear(); }
    LoadProgressLine(const LoadProgressLine&) = delete;
    LoadProgressLine& operator=(const LoadProgressLine&) = delete;

    void show(const std::string& text);
    void clear();
    [[nodiscard]] bool is_shown() const { return is_shown_; }

  private:
    std::ostream& err_;
    bool is_shown_;
    std::size_t width_;
    bool is_visible_ = false;
};

}  // namespace plumbline::load
