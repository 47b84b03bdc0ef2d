#include "benchmarks/load/result/metric.hpp"

namespace plumbline::load {

const std::array<MetricRow, kMetricCount>& metric_rows() {
    using enum Metric;
    using enum Unit;
    static constexpr std::array<MetricRow, kMetricCount> kRows = {{
        {kTtfb, "ttfb", kNanoseconds, "time to the first byte of the answer's head"},
        {kTtfc, "ttfc", kNanoseconds, "time to the first chunk, which names the run"},
        {kTtft, "ttft", kNanoseconds, "time to the first token, the first message with content"},
        {kDuration, "duration", kNanoseconds, "time to the end of the answer"},
        {kTtfbSent, "ttfb_sent", kNanoseconds, "ttfb from when the request was sent, uncorrected"},
        {kTtfcSent, "ttfc_sent", kNanoseconds, "ttfc from when the request was sent, uncorrected"},
        {kTtftSent, "ttft_sent", kNanoseconds, "ttft from when the request was sent, uncorrected"},
        {kDurationSent,
         "duration_sent",
         kNanoseconds,
         "duration from when the request was sent, uncorrected"},
        {kConnect, "connect", kNanoseconds, "time to open a connection"},
        {kGap, "gap", kNanoseconds, "gap between an event and the one before it, as read"},
        {kTokenTime, "token_time", kNanoseconds, "time per token of a stream after its first"},
        {kStall, "stall", kNanoseconds, "longest gap of a stream"},
        {kSlip, "slip", kNanoseconds, "how much later than intended a request was sent"},
        {kFailedDuration, "failed_duration", kNanoseconds, "time to the failure of an answer"},
        {kEventsPerStream, "events_per_stream", kCount, "events of a stream"},
        {kEventsPerRead, "events_per_read", kCount, "events that one read brought to their end"},
        {kEventBytes, "event_bytes", kBytes, "bytes of an event, its blank line included"},
        {kStreamRate, "stream_rate", kMillihertz, "events of a stream by its duration"},
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

std::string_view to_text(Unit unit) {
    switch (unit) {
        case Unit::kNanoseconds:
            return "ns";
        case Unit::kCount:
            return "count";
        case Unit::kBytes:
            return "bytes";
        case Unit::kMillihertz:
            return "mHz";
    }
    return "";
}

void Metrics::add(const Metrics& other) {
    for (std::size_t i = 0; i < kMetricCount; ++i) all_[i].add(other.all_[i]);
}

}  // namespace plumbline::load
