#include "conformance/host/shard_variables.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace plumbline::host {
namespace {

/// The variables of an engine; the empty ones do not exist.
struct EngineVariables {
    const char* engine;
    const char* id;
    const char* first;  ///< the lowest id, else 0
    const char* step;   ///< between two ids, else 1
    const char* count;
};
// Source: Kubernetes, "Indexed Job for Parallel Processing"; Slurm, "Job Array Support".
constexpr EngineVariables kEngines[] = {
    {"Kubernetes", "JOB_COMPLETION_INDEX", "", "", ""},
    {"Slurm",
     "SLURM_ARRAY_TASK_ID",
     "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP",
     "SLURM_ARRAY_TASK_COUNT"},
};

tl::unexpected<Error> shard_failure(const std::string& message, const std::string& fix) {
    return fail(ErrorCode::kUsage, message + "; " + fix);
}

Result<std::uint64_t> parse_count(const std::string& name, const std::string& text) {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc() && stop == end) return number;
    return shard_failure(name + " is \"" + text + "\", expected a number",
                         "write I/N, such as 2/3");
}

using FindVariable = std::function<std::optional<std::string>(const std::string&)>;

/// Returns the engine whose id is set. Errors: kUsage (none or several).
Result<const EngineVariables*> find_engine(const FindVariable& variable) {
    const EngineVariables* found = nullptr;
    bool has_several = false;
    std::string names;
    for (const EngineVariables& row : kEngines) {
        names += (names.empty() ? "" : " or ") + std::string(row.id) + " (" + row.engine + ")";
        if (!variable(row.id)) continue;
        has_several = found != nullptr;
        found = &row;
    }
    if (found && !has_several) return found;
    return shard_failure(
        (found ? "expected only one, but the environment has " : "the environment has no ") + names,
        "write I/N, such as 2/3");
}

/// The ids of an array of jobs.
struct ShardIds {
    std::uint64_t own = 0;
    std::uint64_t first = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0;  ///< 0: the engine does not set it

    /// Returns the place of the own id, from 0; nothing if it is none of `all` ids.
    [[nodiscard]] std::optional<std::uint64_t> place(std::uint64_t all) const {
        if (own < first || step == 0 || (own - first) % step != 0) return std::nullopt;
        const std::uint64_t place = (own - first) / step;
        return place < all ? std::optional(place) : std::nullopt;
    }
};

Result<ShardIds> read_ids(const EngineVariables& engine, const FindVariable& variable) {
    ShardIds ids;
    const std::pair<const char*, std::uint64_t*> members[] = {{engine.id, &ids.own},
                                                              {engine.first, &ids.first},
                                                              {engine.step, &ids.step},
                                                              {engine.count, &ids.count}};
    for (const auto& [name, into] : members) {
        const auto text = *name == '\0' ? std::nullopt : variable(name);
        if (!text) continue;
        const auto number = parse_count(name, *text);
        if (!number) return fail(number.error());
        *into = *number;
    }
    return ids;
}

/// Returns the number of shards: `written`, if it is not empty, or that of the engine.
Result<std::uint64_t> count_of(const EngineVariables& engine,
                               const ShardIds& ids,
                               const std::string& written) {
    const auto count = written.empty() ? ids.count : parse_count("N", written);
    if (!count) return count;
    if (*count == 0)
        return shard_failure(std::string(engine.engine) + " does not set the number of shards",
                             "write it, such as env/4 for `completions: 4`");
    if (ids.count == 0 || *count == ids.count) return count;
    return shard_failure(
        "N is " + written + ", but " + engine.count + " is " + std::to_string(ids.count),
        "write env without N");
}

/// Returns the shard of this job; `written_count` is empty if the environment has the count.
Result<Shard> shard_of_job(const std::string& written_count, const FindVariable& variable) {
    const auto engine = find_engine(variable);
    if (!engine) return fail(engine.error());
    const auto ids = read_ids(**engine, variable);
    if (!ids) return fail(ids.error());
    const auto count = count_of(**engine, *ids, written_count);
    if (!count) return fail(count.error());
    const auto place = ids->place(*count);
    if (place) return Shard{*place, *count};
    return shard_failure(std::string((*engine)->id) + " is " + std::to_string(ids->own) +
                             ", which is none of " + std::to_string(*count) +
                             " evenly spaced ids from " + std::to_string(ids->first),
                         "use ids without gaps, such as --array=1-4, and the right N");
}

}  // namespace

Result<Shard> resolve_shard(const std::string& written,
                            const ShardFormat& format,
                            const FindVariable& variable) {
    const std::size_t slash = std::min(written.find('/'), written.size());
    const std::string first = written.substr(0, slash);
    const std::string second = written.substr(std::min(slash + 1, written.size()));
    // An invalid I becomes 0, so that its index exceeds every count.
    const auto shard = first == "env" ? shard_of_job(second, variable)
                                      : Shard{parse_count("I", first).value_or(0) - 1,
                                              parse_count("N", second).value_or(0)};
    if (!shard || (shard->index < shard->count && shard->count <= format.max_count)) return shard;
    return fail(ErrorCode::kUsage, "found \"" + written + "\", expected " + format.expected);
}

}  // namespace plumbline::host
