#include "reports/stream_arrivals.hpp"

#include <algorithm>
#include <charconv>

namespace plumbline::reports {
namespace {

// Arrivals of all streams of a run. A third of a result's size would else be arrivals if one fault
// fails every stream.
constexpr std::size_t kMaxWithFindings = 2'000;
constexpr std::size_t kMaxWithoutFindings = 500;

/// Keeps what fits into the rest of the limit, else clears it and all that follows. What a shard of
/// the run has cleared counts, so that merged shards keep what a whole run keeps.
void keep_within(std::size_t& left, StreamRecord& stream) {
    const std::size_t size =
        std::min<std::size_t>(stream.events, kMaxArrivals) + stream.excerpts.size();
    if (size <= left) {
        left -= size;
        return;
    }
    left = 0;
    stream.arrivals.clear();
    stream.excerpts.clear();
}

}  // namespace

void ArrivalLog::add(StreamArrival arrival) {
    if (arrivals_.size() < kMaxArrivals) {
        arrivals_.push_back(std::move(arrival));
        return;
    }
    arrivals_[next_] = std::move(arrival);
    if (++next_ == kMaxArrivals) next_ = kMaxArrivals / 2;
}

std::vector<StreamArrival> ArrivalLog::take() {
    if (arrivals_.size() == kMaxArrivals) {
        const auto middle = arrivals_.begin() + kMaxArrivals / 2;
        std::rotate(
            middle, arrivals_.begin() + static_cast<std::ptrdiff_t>(next_), arrivals_.end());
    }
    return std::move(arrivals_);
}

std::string hex_of(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        hex += kDigits[code >> 4U];
        hex += kDigits[code & 0xFU];
    }
    return hex;
}

std::string bytes_of_hex(std::string_view hex) {
    std::string bytes;
    for (; hex.size() >= 2; hex.remove_prefix(2)) {
        unsigned code = 0;
        const char* end = hex.data() + 2;
        if (std::from_chars(hex.data(), end, code, 16).ptr != end) break;
        bytes += static_cast<char>(code);
    }
    return bytes;
}

void limit_arrivals(std::vector<ScenarioResult>& scenarios) {
    std::size_t with_findings = kMaxWithFindings;
    std::size_t without_findings = kMaxWithoutFindings;
    for (ScenarioResult& scenario : scenarios) {
        for (StepResult& step : scenario.steps) {
            const bool conforms =
                step.verdict == Verdict::kPassed || step.verdict == Verdict::kObserved;
            std::size_t& left = conforms ? without_findings : with_findings;
            for (ExchangeRecord& exchange : step.exchanges) {
                for (StreamRecord& stream : exchange.streams) keep_within(left, stream);
            }
        }
    }
}

}  // namespace plumbline::reports
