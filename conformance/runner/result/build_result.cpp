#include "conformance/runner/result/build_result.hpp"

#include "conformance/runner/result/connection_records.hpp"
#include "conformance/runner/scenario_groups.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "spec/base/time_text.hpp"

#include <chrono>
#include <map>
#include <string>
#include <utility>

namespace plumbline::runner {
reports::RunResult build_result(const Target& target,
                                const RunOptions& options,
                                std::vector<reports::ScenarioResult> scenarios,
                                Instant started,
                                Instant ended) {
    reports::RunResult result;
    result.target = target.title;
    result.started = to_text(started);
    result.took_ms = std::chrono::duration<double, std::milli>(ended - started).count();
    result.seed = options.seed;
    result.scenarios = std::move(scenarios);
    result.connections = connection_records(target);
    return result;
}

std::map<std::string, std::vector<std::string>> planned_checks(const Suites& suites) {
    std::map<std::string, std::vector<std::string>> planned;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows) {
            if (workflow.callable_only) continue;
            for (std::string& id : workflow.named_requirements())
                planned[std::move(id)].push_back(workflow.name);
        }
    }
    return planned;
}

void add_requirements(const Suites& suites,
                      const Ledger& ledger,
                      const RunOptions& options,
                      reports::RunResult& result) {
    result.requirements = verdicts::requirement_results(
        ledger,
        result.scenarios,
        {tested_areas(suites, ledger, options), options.severity, planned_checks(suites)});
}

}  // namespace plumbline::runner
