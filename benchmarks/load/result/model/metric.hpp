#pragma once
// The metrics of plumbline-load, each with its unit.

#include "benchmarks/load/result/model/histogram.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace plumbline::load {

/// Times are in ns. Unless noted otherwise a metric has one value for each successful response.
enum class Metric : std::size_t {
    kTtfb,            ///< time to the first byte of the response head
    kTtfc,            ///< time to the first chunk, which identifies the run
    kTtft,            ///< time to the first token: the first message with content
    kDuration,        ///< time to the end of the response
    kTtfbSent,        ///< the same four, but measured from the actual instead of the
    kTtfcSent,        ///< intended send time: without correction
    kTtftSent,        //
    kDurationSent,    //
    kConnect,         ///< time to open a connection, if a new one was opened
    kGap,             ///< time between two successive events of a stream, as read
    kTokenTime,       ///< (last - first token) / (tokens - 1)
    kStall,           ///< the longest gap of a stream
    kSendDelay,       ///< delay of the actual send time; one for each request
    kFailedDuration,  ///< time of failed responses to their failure
    kEventsPerStream,
    kEventsPerRead,  ///< events completed by one read; one for each such read
    kEventBytes,  ///< size of an event in the stream, including its blank line; one for each event
    kStreamRate,  ///< events of a stream / duration_sent, in thousandths per second
};
inline constexpr std::size_t kMetricCount = 18;

enum class MetricUnit { kNanoseconds, kCount, kBytes, kMillihertz };

struct MetricRow {
    Metric metric;
    std::string_view name;  ///< name in results and conditions, e.g. `ttfc`
    MetricUnit unit;
    std::string_view text;  ///< description for readers
};

/// All metrics, in the order of the enumeration.
[[nodiscard]] const std::array<MetricRow, kMetricCount>& metric_rows();
[[nodiscard]] const MetricRow& row_of(Metric metric);
[[nodiscard]] std::optional<Metric> parse_metric(std::string_view name);
[[nodiscard]] std::string_view to_text(MetricUnit unit);

/// A histogram for each metric.
class Metrics {
  public:
    [[nodiscard]] Histogram& operator[](Metric metric) {
        return all_[static_cast<std::size_t>(metric)];
    }
    [[nodiscard]] const Histogram& operator[](Metric metric) const {
        return all_[static_cast<std::size_t>(metric)];
    }
    void add(const Metrics& other);

    bool operator==(const Metrics&) const = default;

  private:
    std::array<Histogram, kMetricCount> all_;
};

}  // namespace plumbline::load
