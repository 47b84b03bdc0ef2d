#pragma once
// Progress output of a run.

#include "conformance/app/options.hpp"
#include "conformance/runner/runner.hpp"
#include "reports/reports.hpp"
#include "spec/base/clock.hpp"

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace plumbline::app {

enum class ProgressMode {
    kNone,
    kLines,     ///< each scenario when it ends, on standard output
    kLive,      ///< one status line on standard error, cleared at the end of the run
    kPeriodic,  ///< a line on standard error from time to time, for a log
};

/// Returns the mode that the options select: by default live on a terminal; else lines if passed
/// scenarios are listed, else periodic.
[[nodiscard]] ProgressMode progress_mode(const RunCommand& command);

/// Returns the number of columns of the terminal at standard error; 80 if it is not a terminal.
[[nodiscard]] std::size_t terminal_width();

struct ProgressOptions {
    reports::TextStyle style;
    std::size_t total = 0;         ///< scenarios to play
    std::size_t width = 80;        ///< columns of the live line
    const Clock* clock = nullptr;  ///< borrowed
};

/// Shows the progress of a run. Not thread-safe: calls must come one at a time.
class ProgressView {
  public:
    ProgressView(ProgressMode mode, std::ostream& out, std::ostream& err, ProgressOptions options);

    /// Returns the callbacks for the runner; valid as long as this view.
    [[nodiscard]] runner::RunProgress callbacks();
    /// Clears the live line. Call it before anything else is written.
    void clear();

    [[nodiscard]] ProgressMode mode() const { return mode_; }

  private:
    void on_begin(const std::string& name);
    void on_end(const reports::ScenarioResult& scenario);
    void draw() const;
    void print_line(const reports::ScenarioResult& scenario);
    void print_if_due();

    ProgressMode mode_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressOptions options_;
    std::vector<std::string> playing_;
    std::size_t done_ = 0;
    std::optional<Instant> printed_;  ///< time of the last periodic line, or of the first result
    std::size_t failed_ =
        0;  ///< scenarios with a verdict against the target: they decide the exit code
};

}  // namespace plumbline::app
