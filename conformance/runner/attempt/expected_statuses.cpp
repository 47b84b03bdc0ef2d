#include "conformance/runner/attempt/expected_statuses.hpp"

#include "conformance/runner/attempt/status_condition.hpp"
#include "spec/http/gateway_status.hpp"

#include <algorithm>
#include <string>

namespace plumbline::runner {
namespace {

using StatusConditions = std::vector<StatusCondition>;

void add_condition(const expressions::Criterion& criterion, StatusConditions& conditions) {
    conditions.emplace_back(criterion.text());
}

void add_conditions(const std::vector<workflow::Action>& actions, StatusConditions& conditions) {
    for (const workflow::Action& action : actions) {
        for (const auto& criterion : action.criteria) add_condition(criterion, conditions);
    }
}

StatusConditions status_conditions(const workflow::Step& step) {
    StatusConditions conditions;
    for (const auto& one : step.success_criteria) add_condition(one.criterion, conditions);
    for (const auto& one : step.observations) {
        if (one.criterion) add_condition(*one.criterion, conditions);
    }
    add_conditions(step.on_success, conditions);
    add_conditions(step.on_failure, conditions);
    return conditions;
}

bool retries_declared_status(const workflow::Step& step, int status) {
    const std::string number = std::to_string(status);
    const auto& responses = step.operation->responses;
    return std::ranges::any_of(responses,
                               [&](const DeclaredResponse& one) { return one.status == number; }) &&
           std::ranges::any_of(step.on_failure, [](const auto& action) {
               return action.type == workflow::ActionType::kRetry;
           });
}

bool is_retried_by_runner(int status) {
    return status == 429 || status == 503 || http::is_gateway_status(status);
}

}  // namespace

std::vector<int> expected_statuses(const workflow::Step& step) {
    constexpr int kFirst = 429;
    constexpr int kLast = 530;
    const StatusConditions conditions = status_conditions(step);
    std::vector<int> statuses;
    for (int status = kFirst; status <= kLast; ++status) {
        if (!is_retried_by_runner(status)) continue;
        const bool is_named = std::ranges::any_of(
            conditions, [&](const StatusCondition& condition) { return condition.names(status); });
        if (is_named || retries_declared_status(step, status)) statuses.push_back(status);
    }
    return statuses;
}

}  // namespace plumbline::runner
