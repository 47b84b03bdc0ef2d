#include "conformance/app/progress.hpp"

#include "reports/text_parts.hpp"
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

ProgressKind progress_kind(const RunCommand& command) {
    if (command.quiet || command.progress == "none") return ProgressKind::kNone;
    if (command.progress == "live") return ProgressKind::kLive;
    if (command.progress == "lines") return ProgressKind::kLines;
    return is_terminal() ? ProgressKind::kLive : ProgressKind::kLines;
}

std::size_t terminal_width() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
    return size.ws_col;
}

ProgressView::ProgressView(ProgressKind kind,
                           std::ostream& out,
                           std::ostream& err,
                           ProgressSetting setting)
    : kind_(kind), out_(out), err_(err), setting_(std::move(setting)) {}

runner::Progress ProgressView::callbacks() {
    if (kind_ == ProgressKind::kNone) return {};
    return {[this](const std::string& name) { began(name); },
            [this](const reports::ScenarioResult& scenario) { ended(scenario); }};
}

void ProgressView::began(const std::string& name) {
    playing_.push_back(name);
    if (kind_ == ProgressKind::kLive) show();
}

void ProgressView::ended(const reports::ScenarioResult& scenario) {
    const auto playing = std::find(playing_.begin(), playing_.end(), scenario.name);
    if (playing != playing_.end()) playing_.erase(playing);
    ++done_;
    if (reports::is_against(scenario.verdict)) ++against_;
    if (kind_ == ProgressKind::kLive) return show();
    if (reports::comes_by_reason(scenario)) return;
    out_ << reports::render_scenario(scenario, setting_.requirements, setting_.style) << std::flush;
}

void ProgressView::show() const {
    std::string line = '[' + std::to_string(done_) + '/' + std::to_string(setting_.total) + ']';
    if (against_ > 0) line += ' ' + std::to_string(against_) + " failed or not run";
    if (!playing_.empty()) line += ' ' + join(playing_, ", ");
    // A line that wraps could not be taken away; a cut one ends in three dots.
    constexpr std::size_t kEdge = 4;
    const std::size_t width = std::max(setting_.width, kEdge + 1) - kEdge;
    err_ << kClearLine << reports::one_line(line, width) << std::flush;
}

void ProgressView::end() {
    if (kind_ == ProgressKind::kLive && done_ + playing_.size() > 0)
        err_ << kClearLine << std::flush;
}

}  // namespace plumbline::app
