#include "conformance/runner/observing.hpp"

#include "reports/told_once.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

reports::Finding observation(const SourceRef& where, std::vector<std::string> requirements) {
    reports::Finding finding;
    finding.code = "observation";
    finding.verdict = reports::Verdict::kObserved;
    finding.where = where;
    finding.requirements = std::move(requirements);
    return finding;
}

}  // namespace

reports::Finding answer_to(const workflow::Observation& question, const expressions::Scope& scope) {
    const expressions::Judgement judgement = question.criterion.judge(scope);
    reports::Finding finding = observation(question.criterion.text().where, {question.question});
    finding.expected = "to learn whether " + judgement.expected;
    finding.got = (judgement.holds ? "yes: " : "no: ") +
                  (judgement.unresolved.empty() ? judgement.got : judgement.unresolved);
    finding.note = question.note;
    return finding;
}

reports::Finding told(const workflow::Telling& telling,
                      const expressions::Scope& scope,
                      const Ledger& ledger) {
    const Requirement* requirement = ledger.find(telling.requirement);
    std::string values = requirement ? join(requirement->contradiction, " or ") : "";
    const auto value = telling.value.evaluate(scope);
    if (value) {
        return reports::contradiction(
            telling.requirement, std::move(values), expressions::plain_text(*value), telling.where);
    }
    // The suite's mistake, or the answer has no such value: it says nothing of the contradiction.
    reports::Finding finding = observation(telling.where, {telling.requirement});
    finding.expected = "to learn which it is: " + values;
    finding.got = value.error().message;
    return finding;
}

std::vector<MetName> take_names(const Operation& operation, client::Exchange& exchange) {
    const bool may_have = !operation.accepted_names.empty() && exchange.response &&
                          http::is_success(exchange.response->status);
    if (!may_have) return {};
    auto answer = parse_json(exchange.response->body);
    if (!answer) return {};
    auto met = take_accepted_names(operation, *answer);
    if (met.empty()) return met;
    if (!exchange.wire) exchange.wire = std::make_shared<const client::Exchange>(exchange);
    exchange.response->body = to_text(*answer);
    return met;
}

reports::Finding name_met(const Operation& operation, const MetName& met, const SourceRef& where) {
    reports::Finding finding = observation(where, met.member->requirements);
    finding.code = reports::kAcceptedName;
    finding.expected = met.member->pointer + " in the answer of " + operation.id;
    finding.got = met.name;
    finding.note = "taken for it: the description gives it in words only";
    return finding;
}

}  // namespace plumbline::runner
