#include "benchmarks/load/app/live_metrics.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

/// Writes metrics, each with its description before its first series.
class MetricsText {
  public:
    explicit MetricsText(std::size_t level) : level_(level) {}

    void begin(std::string_view name, std::string_view type, std::string_view help) {
        name_ = fmt::format("plumbline_load_{}", name);
        text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name_, help, type);
    }
    /// Writes a metric of one series.
    template <typename Number>
    void add_metric(std::string_view name,
                    std::string_view type,
                    std::string_view help,
                    Number value) {
        begin(name, type, help);
        add(value);
    }
    /// `labels` are of the form `,name="value"`; `suffix` as in `_sum`.
    template <typename Number>
    void add(Number value, std::string_view labels = "", std::string_view suffix = "") {
        text_ += fmt::format("{}{}{{level=\"{}\"{}}} {}\n", name_, suffix, level_, labels, value);
    }
    std::string take() { return std::move(text_); }

  private:
    std::size_t level_;
    std::string name_;
    std::string text_;
};

void add_times(MetricsText& text, const MetricRow& row, const Histogram& times) {
    constexpr double kNsPerSecond = 1e9;
    text.begin(fmt::format("{}_seconds", row.name), "summary", row.text);
    for (const double percent : {50.0, 90.0, 99.0}) {
        if (const auto value = times.reliable_percentile(percent))
            text.add(static_cast<double>(*value) / kNsPerSecond,
                     fmt::format(",quantile=\"{}\"", percent / 100));
    }
    const auto count = static_cast<double>(times.count());
    text.add(times.mean() * count / kNsPerSecond, "", "_sum");
    text.add(times.count(), "", "_count");
}

}  // namespace

std::string render_live_metrics(const Level& level, std::size_t number) {
    const LevelCounts& counts = level.counts;
    MetricsText text(number);
    text.add_metric(
        "target", "gauge", "Requests per second or in flight that the level offers", level.target);
    text.add_metric("in_flight",
                    "gauge",
                    "Mean number of requests in flight in the window",
                    level.in_flight_mean);
    text.add_metric("attempted_total", "counter", "Requests of the window", counts.attempted);
    text.begin("responses_total", "counter", "Ended responses by their outcome");
    text.add(counts.completed, ",outcome=\"completed\"");
    text.add(counts.bounded, ",outcome=\"bounded\"");
    for (std::size_t i = 0; i < kFailureCount; ++i)
        text.add(counts.failed[i],
                 fmt::format(",outcome=\"{}\"", to_text(static_cast<FailureClass>(i))));
    text.add_metric("good_total", "counter", "Successes within the goodput limits", counts.good);
    text.add_metric("events_total", "counter", "Events that arrived in the window", counts.events);
    text.add_metric("tokens_total", "counter", "Tokens that arrived in the window", counts.tokens);
    text.add_metric(
        "body_bytes_total", "counter", "Bytes of bodies that arrived in the window", counts.bytes);
    for (const MetricRow& row : metric_rows()) {
        const Histogram& values = level.metrics[row.metric];
        if (row.unit == MetricUnit::kNanoseconds && !values.empty()) add_times(text, row, values);
    }
    return text.take();
}

}  // namespace plumbline::load
