#include "benchmarks/load/app/progress_line.hpp"

#include "benchmarks/load/result/load_output.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <unistd.h>

namespace plumbline::load {
namespace {

constexpr std::size_t kDefaultWidth = 80;

std::string percentile_pair_text(const Histogram& histogram) {
    if (histogram.empty()) return "-";
    return time_text(static_cast<double>(histogram.percentile(kMedianPercent))) + " / " +
           time_text(static_cast<double>(histogram.percentile(kTailPercent)));
}

std::size_t terminal_width() {
    winsize size{};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : kDefaultWidth;
}

}  // namespace

std::string progress_text(const Level& level, Duration elapsed, Duration total, bool is_open) {
    const Metrics& metrics = level.metrics;
    const bool has_chunks = !metrics[Metric::kTtfc].empty();
    return fmt::format(
        "{:.0f} of {:.0f} s  {:.6g}{}  responses {}  failed {}  events {}  {} p50 / p99 {}  gap {}",
        std::chrono::duration<double>(elapsed).count(),
        std::chrono::duration<double>(total).count(),
        level.target,
        is_open ? "/s" : " in flight",
        count_text(static_cast<double>(level.counts.successes())),
        count_text(static_cast<double>(level.counts.failures())),
        count_text(static_cast<double>(level.counts.events)),
        has_chunks ? "first chunk" : "duration",
        percentile_pair_text(metrics[has_chunks ? Metric::kTtfc : Metric::kDuration]),
        percentile_pair_text(metrics[Metric::kGap]));
}

LoadProgressLine::LoadProgressLine(std::ostream& err, bool is_shown)
    : err_(err), is_shown_(is_shown && ::isatty(STDERR_FILENO) == 1), width_(terminal_width()) {}

void LoadProgressLine::show(const std::string& text) {
    if (!is_shown_) return;
    err_ << '\r' << text.substr(0, width_ - 1) << "\x1B[K" << std::flush;
    is_visible_ = true;
}

void LoadProgressLine::clear() {
    if (!is_visible_) return;
    err_ << "\r\x1B[K" << std::flush;
    is_visible_ = false;
}

}  // namespace plumbline::load
