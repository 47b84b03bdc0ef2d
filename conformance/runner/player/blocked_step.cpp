#include "conformance/runner/player/blocked_step.hpp"

#include <utility>

namespace plumbline::runner {

reports::StepResult unsupported_step(std::string id, const workflow::Step& step) {
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
        finding.expected = "a step that uses only supported features";
        finding.got = error.message;
        for (const std::string& note : error.notes) reports::add_note(finding, note);
        result.findings.push_back(std::move(finding));
    }
    return result;
}

reports::StepResult blocked_step(std::string id, const SourceRef& where, BlockReason block_reason) {
    reports::Finding finding;
    finding.code = std::move(block_reason.code);
    finding.verdict = block_reason.verdict;
    finding.where = where;
    finding.expected = std::move(block_reason.expected);
    finding.got = std::move(block_reason.got);
    finding.note = std::move(block_reason.note);
    reports::StepResult result;
    result.id = std::move(id);
    result.where = where;
    result.verdict = block_reason.verdict;
    result.findings.push_back(std::move(finding));
    return result;
}

}  // namespace plumbline::runner
