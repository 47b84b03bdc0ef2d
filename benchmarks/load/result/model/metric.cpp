#include "benchmarks/load/result/model/metric.hpp"

namespace plumbline::load {

const std::array<MetricRow, kMetricCount>& metric_rows() {
    using enum Metric;
    using enum MetricUnit;
    static constexpr std::array<MetricRow, kMetricCount> kRows = {{
        {kTtfb, "ttfb", kNanoseconds, "time to the first byte of the response head"},
        {kTtfc, "ttfc", kNanoseconds, "time to the first chunk, which identifies the run"},
        {kTtft, "ttft", kNanoseconds, "time to the first token, the first message with content"},
        {kDuration, "duration", kNanoseconds, "time to the end of the response"},
        {kTtfbSent,
         "ttfb_sent",
         kNanoseconds,
         "ttfb measured from the actual send time, uncorrected"},
        {kTtfcSent,
         "ttfc_sent",
         kNanoseconds,
         "ttfc measured from the actual send time, uncorrected"},
        {kTtftSent,
         "ttft_sent",
         kNanoseconds,
         "ttft measured from the actual send time, uncorrected"},
        {kDurationSent,
         "duration_sent",
         kNanoseconds,
         "duration measured from the actual send time, uncorrected"},
        {kConnect, "connect", kNanoseconds, "time to open a connection"},
        {kGap, "gap", kNanoseconds, "gap between two successive events, as read"},
        {kTokenTime,
         "token_time",
         kNanoseconds,
         "time per token of a stream after the first token"},
        {kStall, "stall", kNanoseconds, "longest gap of a stream"},
        {kSendDelay,
         "send_delay",
         kNanoseconds,
         "delay of the actual send time after the intended one"},
        {kFailedDuration, "failed_duration", kNanoseconds, "time to the failure of a response"},
        {kEventsPerStream, "events_per_stream", kCount, "events of a stream"},
        {kEventsPerRead, "events_per_read", kCount, "events completed by one read"},
        {kEventBytes, "event_bytes", kBytes, "bytes of an event, including its blank line"},
        {kStreamRate,
         "stream_rate",
         kMillihertz,
         "events of a stream divided by its duration_sent"},
    }};
    return kRows;
}

const MetricRow& row_of(Metric metric) {
    return metric_rows()[static_cast<std::size_t>(metric)];
}

std::optional<Metric> parse_metric(std::string_view name) {
    for (const MetricRow& row : metric_rows()) {
        if (row.name == name) return row.metric;
    }
    return std::nullopt;
}

std::string_view to_text(MetricUnit unit) {
    // In the order of MetricUnit.
    static constexpr std::string_view kNames[] = {"ns", "count", "bytes", "mHz"};
    return kNames[static_cast<std::size_t>(unit)];
}

void Metrics::add(const Metrics& other) {
    for (std::size_t i = 0; i < kMetricCount; ++i) all_[i].add(other.all_[i]);
}

}  // namespace plumbline::load
