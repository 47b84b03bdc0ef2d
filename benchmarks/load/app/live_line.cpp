#include "benchmarks/load/app/live_line.hpp"

#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <unistd.h>

namespace plumbline::load {
namespace {

constexpr double kMiddle = 50;
constexpr double kTail = 99;
constexpr std::size_t kUsualWidth = 80;

std::string pair_text(const Histogram& histogram) {
    if (histogram.empty()) return "-";
    return time_text(static_cast<double>(histogram.percentile(kMiddle))) + " / " +
           time_text(static_cast<double>(histogram.percentile(kTail)));
}

std::size_t terminal_width() {
    winsize size{};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : kUsualWidth;
}

}  // namespace

std::string live_text(const Level& level, Duration elapsed, Duration whole, bool is_open) {
    const Metrics& metrics = level.metrics;
    const bool has_chunks = !metrics[Metric::kTtfc].empty();
    return fmt::format(
        "{:.0f} of {:.0f} s  {:.6g}{}  answers {}  failed {}  events {}  {} p50 / p99 {}  gap {}",
        std::chrono::duration<double>(elapsed).count(),
        std::chrono::duration<double>(whole).count(),
        level.target,
        is_open ? "/s" : " at once",
        count_text(static_cast<double>(level.counts.successes())),
        count_text(static_cast<double>(level.counts.failures())),
        count_text(static_cast<double>(level.counts.events)),
        has_chunks ? "first chunk" : "duration",
        pair_text(metrics[has_chunks ? Metric::kTtfc : Metric::kDuration]),
        pair_text(metrics[Metric::kGap]));
}

LiveLine::LiveLine(std::ostream& err, bool is_shown)
    : err_(err), is_shown_(is_shown && ::isatty(STDERR_FILENO) == 1), width_(terminal_width()) {}

void LiveLine::show(const std::string& text) {
    if (!is_shown_) return;
    err_ << '\r' << text.substr(0, width_ - 1) << "\x1B[K" << std::flush;
    is_there_ = true;
}

void LiveLine::clear() {
    if (!is_there_) return;
    err_ << "\r\x1B[K" << std::flush;
    is_there_ = false;
}

}  // namespace plumbline::load
