#include "reports/deviation.hpp"

namespace plumbline::reports {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, kDeviationStatusCount> kStatusNames = {
    "applied", "fixed", "expired", "not_exercised", "other_target", "undecided"};

}  // namespace

std::string_view to_text(DeviationStatus status) {
    return kStatusNames[static_cast<std::size_t>(status)];
}

std::optional<DeviationStatus> parse_deviation_status(std::string_view text) {
    for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
        if (kStatusNames[i] == text) return static_cast<DeviationStatus>(i);
    }
    return std::nullopt;
}

bool fails_run(DeviationStatus status) {
    return status == DeviationStatus::kFixed || status == DeviationStatus::kExpired;
}

}  // namespace plumbline::reports
