#include "conformance/runner/attempt/expected_statuses.hpp"

#include "spec/http/gateway_status.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace plumbline::runner {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Returns whether a criterion reads the status and contains the number. `$statusCode >= 400` does
/// not: it was not written for a target that limits the rate.
bool names_status(const expressions::Criterion& criterion, std::string_view number) {
    const expressions::CriterionText& written = criterion.text();
    const std::string text = written.context.value_or("") + ' ' + written.condition;
    if (text.find("$statusCode") == std::string::npos) return false;
    for (std::size_t at = 0; (at = text.find(number, at)) != std::string::npos; ++at) {
        const std::size_t end = at + number.size();
        const bool is_whole =
            (at == 0 || !is_digit(text[at - 1])) && (end == text.size() || !is_digit(text[end]));
        if (is_whole) return true;
    }
    return false;
}

bool names_status(const std::vector<workflow::Action>& actions, std::string_view number) {
    return std::ranges::any_of(actions, [&](const workflow::Action& action) {
        return std::ranges::any_of(action.criteria, [&](const auto& criterion) {
            return names_status(criterion, number);
        });
    });
}

bool retries_declared_status(const workflow::Step& step, std::string_view number) {
    const auto& responses = step.operation->responses;
    return std::ranges::any_of(responses,
                               [&](const DeclaredResponse& one) { return one.status == number; }) &&
           std::ranges::any_of(step.on_failure, [](const auto& action) {
               return action.type == workflow::ActionType::kRetry;
           });
}

bool expects(const workflow::Step& step, std::string_view number) {
    const auto& criteria = step.success_criteria;
    const auto& observations = step.observations;
    return std::ranges::any_of(
               criteria, [&](const auto& one) { return names_status(one.criterion, number); }) ||
           std::ranges::any_of(observations,
                               [&](const auto& one) {
                                   return one.criterion && names_status(*one.criterion, number);
                               }) ||
           names_status(step.on_success, number) || names_status(step.on_failure, number) ||
           retries_declared_status(step, number);
}

}  // namespace

std::vector<int> expected_statuses(const workflow::Step& step) {
    std::vector<int> statuses;
    constexpr int kFirstOfServers = 500;
    constexpr int kLastOfGateways = 530;
    const auto add = [&](int status) {
        if (expects(step, std::to_string(status))) statuses.push_back(status);
    };
    add(429);
    for (int status = kFirstOfServers; status <= kLastOfGateways; ++status) {
        if (status == 503 || http::is_gateway_status(status)) add(status);
    }
    return statuses;
}

}  // namespace plumbline::runner
