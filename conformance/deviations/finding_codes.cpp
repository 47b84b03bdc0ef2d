#include "conformance/deviations/finding_codes.hpp"

#include "conformance/streaming/stream_checker.hpp"
#include "reports/reports.hpp"
#include "spec/contract/contract.hpp"

#include <algorithm>
#include <array>

namespace plumbline::deviations {
namespace {

// conformance/checks, and the criteria of suites.
constexpr std::array kExchangeCodes = std::to_array<std::string_view>({"criterion",
                                                                       "http",
                                                                       "status",
                                                                       "request-type",
                                                                       "content-type",
                                                                       "body",
                                                                       "content-coding",
                                                                       "json",
                                                                       "header",
                                                                       "schema",
                                                                       "schema-unusable",
                                                                       reports::kCleanupCode});

// conformance/monitors/history_rules.cpp: the monitors' codes besides those of the x-history kinds.
constexpr std::array kFurtherHistoryCodes =
    std::to_array<std::string_view>({"history-replaced", "history-default"});

constexpr std::array kUncoveredCodes = std::to_array<std::string_view>({"transport",
                                                                        "precondition",
                                                                        "request",
                                                                        "steps",
                                                                        "unsupported",
                                                                        "observation",
                                                                        reports::kContradiction,
                                                                        reports::kMaxObserved,
                                                                        reports::kAcceptedName,
                                                                        reports::kVariantSeen,
                                                                        reports::kNotJudged});

std::vector<std::string> stream_codes() {
    std::vector<std::string> codes;
    for (int i = 0; i <= static_cast<int>(streaming::StreamRuleId::kArrival); ++i) {
        const auto code = streaming::row_of(static_cast<streaming::StreamRuleId>(i)).code;
        if (std::ranges::find(codes, code) == codes.end()) codes.emplace_back(code);
    }
    return codes;
}

std::vector<std::string> all_codes() {
    std::vector<std::string> codes(kExchangeCodes.begin(), kExchangeCodes.end());
    constexpr int kKinds = static_cast<int>(HistoryRuleKind::kNamesPath) + 1;
    for (int i = 0; i < kKinds; ++i) {
        const auto kind = static_cast<HistoryRuleKind>(i);
        if (kind != HistoryRuleKind::kResets)
            codes.push_back("history-" + std::string(to_text(kind)));
    }
    codes.insert(codes.end(), kFurtherHistoryCodes.begin(), kFurtherHistoryCodes.end());
    const std::vector<std::string> streams = stream_codes();
    codes.insert(codes.end(), streams.begin(), streams.end());
    return codes;
}

template <typename Codes>
bool contains_code(const Codes& codes, std::string_view code) {
    return std::ranges::find(codes, code) != codes.end();
}

}  // namespace

const std::vector<std::string>& finding_codes() {
    static const std::vector<std::string> kCodes = all_codes();
    return kCodes;
}

bool is_stream_code(std::string_view code) {
    static const std::vector<std::string> kStreamCodes = stream_codes();
    return contains_code(kStreamCodes, code);
}

bool is_uncovered_code(std::string_view code) {
    return contains_code(kUncoveredCodes, code);
}

}  // namespace plumbline::deviations
