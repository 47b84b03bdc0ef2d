#include "conformance/deviations/finding_codes.hpp"

#include "reports/reports.hpp"
#include "spec/contract/contract.hpp"

#include <algorithm>
#include <array>

namespace plumbline::deviations {
namespace {

// conformance/checks/contract_checks.cpp, and the criteria of suites.
constexpr std::array kExchangeCodes = std::to_array<std::string_view>({"criterion",
                                                                       "status",
                                                                       "request-type",
                                                                       "content-type",
                                                                       "body",
                                                                       "json",
                                                                       "header",
                                                                       "schema",
                                                                       "schema-unusable",
                                                                       reports::kCleanupCode});

// conformance/monitors/history_rules.cpp: the monitors' codes besides those of the x-history kinds.
constexpr std::array kFurtherHistoryCodes =
    std::to_array<std::string_view>({"history-replaced", "history-default"});

// conformance/streaming/rules.cpp.
constexpr std::array kStreamCodes = std::to_array<std::string_view>({"H6-head-syntax",
                                                                     "H7-version",
                                                                     "H2-content-type",
                                                                     "H3-content-length",
                                                                     "H4-transfer",
                                                                     "H5-content-encoding",
                                                                     "H8-caching",
                                                                     "C1-chunk-size",
                                                                     "C2-size-line-end",
                                                                     "C3-chunk-end",
                                                                     "C4-terminator",
                                                                     "C7-trailer",
                                                                     "C8-after-end",
                                                                     "C10-truncated",
                                                                     "S1-last-event",
                                                                     "S2-utf8",
                                                                     "S3-bom",
                                                                     "S4-fields",
                                                                     "S5-event-separation",
                                                                     "S6-too-large",
                                                                     "J1-json",
                                                                     "J2-json-cut",
                                                                     "E1-event-and-data",
                                                                     "E2-first-chunk",
                                                                     "E3-pair",
                                                                     "E4-graph-node",
                                                                     "E5-content",
                                                                     "E6-event-name",
                                                                     "E7-mode-pair",
                                                                     "E8-item",
                                                                     "M1-requested",
                                                                     "R1-run",
                                                                     "R2-ids",
                                                                     "O1-updates-in-values",
                                                                     "O2-tokens-in-state",
                                                                     "O3-error-last",
                                                                     "A1-arrival"});

constexpr std::array kUncoveredCodes = std::to_array<std::string_view>({"transport",
                                                                        "precondition",
                                                                        "request",
                                                                        "steps",
                                                                        "unsupported",
                                                                        "observation",
                                                                        reports::kContradiction,
                                                                        reports::kMaxObserved,
                                                                        reports::kAcceptedName,
                                                                        reports::kVariantSeen});

std::vector<std::string> all_codes() {
    std::vector<std::string> codes(kExchangeCodes.begin(), kExchangeCodes.end());
    constexpr int kKinds = static_cast<int>(HistoryRuleKind::kMatchesRead) + 1;
    for (int i = 0; i < kKinds; ++i) {
        const auto kind = static_cast<HistoryRuleKind>(i);
        if (kind != HistoryRuleKind::kResets)
            codes.push_back("history-" + std::string(to_text(kind)));
    }
    codes.insert(codes.end(), kFurtherHistoryCodes.begin(), kFurtherHistoryCodes.end());
    codes.insert(codes.end(), kStreamCodes.begin(), kStreamCodes.end());
    return codes;
}

template <typename Codes>
bool contains_code(const Codes& codes, std::string_view code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

const std::vector<std::string>& finding_codes() {
    static const std::vector<std::string> kCodes = all_codes();
    return kCodes;
}

bool is_stream_code(std::string_view code) {
    return contains_code(kStreamCodes, code);
}

bool is_uncovered_code(std::string_view code) {
    return contains_code(kUncoveredCodes, code);
}

}  // namespace plumbline::deviations
