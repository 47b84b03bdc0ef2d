#include "conformance/runner/attempt/observations.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

reports::Finding new_observation(const SourceRef& where, std::vector<std::string> requirements) {
    reports::Finding finding;
    finding.code = "observation";
    finding.verdict = reports::Verdict::kObserved;
    finding.where = where;
    finding.requirements = std::move(requirements);
    return finding;
}

reports::Finding question_finding(const workflow::StepObservation& question,
                                  const expressions::Scope& scope) {
    const expressions::CriterionResult judgement = question.criterion->evaluate(scope);
    reports::Finding finding = new_observation(question.where, {question.question});
    finding.expected = "to find out whether " + judgement.expected;
    finding.got = (judgement.holds ? "yes: " : "no: ") +
                  (judgement.unresolved.empty() ? judgement.got : judgement.unresolved);
    finding.note = question.note;
    return finding;
}

reports::Finding contradiction_finding(const workflow::StepObservation& one,
                                       const expressions::Scope& scope,
                                       const Ledger& ledger) {
    const Requirement* requirement = ledger.find(one.question);
    std::string values = requirement ? join(requirement->contradiction, " or ") : "";
    const auto value = one.value->evaluate(scope);
    if (value) {
        return reports::contradiction_finding(
            one.question, std::move(values), expressions::plain_text(*value), one.where);
    }
    // Because of an error in the suite, or because the response has no such value: the
    // contradiction stays undecided.
    reports::Finding finding = new_observation(one.where, {one.question});
    finding.expected = "to find out which value applies: " + values;
    finding.got = value.error().message;
    return finding;
}

}  // namespace

reports::Finding observation_finding(const workflow::StepObservation& one,
                                     const expressions::Scope& scope,
                                     const Ledger& ledger) {
    return one.value ? contradiction_finding(one, scope, ledger) : question_finding(one, scope);
}

std::vector<AcceptedNameMatch> apply_accepted_names(const Operation& operation,
                                                    client::Exchange& exchange) {
    const bool may_have = !operation.accepted_names.empty() && exchange.response &&
                          http::is_success(exchange.response->status);
    if (!may_have) return {};
    auto body = parse_json(exchange.response->body);
    if (!body) return {};
    auto matches = rename_accepted_names(operation, *body);
    if (matches.empty()) return matches;
    if (!exchange.wire) exchange.wire = std::make_shared<const client::Exchange>(exchange);
    exchange.response->body = to_text(*body);
    return matches;
}

reports::Finding accepted_name_finding(const Operation& operation,
                                       const AcceptedNameMatch& match,
                                       const SourceRef& where) {
    reports::Finding finding = new_observation(where, match.member->requirements);
    finding.code = reports::kAcceptedName;
    finding.expected = match.member->pointer + " in the response of " + operation.id;
    finding.got = match.name;
    finding.note = "accepted for it: the description names it in prose only";
    return finding;
}

}  // namespace plumbline::runner
