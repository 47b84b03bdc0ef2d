#include "benchmarks/load/result/json/histogram_json.hpp"

#include "benchmarks/load/result/model/buckets.hpp"
#include "benchmarks/load/result/model/saturating.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace plumbline::load {
namespace {

using reports::JsonReader;
using reports::JsonWriter;

struct NamedPercentile {
    const char* name;
    double percent;
};
constexpr NamedPercentile kPercentiles[] = {
    {"p50", 50}, {"p90", 90}, {"p95", 95}, {"p99", 99}, {"p999", 99.9}};

void mismatch_at(JsonReader& in, std::string_view key, std::string_view expected) {
    if (!in.has_problem()) in.child(key).mismatch(expected);
}

void write_buckets(JsonWriter& out, const std::vector<std::uint64_t>& counts) {
    std::vector<std::uint64_t> distances;
    std::size_t before = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        distances.push_back(i - before);
        distances.push_back(counts[i]);
        before = i;
    }
    out.member("counts", distances);
}

/// Returns the buckets of alternating distances and counts.
std::vector<std::uint64_t> read_buckets(JsonReader& in, std::size_t last) {
    std::vector<std::uint64_t> distances;
    in.member("counts", distances);
    std::vector<std::uint64_t> counts;
    if (distances.size() % 2 != 0)
        mismatch_at(in, "counts", "an array of alternating distances and counts");
    for (std::size_t i = 0; i < distances.size() && !in.has_problem(); ++i) {
        const std::uint64_t value = distances[i];
        const bool is_count = i % 2 == 1;
        const std::uint64_t bucket =
            counts.empty() ? value : saturating_sum(counts.size() - 1, value);
        if (i > 0 && value == 0) {
            in.child("counts").item(i).mismatch("an integer from 1");
        } else if (is_count) {
            counts.back() = value;
        } else if (bucket > last) {
            in.child("counts").item(i).mismatch("a distance to an existing bucket");
        } else {
            counts.resize(bucket + 1);
        }
    }
    return counts;
}

bool is_in_bucket(std::uint64_t value, std::size_t bucket) {
    return value <= static_cast<std::uint64_t>(Histogram::kMaxValue) &&
           bucket_index(static_cast<std::int64_t>(value)) == bucket;
}

}  // namespace

void HistogramJson::write(JsonWriter& out, const Histogram& histogram, MetricUnit unit) {
    out.start_object();
    out.member("unit", to_text(unit));
    out.member("digits", Histogram::kDigits);
    out.member("count", histogram.count_);
    out.member("sum", histogram.sum_);
    out.member("min", histogram.min());
    out.member("max", histogram.max());
    out.member("mean", histogram.mean());
    out.member("clipped", histogram.clipped_);
    std::vector<std::string> uncertain;
    for (const NamedPercentile& each : kPercentiles) {
        out.member(each.name, histogram.percentile(each.percent));
        if (!histogram.reliable_percentile(each.percent)) uncertain.emplace_back(each.name);
    }
    out.member("uncertain", uncertain);
    write_buckets(out, histogram.counts_);
}

void HistogramJson::read(JsonReader& in, Histogram& histogram, MetricUnit unit) {
    if (!in.is_object()) return in.mismatch("a histogram");
    std::string unit_name;
    int digits = 0;
    std::uint64_t min = 0;
    std::uint64_t max = 0;
    in.member("unit", unit_name);
    if (unit_name != to_text(unit)) mismatch_at(in, "unit", fmt::format("\"{}\"", to_text(unit)));
    in.member("digits", digits);
    if (digits != Histogram::kDigits) mismatch_at(in, "digits", fmt::to_string(Histogram::kDigits));
    in.member("count", histogram.count_);
    in.member("clipped", histogram.clipped_);
    in.member("sum", histogram.sum_);
    in.member("min", min);
    in.member("max", max);
    histogram.counts_ = read_buckets(in, bucket_index(Histogram::kMaxValue));
    const auto& counts = histogram.counts_;
    std::uint64_t total = 0;
    for (const std::uint64_t count : counts) total = saturating_sum(total, count);
    if (total != histogram.count_)
        mismatch_at(in, "count", fmt::format("{}, the total of `counts`", total));
    if (in.has_problem() || total == 0) {
        histogram = {};
        return;
    }
    const auto first = std::find_if(counts.begin(), counts.end(), [](auto n) { return n > 0; });
    if (!is_in_bucket(min, static_cast<std::size_t>(first - counts.begin())))
        mismatch_at(in, "min", "a value of the first bucket in `counts`");
    if (!is_in_bucket(max, counts.size() - 1))
        mismatch_at(in, "max", "a value of the last bucket in `counts`");
    if (histogram.clipped_ > counts.back())
        mismatch_at(in, "clipped", "at most the count of the last bucket");
    if (histogram.sum_ < saturating_product(min, total) ||
        histogram.sum_ > saturating_product(max, total))
        mismatch_at(in, "sum", "a sum of `count` values from `min` to `max`");
    histogram.min_ = static_cast<std::int64_t>(min);
    histogram.max_ = static_cast<std::int64_t>(max);
}

void write_form(JsonWriter& out, const LatencyCounts& latencies) {
    out.start_object();
    write_buckets(out, latencies.counts);
    out.member("not_ended", latencies.not_ended);
}

void read_form(JsonReader& in, LatencyCounts& latencies) {
    if (!in.is_object()) return in.mismatch("an object");
    latencies.counts = read_buckets(in, bucket_index<LatencyCounts::kBits>(Histogram::kMaxValue));
    in.member("not_ended", latencies.not_ended);
}

}  // namespace plumbline::load
