#include "mock_server/engine/rule_check.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr int kBadRequest = 400;

int status_for(const Operation& operation, const RuleViolation& violation) {
    return operation.violation_status(to_text(violation.rule->kind)).values.front();
}

/// Violations of immutable fields are reported in one text, not as a list of problems.
EngineResponse immutable_refusal(const std::vector<RuleViolation>& violations) {
    std::vector<std::string> parts;
    parts.reserve(violations.size());
    for (const RuleViolation& violation : violations) {
        parts.push_back(fmt::format("{}: {}", violation.pointer, violation.message));
    }
    return detail_response(kBadRequest, join(parts, "; "));
}

}  // namespace

RuleContext rule_context_of(const Simulation& simulation,
                            std::string_view tenant,
                            const std::set<std::string, std::less<>>& disabled_rules) {
    RuleContext context;
    context.hosting = simulation.world().hosting;
    context.disabled_rules = disabled_rules;
    context.disabled_for_sources = simulation.world().waived_rules;
    context.is_issued = [&simulation, tenant](std::string_view operation_id,
                                              std::string_view value) {
        return simulation.issued.contains(operation_id, tenant, value);
    };
    context.compute_kind = [&simulation](std::string_view listener_id) -> std::string {
        const Record* listener = simulation.store.find({"listeners", to_lower(listener_id)});
        return listener ? string_or(*listener->body, "compute_type", "") : "";
    };
    return context;
}

std::optional<EngineResponse> refusal_of(const Operation& operation,
                                         const Json& request,
                                         const std::vector<RuleViolation>& violations) {
    if (violations.empty()) return std::nullopt;
    const auto other =
        std::find_if(violations.begin(), violations.end(), [&](const auto& violation) {
            return status_for(operation, violation) != kBadRequest;
        });
    if (other == violations.end()) return immutable_refusal(violations);
    std::vector<RequestProblem> problems;
    problems.reserve(violations.size());
    for (const RuleViolation& violation : violations) {
        problems.push_back(problem_at("body",
                                      violation.pointer,
                                      request,
                                      violation.message,
                                      std::string(to_text(violation.rule->kind))));
    }
    return problems_response(status_for(operation, *other), problems);
}

}  // namespace plumbline::mock
