#include "conformance/runner/attempt/consistency.hpp"

#include "conformance/client/client.hpp"
#include "spec/http/message.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Finding;

constexpr int kNotFound = 404;
constexpr int kServerErrors = 500;  ///< this and higher statuses

int status_of(const Attempt& attempt) {
    const auto& exchange = attempt.data.exchange;
    return exchange && exchange->response ? exchange->response->status : 0;
}

}  // namespace

bool may_have_written(const workflow::Step& step, const Attempt& attempt) {
    const auto& exchange = attempt.data.exchange;
    if (!step.operation || http::is_safe_method(step.operation->method) || !exchange) return false;
    if (exchange->failure) return !client::was_not_sent(*exchange->failure);
    return !client::is_refusal(exchange->response->status);
}

bool may_be_stale(const workflow::Step& step, const Attempt& attempt) {
    const int status = status_of(attempt);
    if (attempt.succeeded || !step.operation || step.operation->method != "GET") return false;
    if (status == 0 || status >= kServerErrors) return false;
    const auto& findings = attempt.result.findings;
    return status == kNotFound ||
           std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
               return finding.code == "criterion";
           });
}

bool is_not_found(const Attempt& attempt) {
    return status_of(attempt) == kNotFound;
}

}  // namespace plumbline::runner
