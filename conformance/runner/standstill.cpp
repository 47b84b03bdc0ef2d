#include "conformance/runner/standstill.hpp"

#include <utility>

namespace plumbline::runner {

reports::StepResult not_supported(std::string id, const workflow::Step& step) {
    reports::StepResult result;
    result.id = std::move(id);
    result.where = step.where;
    result.verdict = reports::Verdict::kSkipped;
    result.cleanup = step.finally;
    for (const Error& error : step.unsupported) {
        reports::Finding finding;
        finding.code = "unsupported";
        finding.verdict = reports::Verdict::kSkipped;
        finding.requirements = step.verifies;
        finding.where = error.where;
        finding.expected = "a step that uses only what is supported";
        finding.got = error.message;
        for (const std::string& note : error.notes) reports::add_note(finding, note);
        result.findings.push_back(std::move(finding));
    }
    return result;
}

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
