// Renders known deviations: the line of a finding, and the list of entries at the end of a run.

#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline::reports {
namespace {

struct StatusTitle {
    DeviationStatus status;
    std::string_view title;
};
// What makes the run fail is last, next to the end of the output.
constexpr std::array kStatusOrder = {StatusTitle{DeviationStatus::kApplied, "applied"},
                                     StatusTitle{DeviationStatus::kOtherTarget, "other target"},
                                     StatusTitle{DeviationStatus::kNotExercised, "not exercised"},
                                     StatusTitle{DeviationStatus::kUndecided, "undecided"},
                                     StatusTitle{DeviationStatus::kFixed, "fixed"},
                                     StatusTitle{DeviationStatus::kExpired, "expired"}};

std::size_t count_of(const std::vector<DeviationResult>& deviations, DeviationStatus status) {
    const auto count = std::count_if(deviations.begin(), deviations.end(), [&](const auto& each) {
        return each.status == status;
    });
    return static_cast<std::size_t>(count);
}

std::string counts_line(const std::vector<DeviationResult>& deviations) {
    std::vector<std::string> counts;
    for (const StatusTitle& row : kStatusOrder) {
        const std::size_t count = count_of(deviations, row.status);
        if (count > 0) counts.push_back(fmt::format("{} {}", count, row.title));
    }
    return fmt::format("known deviations: {}\n", join(counts, ", "));
}

/// Returns `expired: FILE:3:3: CP-PATCH-1, code criterion: DETAIL (REASON, owner ...)`.
std::string line_of(const DeviationResult& deviation, std::string_view title) {
    const DeviationEntry& entry = deviation.entry;
    std::vector<std::string> parts{std::string(title)};
    for (const std::string& part :
         {to_text(entry.where), coverage_text(entry), one_line(deviation.detail)}) {
        if (!part.empty()) parts.push_back(part);
    }
    return wrapped("", fmt::format("{} ({})", join(parts, ": "), reason_text(entry)), 4);
}

}  // namespace

std::string reason_text(const DeviationEntry& entry) {
    std::string text = one_line(entry.reason);
    for (const auto& [name, value] : {std::pair("owner ", &entry.owner),
                                      std::pair("until ", &entry.until),
                                      std::pair("", &entry.issue)}) {
        if (!value->empty()) text += fmt::format(", {}{}", name, one_line(*value));
    }
    return text;
}

std::string coverage_text(const DeviationEntry& entry) {
    std::vector<std::string> parts;
    if (!entry.requirement.empty()) parts.push_back(one_line(entry.requirement));
    if (!entry.code.empty()) parts.push_back("code " + one_line(entry.code));
    if (!entry.scenario.empty()) parts.push_back("scenario " + one_line(entry.scenario));
    return join(parts, ", ");
}

std::string render_deviations(const std::vector<DeviationResult>& deviations, bool shows_all) {
    if (deviations.empty()) return "";
    constexpr std::size_t kShown = 8;
    std::string text = '\n' + counts_line(deviations);
    std::size_t failing = 0;
    for (const StatusTitle& row : kStatusOrder) {
        // The counts suffice for entries about other targets.
        if (row.status == DeviationStatus::kOtherTarget) continue;
        for (const DeviationResult& deviation : deviations) {
            if (deviation.status != row.status) continue;
            const bool is_shown = shows_all || (fails_run(row.status) && ++failing <= kShown);
            if (is_shown) text += line_of(deviation, row.title);
        }
    }
    if (failing > kShown) text += fmt::format("    and {} more: -v shows them\n", failing - kShown);
    return text;
}

}  // namespace plumbline::reports
