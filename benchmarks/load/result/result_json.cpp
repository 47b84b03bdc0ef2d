// The result as JSON and back. Each type's members are listed once, for both directions.

#include "benchmarks/load/result/histogram_json.hpp"
#include "benchmarks/load/result/load_parts.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>

namespace plumbline::load {
namespace {

/// `T` or `const T`, so that one list of members serves reading and writing.
template <typename Given, typename T>
concept Is = std::same_as<std::remove_const_t<Given>, T>;

void members(auto& archive, Is<Counts> auto& counts) {
    archive.member("attempted", counts.attempted);
    archive.member("completed", counts.completed);
    archive.member("bounded", counts.bounded);
    archive.member("incomplete", counts.incomplete);
    archive.member("failed", counts.failed);
    archive.member("events", counts.events);
    archive.member("bytes", counts.bytes);
    archive.member("good", counts.good);
    archive.member("gaps_of_zero", counts.gaps_of_zero);
    archive.member("json_checked", counts.json_checked);
    archive.member("contract_checked", counts.contract_checked);
}

void members(auto& archive, Is<Slice> auto& slice) {
    archive.member("begin_s", slice.second);
    archive.member("events", slice.events);
    archive.member("bytes", slice.bytes);
    archive.member("completed", slice.completed);
    archive.member("failed", slice.failed);
    archive.gaps("gap", slice.gaps);
}

void members(auto& archive, Is<ClientHealth> auto& client) {
    archive.member("cpu_cores", client.cpu);
    archive.member("waited_share", client.waited);
    archive.member("reads_per_wakeup", client.reads_per_wakeup);
    archive.member("loop_lag_p99_ns", client.loop_lag_p99);
    archive.member("bound", client.bound);
    archive.member("why", client.why);
}

void members(auto& archive, Is<Level> auto& level) {
    archive.member("target", level.target);
    archive.member("achieved_per_s", level.achieved);
    archive.member("window_s", level.seconds);
    archive.member("in_flight_mean", level.in_flight_mean);
    archive.member("in_flight_peak", level.in_flight_peak);
    archive.member("counts", level.counts);
    archive.member("metrics", level.metrics);
    archive.member("slices", level.slices);
    archive.member("client", level.client);
    archive.member("server_cpu_cores", level.server_cpu);
    archive.member("verdict", level.verdict);
    archive.member("examples", level.examples);
}

void members(auto& archive, Is<Workload> auto& workload) {
    archive.member("kind", workload.kind);
    archive.member("operation", workload.operation);
    archive.member("path", workload.path);
    archive.member("modes", workload.modes);
    archive.member("body", workload.body);
}

void members(auto& archive, Is<LoadShape> auto& load) {
    archive.member("loop", load.loop);
    archive.member("arrival", load.arrival);
    archive.member("seed", load.seed);
    archive.member("warmup_s", load.warmup_s);
    archive.member("window_s", load.window_s);
    archive.member("drain_s", load.drain_s);
    archive.member("max_events", load.max_events);
    archive.member("max_answer_s", load.max_seconds);
    archive.member("max_in_flight", load.max_in_flight);
    archive.member("goodput", load.goodput);
}

void members(auto& archive, Is<Validation> auto& validation) {
    archive.member("framing", validation.framing);
    archive.member("json_sample", validation.json_sample);
    archive.member("contract_sample", validation.contract_sample);
}

void members(auto& archive, Is<Host> auto& host) {
    archive.member("cpu", host.cpu);
    archive.member("cores", host.cores);
    archive.member("kernel", host.kernel);
    archive.member("pinning", host.pinning);
}

void members(auto& archive, Is<Saturation> auto& saturation) {
    archive.member("load", saturation.load);
    archive.member("reason", saturation.reason);
    archive.member("found", saturation.found);
}

void members(auto& archive, Is<LoadResult> auto& result) {
    archive.member("tool_version", result.tool_version);
    archive.member("build", result.build);
    archive.member("started", result.started);
    archive.member("url", result.url);
    archive.member("server", result.server);
    archive.member("host", result.host);
    archive.member("workload", result.workload);
    archive.member("load", result.load);
    archive.member("validation", result.validation);
    archive.member("levels", result.levels);
    archive.member("saturation", result.saturation);
    archive.member("floors", result.floors);
    archive.member("notes", result.notes);
    archive.member("shards", result.shards);
}

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

/// Turns JSON into values; keeps the first problem and leaves what follows it unset.
class Reader {
  public:
    Reader(const Json& json, std::string pointer, std::optional<Error>& problem)
        : json_(json), pointer_(std::move(pointer)), problem_(problem) {
        if (!json_.is_object()) refuse(json_, pointer_, "an object");
    }

    template <typename T>
    void member(const char* key, T& value) {
        if (problem_) return;
        const auto found = json_.find(key);
        if (found == json_.end()) {
            refuse(json_, pointer_, fmt::format("a member \"{}\"", key));
        } else {
            read(*found, pointer_ + '/' + key, value);
        }
    }
    void gaps(const char* key, Histogram& gaps) {
        if (problem_) return;
        const auto found = json_.find(key);
        if (found == json_.end()) return;
        take(HistogramText::read(*found, pointer_ + '/' + key, Unit::kNanoseconds), gaps);
    }

  private:
    void refuse(const Json& json, std::string_view pointer, std::string_view expected) {
        problem_ = misfit(json, pointer, expected);
    }
    [[nodiscard]] static std::string child(const std::string& pointer, std::string_view name) {
        return pointer + '/' + escape_pointer_token(name);
    }
    template <typename T>
    void take(Result<T> read, T& value) {
        if (read) {
            value = *std::move(read);
        } else {
            problem_ = std::move(read).error();
        }
    }

    void read(const Json& json, const std::string& pointer, std::string& value) {
        if (!json.is_string()) return refuse(json, pointer, "a string");
        value = json.get_ref<const std::string&>();
    }
    void read(const Json& json, const std::string& pointer, bool& value) {
        if (!json.is_boolean()) return refuse(json, pointer, "true or false");
        value = json.get<bool>();
    }
    void read(const Json& json, const std::string& pointer, double& value) {
        if (!json.is_number() || json.get<double>() < 0)
            return refuse(json, pointer, "a number from 0");
        value = json.get<double>();
    }
    void read(const Json& json, const std::string& pointer, std::uint64_t& value) {
        take(count_from_json(json, pointer), value);
    }
    void read(const Json& json, const std::string& pointer, std::int64_t& value) {
        std::uint64_t wide = 0;
        read(json, pointer, wide);
        if (problem_) return;
        if (!std::in_range<std::int64_t>(wide))
            return refuse(json, pointer, "an integer of 63 bits");
        value = static_cast<std::int64_t>(wide);
    }
    template <typename T>
    void read(const Json& json, const std::string& pointer, std::optional<T>& value) {
        if (!json.is_null()) read(json, pointer, value.emplace());
    }
    template <typename T>
    void read(const Json& json, const std::string& pointer, std::vector<T>& values) {
        if (!json.is_array()) return refuse(json, pointer, "an array");
        for (std::size_t i = 0; i < json.size() && !problem_; ++i)
            read(json[i], pointer + '/' + std::to_string(i), values.emplace_back());
    }
    void read(const Json& json,
              const std::string& pointer,
              std::array<std::uint64_t, kFailureCount>& failed) {
        Reader reader(json, pointer, problem_);
        for (std::size_t i = 0; i < kFailureCount; ++i) {
            // The names are literals, so they end where C wants them to.
            reader.member(to_text(static_cast<Failure>(i)).data(), failed[i]);
        }
    }
    void read(const Json& json,
              const std::string& pointer,
              std::map<std::string, double, std::less<>>& figures) {
        if (!json.is_object()) return refuse(json, pointer, "an object");
        for (const auto& [name, value] : json.items()) {
            if (!problem_) read(value, child(pointer, name), figures[name]);
        }
    }
    void read(const Json& json, const std::string& pointer, Metrics& metrics) {
        if (!json.is_object()) return refuse(json, pointer, "an object");
        for (const auto& [name, value] : json.items()) {
            if (problem_) return;
            const auto metric = parse_metric(name);
            if (!metric) {
                return refuse(Json(name), pointer, "names of metrics such as ttfc or gap");
            }
            take(HistogramText::read(value, child(pointer, name), row_of(*metric).unit),
                 metrics[*metric]);
        }
    }
    template <typename T>
    void read(const Json& json, const std::string& pointer, T& value) {
        Reader reader(json, pointer, problem_);
        members(reader, value);
    }

    const Json& json_;
    std::string pointer_;
    std::optional<Error>& problem_;
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

Result<LoadResult> parse_result(const Json& json) {
    std::optional<Error> problem;
    Reader reader(json, "", problem);
    std::uint64_t version = 0;
    reader.member("schema_version", version);
    if (!problem && version != LoadResult::kSchemaVersion) {
        Error error =
            misfit(Json(version), "/schema_version", fmt::to_string(LoadResult::kSchemaVersion));
        error.code = ErrorCode::kUnsupported;
        error.notes = {"take the version of plumbline-load that wrote it"};
        return fail(std::move(error));
    }
    LoadResult result;
    members(reader, result);
    if (problem) return fail(std::move(*problem));
    return result;
}

}  // namespace plumbline::load
