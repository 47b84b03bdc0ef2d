#include "conformance/app/progress.hpp"

#include "reports/reports.hpp"
#include "spec/base/text.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace plumbline::app {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr const char* kClearLine = "\r\x1b[K";

bool is_terminal() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* name = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && name && std::string_view(name) != "dumb";
}

}  // namespace

ProgressMode progress_mode(const RunCommand& command) {
    if (command.quiet || command.progress == "none") return ProgressMode::kNone;
    if (command.progress == "live") return ProgressMode::kLive;
    if (command.progress == "lines") return ProgressMode::kLines;
    if (command.progress == "periodic") return ProgressMode::kPeriodic;
    if (is_terminal()) return ProgressMode::kLive;
    return command.verbosity > 0 ? ProgressMode::kLines : ProgressMode::kPeriodic;
}

std::size_t terminal_width() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
    return size.ws_col;
}

ProgressView::ProgressView(ProgressMode mode,
                           std::ostream& out,
                           std::ostream& err,
                           ProgressOptions options)
    : mode_(mode), out_(out), err_(err), options_(options) {}

runner::RunProgress ProgressView::callbacks() {
    if (mode_ == ProgressMode::kNone) return {};
    return {[this](const std::string& name) { on_begin(name); },
            [this](const reports::ScenarioResult& scenario) { on_end(scenario); }};
}

void ProgressView::on_begin(const std::string& name) {
    playing_.push_back(name);
    if (mode_ == ProgressMode::kLive) draw();
}

void ProgressView::on_end(const reports::ScenarioResult& scenario) {
    std::erase(playing_, scenario.name);  // one that was replayed began twice
    ++done_;
    if (reports::fails_run(scenario.verdict)) ++failed_;
    if (mode_ == ProgressMode::kLive) return draw();
    if (mode_ == ProgressMode::kPeriodic) return print_if_due();
    print_line(scenario);
}

// Without the findings: at the end of the run, they are grouped by cause.
void ProgressView::print_line(const reports::ScenarioResult& scenario) {
    reports::ScenarioResult line = scenario;
    if (line.verdict != reports::Verdict::kPassed) line.steps.clear();
    out_ << reports::render_scenario(line, {}, options_.style) << std::flush;
}

void ProgressView::print_if_due() {
    constexpr std::chrono::seconds kPeriod{30};
    const Instant now = options_.clock->now();
    if (!printed_) printed_ = now;
    if (now - *printed_ < kPeriod) return;
    printed_ = now;
    err_ << "plumbline: " << done_ << " of " << options_.total << " scenarios, " << failed_
         << " failed or not run\n"
         << std::flush;
}

void ProgressView::draw() const {
    std::string line = '[' + std::to_string(done_) + '/' + std::to_string(options_.total) + ']';
    if (failed_ > 0) line += ' ' + std::to_string(failed_) + " failed or not run";
    if (!playing_.empty()) line += ' ' + join(playing_, ", ");
    // A line that wraps could not be cleared; a truncated line ends in three dots.
    constexpr std::size_t kEdge = 4;
    const std::size_t width = std::max(options_.width, kEdge + 1) - kEdge;
    err_ << kClearLine << reports::one_line(line, width) << std::flush;
}

void ProgressView::clear() {
    if (mode_ == ProgressMode::kLive && done_ + playing_.size() > 0)
        err_ << kClearLine << std::flush;
}

}  // namespace plumbline::app
