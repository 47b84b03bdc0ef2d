#include "conformance/runner/attempt/preconditions.hpp"

#include "reports/reports.hpp"

#include <fmt/format.h>

namespace plumbline::runner {
namespace {

using workflow::Precondition;

bool is_complete_stream(const AttemptData& data) {
    const auto& stream = data.stream;
    return stream && stream->is_stream && !stream->is_interrupted &&
           stream->summary.end == client::StreamEnd::kComplete;
}

/// Returns what the response has instead; nothing if it meets the precondition.
std::optional<std::string> mismatch(const Precondition& need,
                                    const expressions::Scope& scope,
                                    const AttemptData& data) {
    if (need.criterion) {
        expressions::CriterionResult judgement = need.criterion->evaluate(scope);
        if (judgement.holds) return std::nullopt;
        return judgement.unresolved.empty() ? std::move(judgement.got)
                                            : std::move(judgement.unresolved);
    }
    if (!is_complete_stream(data)) return std::nullopt;
    if (need.duration) {
        if (data.stream->duration >= *need.duration) return std::nullopt;
        const double ms = std::chrono::duration<double, std::milli>(data.stream->duration).count();
        return fmt::format("a stream of {:.0f} ms", ms);
    }
    const auto found = data.stream->needed_events.find(&need);
    const std::uint64_t count = found == data.stream->needed_events.end() ? 0 : found->second;
    if (need.events ? count >= *need.events : count <= *need.max_events) return std::nullopt;
    const std::uint64_t all = data.stream->summary.events;
    const std::string number =
        need.filter.empty() ? fmt::format("{}", count) : fmt::format("{} of {}", count, all);
    return fmt::format("{} event{}", number, all == 1 ? "" : "s");
}

}  // namespace

std::optional<reports::Finding> unmet_precondition(const std::vector<Precondition>& needs,
                                                   std::vector<std::string> requirements,
                                                   const expressions::Scope& scope,
                                                   const AttemptData& data) {
    const bool shows_data = data.exchange && data.exchange->response &&
                            http::is_success(data.exchange->response->status);
    if (!shows_data) return std::nullopt;
    for (const Precondition& need : needs) {
        auto got = mismatch(need, scope, data);
        if (!got) continue;
        reports::Finding finding;
        finding.code = reports::kPrecondition;
        finding.verdict = reports::Verdict::kSkipped;
        finding.where = need.where;
        finding.requirements = std::move(requirements);
        finding.expected = need.expected_text();
        finding.got = std::move(*got);
        finding.note = "give " + need.provide;
        return finding;
    }
    return std::nullopt;
}

}  // namespace plumbline::runner
