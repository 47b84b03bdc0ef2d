#pragma once
// What a run tells while it goes on.

#include "conformance/app/options.hpp"
#include "conformance/runner/run.hpp"
#include "reports/render.hpp"

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace plumbline::app {

enum class ProgressKind {
    kNone,
    kLines,  ///< each scenario as it ends, on standard output, in place of its part of the report
    kLive,   ///< one status line on standard error, gone when the run is over
};

/// Returns the kind that the options ask for: live on a terminal, else lines.
[[nodiscard]] ProgressKind progress_kind(const RunCommand& command);

/// Returns the columns of the terminal at standard error; 80 if it is none.
[[nodiscard]] std::size_t terminal_width();

struct ProgressSetting {
    reports::TextStyle style;
    std::size_t total = 0;                                 ///< scenarios to come
    std::vector<reports::RequirementResult> requirements;  ///< for their sentences
    std::size_t width = 80;                                ///< columns of the live line
};

/// Shows how far a run is. Thread: calls come one at a time.
class ProgressView {
  public:
    ProgressView(ProgressKind kind, std::ostream& out, std::ostream& err, ProgressSetting setting);

    /// Returns what the runner is to call; valid as long as this view.
    [[nodiscard]] runner::Progress callbacks();
    /// Takes the live line away. Call it before anything else is written.
    void end();

    [[nodiscard]] ProgressKind kind() const { return kind_; }

  private:
    void began(const std::string& name);
    void ended(const reports::ScenarioResult& scenario);
    void show() const;

    ProgressKind kind_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressSetting setting_;
    std::vector<std::string> playing_;
    std::size_t done_ = 0;
    std::size_t against_ =
        0;  ///< scenarios that speak against the target: they decide the exit code
};

}  // namespace plumbline::app
