#include "benchmarks/load/result/histogram_json.hpp"

#include "benchmarks/load/result/buckets.hpp"
#include "benchmarks/load/result/saturating.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace plumbline::load {
namespace {

struct NamedPercentile {
    const char* name;
    double percent;
};
constexpr NamedPercentile kPercentiles[] = {
    {"p50", 50}, {"p90", 90}, {"p95", 95}, {"p99", 99}, {"p999", 99.9}};

/// Reads the members of one histogram; keeps the first problem.
class BucketReader {
  public:
    BucketReader(const Json& json, std::string_view pointer) : json_(json), pointer_(pointer) {
        if (!json_.is_object()) problem_ = misfit(json_, pointer_, "a histogram");
    }

    [[nodiscard]] std::uint64_t number(const char* key) {
        const Json* const found = find(key);
        if (found == nullptr) return 0;
        const auto value = count_from_json(*found, place(key));
        if (!value) problem_ = value.error();
        return value.value_or(0);
    }

    void expect(const char* key, const Json& expected) {
        const Json* const found = find(key);
        if (found != nullptr && *found != expected) refuse(key, plumbline::to_text(expected));
    }

    /// Fills `counts`; returns how many values they hold.
    [[nodiscard]] std::uint64_t buckets(std::vector<std::uint64_t>& counts) {
        const Json* const found = find("counts");
        if (found == nullptr) return 0;
        if (!found->is_array() || found->size() % 2 != 0) {
            refuse("counts", "an array of distances and counts in turns");
            return 0;
        }
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < found->size() && !problem_; i += 2) {
            const std::uint64_t distance = item(*found, i, i == 0 ? 0 : 1);
            const std::uint64_t count = item(*found, i + 1, 1);
            const std::uint64_t bucket =
                counts.empty() ? distance : full_sum(counts.size() - 1, distance);
            if (bucket > bucket_of(Histogram::kHighest) && !problem_) {
                problem_ = misfit((*found)[i], item_place(i), "a distance to a bucket that exists");
            }
            if (problem_) break;
            counts.resize(bucket + 1);
            counts.back() = count;
            total = full_sum(total, count);
        }
        return total;
    }

    void refuse(const char* key, std::string_view expected) {
        if (!problem_) problem_ = misfit(json_[key], place(key), expected);
    }
    [[nodiscard]] const std::optional<Error>& problem() const { return problem_; }

  private:
    [[nodiscard]] std::string place(const char* key) const {
        return fmt::format("{}/{}", pointer_, key);
    }
    [[nodiscard]] std::string item_place(std::size_t i) const {
        return fmt::format("{}/counts/{}", pointer_, i);
    }

    [[nodiscard]] const Json* find(const char* key) {
        if (problem_) return nullptr;
        const auto found = json_.find(key);
        if (found != json_.end()) return &*found;
        problem_ = misfit(json_, pointer_, fmt::format("a member \"{}\"", key));
        return nullptr;
    }

    [[nodiscard]] std::uint64_t item(const Json& items, std::size_t i, std::uint64_t least) {
        if (problem_) return 0;
        const auto value = count_from_json(items[i], item_place(i));
        if (!value) {
            problem_ = value.error();
        } else if (*value < least) {
            problem_ = misfit(items[i], item_place(i), fmt::format("an integer from {}", least));
        }
        return value.value_or(0);
    }

    const Json& json_;
    std::string_view pointer_;
    std::optional<Error> problem_;
};

std::size_t first_used(const std::vector<std::uint64_t>& counts) {
    std::size_t first = 0;
    while (first < counts.size() && counts[first] == 0) ++first;
    return first;
}

bool is_in_bucket(std::uint64_t value, std::size_t bucket) {
    return value <= static_cast<std::uint64_t>(Histogram::kHighest) &&
           bucket_of(static_cast<std::int64_t>(value)) == bucket;
}

}  // namespace

Error misfit(const Json& found, std::string_view pointer, std::string_view expected) {
    return Error{ErrorCode::kInvalid,
                 fmt::format("load result, at \"{}\": found {}, expected {}",
                             pointer,
                             to_short_text(found, 60),
                             expected),
                 {},
                 {"take a result that this version of plumbline-load wrote"}};
}

Result<std::uint64_t> count_from_json(const Json& json, std::string_view pointer) {
    // A value made in memory holds small numbers as signed ones.
    const bool is_signed = json.is_number_integer() && !json.is_number_unsigned();
    const bool fits = is_signed ? json.get<std::int64_t>() >= 0 : json.is_number_unsigned();
    if (!fits) return fail(misfit(json, pointer, "an integer from 0"));
    return json.get<std::uint64_t>();
}

Json HistogramText::to_json(const Histogram& histogram, Unit unit) {
    Json json = Json::object();
    json["unit"] = load::to_text(unit);
    json["digits"] = Histogram::kDigits;
    json["count"] = histogram.count_;
    json["sum"] = histogram.sum_;
    json["min"] = histogram.min();
    json["max"] = histogram.max();
    json["mean"] = histogram.mean();
    json["clipped"] = histogram.clipped_;
    for (const NamedPercentile& each : kPercentiles) {
        const auto value = histogram.settled_percentile(each.percent);
        json[each.name] = value ? Json(*value) : Json();
    }
    Json counts = Json::array();
    std::size_t before = 0;
    for (std::size_t i = 0; i < histogram.counts_.size(); ++i) {
        if (histogram.counts_[i] == 0) continue;
        counts.push_back(i - before);
        counts.push_back(histogram.counts_[i]);
        before = i;
    }
    json["counts"] = std::move(counts);
    return json;
}

Result<Histogram> HistogramText::read(const Json& json, std::string_view pointer, Unit unit) {
    BucketReader reader(json, pointer);
    reader.expect("unit", Json(load::to_text(unit)));
    reader.expect("digits", Json(Histogram::kDigits));
    const std::uint64_t count = reader.number("count");
    const std::uint64_t clipped = reader.number("clipped");
    const std::uint64_t sum = reader.number("sum");
    const std::uint64_t min = reader.number("min");
    const std::uint64_t max = reader.number("max");
    Histogram histogram;
    const std::uint64_t total = reader.buckets(histogram.counts_);
    const auto& counts = histogram.counts_;
    if (total != count) reader.refuse("count", fmt::format("{}, as `counts` hold", total));
    if (count > 0 && !reader.problem()) {
        if (!is_in_bucket(min, first_used(counts)))
            reader.refuse("min", "a value of the first bucket in `counts`");
        if (!is_in_bucket(max, counts.size() - 1))
            reader.refuse("max", "a value of the last bucket in `counts`");
        if (clipped > counts.back()) reader.refuse("clipped", "no more than the last bucket holds");
        if (sum < full_product(min, count) || sum > full_product(max, count))
            reader.refuse("sum", "a sum of `count` values from `min` to `max`");
    }
    if (reader.problem()) return fail(*reader.problem());
    if (count == 0) return Histogram{};
    histogram.count_ = count;
    histogram.clipped_ = clipped;
    histogram.sum_ = sum;
    histogram.min_ = static_cast<std::int64_t>(min);
    histogram.max_ = static_cast<std::int64_t>(max);
    return histogram;
}

}  // namespace plumbline::load
