#pragma once
// What `plumbline run` gives a CI service without an option.

#include "reports/reports.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::app {

/// Serves the runner of GitHub Actions, which executes lines of the output as commands: there, no
/// line of the run is a command except the annotations. Elsewhere it does nothing.
class CiOutput {
  public:
    /// `out` is borrowed. `token` ends the part of the output without commands: a target must not
    /// know it.
    CiOutput(std::ostream& out, const std::string& token);
    CiOutput(const CiOutput&) = delete;
    CiOutput& operator=(const CiOutput&) = delete;
    ~CiOutput();

    /// Prints the annotations and appends the summary to the summary of the step, except what the
    /// user directs to a file of `files`. Errors: kIo.
    [[nodiscard]] Result<void> write(const reports::RunResult& result,
                                     const std::vector<reports::ReportFile>& files);

  private:
    std::ostream& out_;
    std::string resume_;   ///< the command that ends the part without commands; "" elsewhere
    std::string stop_;     ///< the command that begins it
    std::string summary_;  ///< file of the summary of the step, "" if there is none
};

}  // namespace plumbline::app
