// JSON as the result that it was.

#include "benchmarks/load/result/histogram_json.hpp"
#include "benchmarks/load/result/result_members.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace plumbline::load {
namespace {

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
