#include "spec/contract/model/rule.hpp"

namespace plumbline {

std::string_view to_text(RuleKind kind) {
    switch (kind) {
        case RuleKind::kImmutable:
            return "immutable";
        case RuleKind::kOnlyForSources:
            return "only_for_sources";
        case RuleKind::kSettableForSources:
            return "settable_for_sources";
        case RuleKind::kRequiredForSources:
            return "required_for_sources";
        case RuleKind::kOnlyForHosting:
            return "only_for_hosting";
        case RuleKind::kOnlyForComputeKinds:
            return "only_for_compute_kinds";
        case RuleKind::kIssuedBy:
            return "issued_by";
        case RuleKind::kCreatesRevision:
            return "creates_revision";
        case RuleKind::kReplace:
            return "replace";
        case RuleKind::kDefault:
            return "default";
        case RuleKind::kDefaultFrom:
            return "default_from";
        case RuleKind::kDecimals:
            return "decimals";
        case RuleKind::kUniqueBy:
            return "unique_by";
        case RuleKind::kKeyRef:
            return "key_ref";
        case RuleKind::kCondition:
            return "condition";
    }
    return "unknown";
}

}  // namespace plumbline
