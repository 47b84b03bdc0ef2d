#include "reports/causes.hpp"
#include "reports/json_members.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reports {

void write_causes(const RunResult& result, Json& json) {
    InternedTexts causes;
    for (std::size_t i = 0; i < result.scenarios.size(); ++i) {
        const ScenarioResult& scenario = result.scenarios[i];
        Json& written = json["scenarios"][i];
        bool has_finding = false;
        for (std::size_t j = 0; j < scenario.steps.size(); ++j) {
            const std::vector<Finding>& findings = scenario.steps[j].findings;
            for (std::size_t k = 0; k < findings.size(); ++k) {
                written["steps"][j]["findings"][k]["cause"] =
                    causes.index_of(cause_text(findings[k]));
                has_finding = true;
            }
        }
        if (!has_finding && scenario.verdict == Verdict::kNotRun)
            written["cause"] = causes.index_of(cause_text(scenario));
    }
    json["causes"] = causes.texts();
}

}  // namespace plumbline::reports
