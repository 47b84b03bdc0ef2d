#include "benchmarks/load/app/stages_option.hpp"

#include "benchmarks/load/app/quantity.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

constexpr double kMaxStageLoad = 1e6;
constexpr Duration kMinLength = std::chrono::milliseconds(1);
constexpr Duration kMaxLength = std::chrono::hours(24);

/// Parses a number of requests in flight, or a rate; both may be 0. Errors: kSyntax.
Result<double> parse_load(std::string_view text, bool is_rate) {
    const bool is_zero = text == "0" || text == "0/s" || text == "0/m";
    const auto load = is_zero ? Result<double>(0.0) : parse_rate(text);
    const bool is_valid = load && *load <= kMaxStageLoad && (is_rate || *load == std::floor(*load));
    if (is_valid) return load;
    return fail(ErrorCode::kSyntax,
                fmt::format("found the load \"{}\", expected {} up to a million",
                            text,
                            is_rate ? "a rate such as 50/s" : "a number of requests in flight"));
}

Result<LoadStage> parse_stage(std::string_view text, bool is_rate) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return fail(ErrorCode::kSyntax, fmt::format("found \"{}\", expected TIME:LOAD", text));
    const auto seconds = parse_seconds(text.substr(0, colon));
    if (!seconds) return fail(seconds.error());
    const auto load = parse_load(text.substr(colon + 1), is_rate);
    if (!load) return fail(load.error());
    const double most = std::chrono::duration<double>(kMaxLength).count();
    const auto length = std::chrono::duration<double>(std::min(*seconds, 2 * most));
    return LoadStage{std::chrono::round<Duration>(length), *load};
}

}  // namespace

Result<StagePlan> parse_stages(std::string_view text) {
    StagePlan plan;
    plan.text = text;
    // 0 has no unit: the others decide.
    plan.is_rate = text.find('/') != std::string_view::npos;
    for (const std::string_view one : split(text, ',')) {
        const bool lacks_unit =
            plan.is_rate && one.find('/') == std::string_view::npos && !one.ends_with(":0");
        auto stage = lacks_unit ? fail(ErrorCode::kSyntax,
                                       fmt::format("found \"{}\" beside rates, expected /s", one))
                                : parse_stage(one, plan.is_rate);
        if (!stage)
            return fail(ErrorCode::kSyntax,
                        fmt::format("stage {}: {}", plan.stages.size() + 1, stage.error().message));
        plan.stages.push_back(*stage);
        if (length_of(plan.stages) > kMaxLength)
            return fail(ErrorCode::kSyntax, "expected at most a day in all");
    }
    if (length_of(plan.stages) < kMinLength)
        return fail(ErrorCode::kSyntax, "expected at least 1ms in all");
    if (sum_of(plan.stages) > 0) return plan;
    return fail(ErrorCode::kSyntax, "the stages have no load; write e.g. 10s:5,60s:5");
}

}  // namespace plumbline::load
