// The result as JSON and back. Each type's members are listed once, for both directions.

#include "reports/result.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace plumbline::reports {
namespace {

// Raised when a reader of the old form would misunderstand the new one.
constexpr int kFormat = 1;

/// `T` or `const T`, so that one list of members serves reading and writing.
template <typename Given, typename T>
concept Is = std::same_as<std::remove_const_t<Given>, T>;

void members(auto& archive, Is<SourceRef> auto& where) {
    archive.member("file", where.file);
    archive.member("line", where.line);
    archive.member("column", where.column);
}

void members(auto& archive, Is<Finding> auto& finding) {
    archive.member("code", finding.code);
    archive.member("verdict", finding.verdict);
    archive.member("requirements", finding.requirements);
    archive.member("where", finding.where);
    archive.member("expected", finding.expected);
    archive.member("got", finding.got);
    archive.member("note", finding.note);
}

void members(auto& archive, Is<StreamRecord> auto& stream) {
    archive.member("events", stream.events);
    archive.member("bytes", stream.bytes);
    archive.member("first_event_ms", stream.first_event_ms);
    archive.member("end", stream.end);
}

void members(auto& archive, Is<ExchangeRecord> auto& exchange) {
    archive.member("method", exchange.method);
    archive.member("url", exchange.url);
    archive.member("status", exchange.status);
    archive.member("started_ms", exchange.started_ms);
    archive.member("took_ms", exchange.took_ms);
    archive.member("curl", exchange.curl);
    archive.member("response_excerpt", exchange.response_excerpt);
    archive.member("streams", exchange.streams);
}

void members(auto& archive, Is<StepResult> auto& step) {
    archive.member("id", step.id);
    archive.member("attempt", step.attempt);
    archive.member("left_out", step.left_out);
    archive.member("verdict", step.verdict);
    archive.member("cleanup", step.cleanup);
    archive.member("where", step.where);
    archive.member("exchanges", step.exchanges);
    archive.member("findings", step.findings);
    archive.member("verified", step.verified);
    archive.member("action", step.action);
}

void members(auto& archive, Is<ScenarioResult> auto& scenario) {
    archive.member("name", scenario.name);
    archive.member("summary", scenario.summary);
    archive.member("area", scenario.area);
    archive.member("verdict", scenario.verdict);
    archive.member("reason", scenario.reason);
    archive.member("where", scenario.where);
    archive.member("took_ms", scenario.took_ms);
    archive.member("steps", scenario.steps);
    archive.member("replayed", scenario.replayed);
}

void members(auto& archive, Is<RequirementResult> auto& requirement) {
    archive.member("id", requirement.id);
    archive.member("area", requirement.area);
    archive.member("section", requirement.section);
    archive.member("statement", requirement.statement);
    archive.member("basis", requirement.basis);
    archive.member("checkable", requirement.checkable);
    archive.member("outcome", requirement.outcome);
    archive.member("reason", requirement.reason);
    archive.member("scenarios", requirement.scenarios);
}

void members(auto& archive, Is<Transition> auto& transition) {
    archive.member("from", transition.from);
    archive.member("to", transition.to);
    archive.member("cause", transition.cause);
    archive.member("taken", transition.taken);
}

void members(auto& archive, Is<MachineTransitions> auto& machine) {
    archive.member("machine", machine.machine);
    archive.member("transitions", machine.transitions);
}

void members(auto& archive, Is<RunResult> auto& result) {
    archive.member("tool_version", result.tool_version);
    archive.member("target", result.target);
    archive.member("started", result.started);
    archive.member("took_ms", result.took_ms);
    archive.member("seed", result.seed);
    archive.member("nothing_answered", result.nothing_answered);
    archive.member("scenarios", result.scenarios);
    archive.member("requirements", result.requirements);
    archive.member("transitions", result.transitions);
}

/// Turns values into JSON.
class Writer {
  public:
    template <typename T>
    void member(const char* key, const T& value) {
        json_[key] = json_of(value);
    }
    [[nodiscard]] Json take() { return std::move(json_); }

  private:
    template <typename T>
    static Json json_of(const T& value) {
        if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
            return Json(value);
        } else if constexpr (std::same_as<T, Verdict>) {
            return Json(to_text(value));
        } else {
            Writer writer;
            members(writer, value);
            return writer.take();
        }
    }
    template <typename T>
    static Json json_of(const std::vector<T>& values) {
        Json list = Json::array();
        for (const T& value : values) list.push_back(json_of(value));
        return list;
    }

    Json json_ = Json::object();
};

/// Turns JSON into values; keeps the first problem and leaves what follows it unset.
class Reader {
  public:
    Reader(const Json& json, std::string pointer, std::optional<Error>& problem)
        : json_(json), pointer_(std::move(pointer)), problem_(problem) {
        if (!json_.is_object()) refuse("an object");
    }

    template <typename T>
    void member(const char* key, T& value) {
        if (problem_) return;
        const auto found = json_.find(key);
        if (found == json_.end()) {
            refuse(fmt::format("a member \"{}\"", key));
        } else {
            read(*found, pointer_ + '/' + key, value);
        }
    }

  private:
    void refuse_at(const Json& json, const std::string& pointer, const std::string& expected) {
        problem_ = Error{ErrorCode::kInvalid,
                         fmt::format("result, at \"{}\": found {}, expected {}; take a result.json "
                                     "that this version of plumbline wrote",
                                     pointer,
                                     to_short_text(json, 60),
                                     expected),
                         {},
                         {}};
    }
    void refuse(const std::string& expected) { refuse_at(json_, pointer_, expected); }

    void read(const Json& json, const std::string& pointer, std::string& value) {
        if (!json.is_string()) return refuse_at(json, pointer, "a string");
        value = json.get_ref<const std::string&>();
    }
    void read(const Json& json, const std::string& pointer, bool& value) {
        if (!json.is_boolean()) return refuse_at(json, pointer, "true or false");
        value = json.get<bool>();
    }
    void read(const Json& json, const std::string& pointer, double& value) {
        if (!json.is_number()) return refuse_at(json, pointer, "a number");
        value = json.get<double>();
    }
    void read(const Json& json, const std::string& pointer, std::uint64_t& value) {
        // A value made in memory holds small numbers as signed ones.
        const bool is_signed = json.is_number_integer() && !json.is_number_unsigned();
        const bool fits = is_signed ? json.get<std::int64_t>() >= 0 : json.is_number_unsigned();
        if (!fits) return refuse_at(json, pointer, "an integer from 0");
        value = json.get<std::uint64_t>();
    }
    void read(const Json& json, const std::string& pointer, int& value) {
        std::uint64_t wide = 0;
        read(json, pointer, wide);
        if (problem_) return;
        if (wide > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
            return refuse_at(json, pointer, "an integer of 31 bits");
        }
        value = static_cast<int>(wide);
    }
    void read(const Json& json, const std::string& pointer, Verdict& value) {
        const auto verdict =
            json.is_string() ? parse_verdict(json.get_ref<const std::string&>()) : std::nullopt;
        if (!verdict) return refuse_at(json, pointer, "a verdict such as passed or not_run");
        value = *verdict;
    }
    template <typename T>
    void read(const Json& json, const std::string& pointer, std::vector<T>& values) {
        if (!json.is_array()) return refuse_at(json, pointer, "an array");
        for (std::size_t i = 0; i < json.size() && !problem_; ++i) {
            read(json[i], pointer + '/' + std::to_string(i), values.emplace_back());
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

Json to_json(const RunResult& result) {
    Writer writer;
    writer.member("format", kFormat);
    members(writer, result);
    Json json = writer.take();
    const Tally counted = result.tally();
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        json["tally"][to_text(static_cast<Verdict>(i))] = counted.counts[i];
    }
    json["summary"] = summary_line(counted);
    json["exit_code"] = result.exit_code();
    return json;
}

Result<RunResult> run_result_from_json(const Json& json) {
    std::optional<Error> problem;
    Reader reader(json, "", problem);
    int format = 0;
    reader.member("format", format);
    if (!problem && format != kFormat) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("result, at \"/format\": found {}, expected {}; take the version "
                                "of plumbline that wrote it",
                                format,
                                kFormat));
    }
    RunResult result;
    members(reader, result);
    if (problem) return fail(std::move(*problem));
    return result;
}

}  // namespace plumbline::reports
