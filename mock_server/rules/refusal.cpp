#include "mock_server/rules/refusal.hpp"

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

/// A broken immutable field is told as one sentence for each field, not as a list of problems.
Reply sentence(const std::vector<RuleViolation>& violations) {
    std::vector<std::string> parts;
    parts.reserve(violations.size());
    for (const RuleViolation& violation : violations) {
        parts.push_back(fmt::format("{}: {}", violation.pointer, violation.message));
    }
    return detail_reply(kBadRequest, join(parts, "; "));
}

}  // namespace

Facts facts_of(const Life& life,
               std::string_view tenant,
               const std::set<std::string, std::less<>>& disabled_rules) {
    Facts facts;
    facts.hosting = life.world().hosting;
    facts.disabled_rules = disabled_rules;
    facts.lifted_rules = life.world().lifted_rules;
    facts.issued = [&life, tenant](std::string_view operation_id, std::string_view value) {
        return life.store().issued(operation_id, tenant, value);
    };
    facts.compute_kind = [&life](std::string_view listener_id) -> std::string {
        const Record* listener = life.store().find({"listeners", to_lower(listener_id)});
        return listener ? string_or(*listener->body, "compute_type", "") : "";
    };
    return facts;
}

std::optional<Reply> refusal_of(const Operation& operation,
                                const Json& request,
                                const std::vector<RuleViolation>& violations) {
    if (violations.empty()) return std::nullopt;
    const auto other =
        std::find_if(violations.begin(), violations.end(), [&](const auto& violation) {
            return status_for(operation, violation) != kBadRequest;
        });
    if (other == violations.end()) return sentence(violations);
    std::vector<Problem> problems;
    problems.reserve(violations.size());
    for (const RuleViolation& violation : violations) {
        problems.push_back(problem_at("body",
                                      violation.pointer,
                                      request,
                                      violation.message,
                                      std::string(to_text(violation.rule->kind))));
    }
    return problems_reply(status_for(operation, *other), problems);
}

}  // namespace plumbline::mock
