#include "conformance/runner/standstill.hpp"

#include <utility>

namespace plumbline::runner {

reports::StepResult standstill(std::string id, const SourceRef& where, Obstacle obstacle) {
    reports::Finding finding;
    finding.code = std::move(obstacle.code);
    finding.verdict = obstacle.verdict;
    finding.where = where;
    finding.expected = std::move(obstacle.expected);
    finding.got = std::move(obstacle.got);
    finding.note = std::move(obstacle.note);
    reports::StepResult result;
    result.id = std::move(id);
    result.where = where;
    result.verdict = obstacle.verdict;
    result.findings.push_back(std::move(finding));
    return result;
}

}  // namespace plumbline::runner
