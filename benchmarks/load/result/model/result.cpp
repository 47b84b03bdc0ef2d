#include "benchmarks/load/result/result.hpp"

#include <numeric>

namespace plumbline::load {
namespace {

constexpr std::array<std::string_view, kFailureCount> kFailureNames = {"connect",
                                                                       "status",
                                                                       "content_type",
                                                                       "framing",
                                                                       "truncated",
                                                                       "timeout",
                                                                       "json",
                                                                       "contract",
                                                                       "error_event",
                                                                       "client"};

}  // namespace

std::string_view to_text(FailureClass failure) {
    return kFailureNames[static_cast<std::size_t>(failure)];
}

std::optional<FailureClass> parse_failure(std::string_view text) {
    for (std::size_t i = 0; i < kFailureCount; ++i) {
        if (kFailureNames[i] == text) return static_cast<FailureClass>(i);
    }
    return std::nullopt;
}

std::uint64_t LevelCounts::failures() const {
    return std::accumulate(failed.begin(), failed.end(), std::uint64_t{0});
}

void LevelCounts::add(const LevelCounts& other) {
    attempted += other.attempted;
    carried_in += other.carried_in;
    cut += other.cut;
    reconnected += other.reconnected;
    completed += other.completed;
    bounded += other.bounded;
    incomplete += other.incomplete;
    in_progress += other.in_progress;
    in_progress_due += other.in_progress_due;
    not_sent += other.not_sent;
    failed_due += other.failed_due;
    late += other.late;
    for (std::size_t i = 0; i < kFailureCount; ++i) failed[i] += other.failed[i];
    events += other.events;
    tokens += other.tokens;
    bytes += other.bytes;
    good += other.good;
    gaps_of_zero += other.gaps_of_zero;
    json_checked += other.json_checked;
    contract_checked += other.contract_checked;
}

}  // namespace plumbline::load
