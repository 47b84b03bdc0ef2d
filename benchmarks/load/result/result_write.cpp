// The result as JSON.

#include "benchmarks/load/result/histogram_json.hpp"
#include "benchmarks/load/result/load_parts.hpp"
#include "benchmarks/load/result/result_members.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

namespace plumbline::load {
namespace {

/// Turns values into JSON.
class Writer {
  public:
    template <typename T>
    void member(const char* key, const T& value) {
        json_[key] = json_of(value);
    }
    /// What was never recorded is left out.
    void gaps(const char* key, const Histogram& gaps) {
        if (!gaps.empty()) json_[key] = HistogramText::to_json(gaps, Unit::kNanoseconds);
    }
    [[nodiscard]] Json take() { return std::move(json_); }

  private:
    static Json json_of(double value) {
        // JSON has no other numbers, and a result with a gap in it is better than none.
        return Json(std::isfinite(value) && value > 0 ? value : 0.0);
    }
    template <typename T>
    static Json json_of(const T& value) {
        if constexpr (std::integral<T> || std::same_as<T, std::string>) {
            return Json(value);
        } else {
            Writer writer;
            members(writer, value);
            return writer.take();
        }
    }
    template <typename T>
    static Json json_of(const std::optional<T>& value) {
        return value ? json_of(*value) : Json();
    }
    template <typename T>
    static Json json_of(const std::vector<T>& values) {
        Json list = Json::array();
        for (const T& value : values) list.push_back(json_of(value));
        return list;
    }
    static Json json_of(const std::array<std::uint64_t, kFailureCount>& failed) {
        Json json = Json::object();
        for (std::size_t i = 0; i < kFailureCount; ++i)
            json[to_text(static_cast<Failure>(i))] = failed[i];
        return json;
    }
    static Json json_of(const std::map<std::string, double, std::less<>>& figures) {
        Json json = Json::object();
        for (const auto& [name, value] : figures) json[name] = json_of(value);
        return json;
    }
    static Json json_of(const Metrics& metrics) {
        Json json = Json::object();
        for (const MetricRow& row : metric_rows()) {
            const Histogram& histogram = metrics[row.metric];
            if (!histogram.empty()) json[row.name] = HistogramText::to_json(histogram, row.unit);
        }
        return json;
    }

    Json json_ = Json::object();
};

}  // namespace

Json to_json(const LoadResult& result) {
    Writer writer;
    writer.member("schema_version", LoadResult::kSchemaVersion);
    members(writer, result);
    return writer.take();
}

Json load_parts(const LoadResult& result) {
    Writer writer;
    writer.member("workload", result.workload);
    writer.member("load", result.load);
    Json json = writer.take();
    // Two runs of one load may well draw different arrivals.
    json["load"].erase("seed");
    return json;
}

}  // namespace plumbline::load
