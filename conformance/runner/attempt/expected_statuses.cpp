#include "conformance/runner/attempt/expected_statuses.hpp"

#include "spec/http/gateway_status.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace plumbline::runner {
namespace {

using StatusTexts = std::vector<std::string>;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Adds the text of a criterion that reads the status.
void add_text(const expressions::Criterion& criterion, StatusTexts& texts) {
    const expressions::CriterionText& written = criterion.text();
    std::string text = written.context.value_or("") + ' ' + written.condition;
    if (text.find("$statusCode") != std::string::npos) texts.push_back(std::move(text));
}

void add_texts(const std::vector<workflow::Action>& actions, StatusTexts& texts) {
    for (const workflow::Action& action : actions) {
        for (const auto& criterion : action.criteria) add_text(criterion, texts);
    }
}

StatusTexts status_texts(const workflow::Step& step) {
    StatusTexts texts;
    for (const auto& one : step.success_criteria) add_text(one.criterion, texts);
    for (const auto& one : step.observations) {
        if (one.criterion) add_text(*one.criterion, texts);
    }
    add_texts(step.on_success, texts);
    add_texts(step.on_failure, texts);
    return texts;
}

/// Returns whether a text contains the number. `$statusCode >= 400` does not: it was not written
/// for a target that limits the rate.
bool names_status(std::string_view text, std::string_view number) {
    for (std::size_t at = 0; (at = text.find(number, at)) != std::string::npos; ++at) {
        const std::size_t end = at + number.size();
        const bool is_whole =
            (at == 0 || !is_digit(text[at - 1])) && (end == text.size() || !is_digit(text[end]));
        if (is_whole) return true;
    }
    return false;
}

bool retries_declared_status(const workflow::Step& step, std::string_view number) {
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
    const StatusTexts texts = status_texts(step);
    std::vector<int> statuses;
    for (int status = kFirst; status <= kLast; ++status) {
        if (!is_retried_by_runner(status)) continue;
        const std::string number = std::to_string(status);
        const bool is_named = std::ranges::any_of(
            texts, [&](const std::string& text) { return names_status(text, number); });
        if (is_named || retries_declared_status(step, number)) statuses.push_back(status);
    }
    return statuses;
}

}  // namespace plumbline::runner
