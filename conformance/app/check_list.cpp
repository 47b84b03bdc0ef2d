#include "conformance/app/check_list.hpp"

#include "conformance/deviations/finding_codes.hpp"
#include "spec/base/text.hpp"

#include <vector>

namespace plumbline::app {
namespace {

std::string line_of(std::string_view type,
                    const std::vector<std::string>& positions,
                    const std::vector<std::string>& requirements) {
    return std::string(type) + '\t' + join(positions, " ") + '\t' + join(requirements, " ");
}

void add_step(const workflow::Step& step, std::set<std::string>& lines) {
    for (const workflow::SuccessCriterion& check : step.success_criteria)
        lines.insert(line_of("criterion", {to_text(check.criterion.text().where)}, check.verifies));
    if (!step.sse) return;
    const workflow::StreamRules& rules = *step.sse;
    for (const workflow::EventRule& rule : rules.events) {
        std::vector<std::string> positions{to_text(rule.where)};
        for (const expressions::Criterion& criterion : rule.criteria)
            positions.push_back(to_text(criterion.text().where));
        lines.insert(line_of("event rule", positions, rule.verifies));
    }
    lines.insert(line_of("stream rule", {to_text(rules.where)}, {}));
}

}  // namespace

std::set<std::string> check_lines(const runner::Suites& suites) {
    std::set<std::string> lines;
    for (const auto& suite : suites) {
        for (const workflow::Suite* used : suite->with_sources()) {
            for (const workflow::Workflow& one : used->workflows) {
                for (const workflow::Step& step : one.steps) add_step(step, lines);
            }
        }
    }
    for (const std::string& code : deviations::finding_codes()) {
        if (code != "criterion") lines.insert(line_of("automatic", {code}, {}));
    }
    return lines;
}

}  // namespace plumbline::app
