#include "reports/sources.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace plumbline::reports {
namespace {

constexpr int kLinesBefore = 3;
constexpr int kLinesAfter = 3;
constexpr std::size_t kMaxSources = 200;

}  // namespace

void add_sources(const LinesOfSource& read, RunResult& result) {
    std::set<std::pair<std::string, int>> known;
    for (const ScenarioResult& scenario : result.scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                const SourceRef& where = finding.where;
                if (finding.verdict == Verdict::kObserved || where.line == 0) continue;
                if (result.sources.size() >= kMaxSources) return;
                if (!known.emplace(where.file, where.line).second) continue;
                SourceExcerpt excerpt =
                    read({where.file, std::max(1, where.line - kLinesBefore), 1},
                         where.line + kLinesAfter);
                if (!excerpt.lines.empty()) result.sources.push_back(std::move(excerpt));
            }
        }
    }
}

}  // namespace plumbline::reports
