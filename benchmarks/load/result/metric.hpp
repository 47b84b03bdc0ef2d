#pragma once
// The figures that plumbline-load measures, each with its unit.

#include "benchmarks/load/result/histogram.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace plumbline::load {

/// Times are in ns. Unless it says otherwise a metric has one value for each answer that succeeded.
enum class Metric : std::size_t {
    kTtfb,      ///< to the first byte of the answer's head
    kTtfc,      ///< to the first chunk, which names the run
    kTtft,      ///< to the first token: the first message with content
    kDuration,  ///< to the end of the answer
    kTtfbSent,  ///< the same four from when the request was really sent, not from when it should
    kTtfcSent,  ///< have been: what is measured without correction
    kTtftSent,  //
    kDurationSent,  //
    kConnect,       ///< of opening a connection, where one was opened
    kGap,        ///< between an event and the one before it, as they were read; one for each pair
    kTokenTime,  ///< (last - first token) / (tokens - 1)
    kStall,      ///< the longest gap of a stream
    kSlip,       ///< how much later than intended a request was sent; one for each request
    kFailedDuration,  ///< of answers that failed, to where they did
    kEventsPerStream,
    kEventsPerRead,  ///< how many events one read brought to their end; one for each such read
    kEventBytes,     ///< of an event in the stream, its blank line included; one for each event
    kStreamRate,     ///< events of a stream by its duration, in thousandths of an event per second
};
inline constexpr std::size_t kMetricCount = 18;

enum class Unit { kNanoseconds, kCount, kBytes, kMillihertz };

struct MetricRow {
    Metric metric;
    std::string_view name;  ///< in results and conditions, e.g. `ttfc`
    Unit unit;
    std::string_view text;  ///< what it is, for people
};

/// All metrics, in the order of the enumeration.
[[nodiscard]] const std::array<MetricRow, kMetricCount>& metric_rows();
[[nodiscard]] const MetricRow& row_of(Metric metric);
[[nodiscard]] std::optional<Metric> parse_metric(std::string_view name);
[[nodiscard]] std::string_view to_text(Unit unit);

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
