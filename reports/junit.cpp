// The run as JUnit XML, which CI services show: one suite an area, one case a scenario.

#include "reports/render.hpp"
#include "reports/text_parts.hpp"
#include "reports/told_once.hpp"
#include "reports/xml.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace plumbline::reports {
namespace {

struct Counts {
    int tests = 0;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
    double took_ms = 0;

    void add(const ScenarioResult& scenario) {
        ++tests;
        took_ms += scenario.took_ms;
        const Verdict verdict = scenario.verdict;
        if (verdict == Verdict::kFailed || verdict == Verdict::kFixed) ++failures;
        if (verdict == Verdict::kNotRun) ++errors;
        if (verdict == Verdict::kSkipped) ++skipped;
    }
    [[nodiscard]] std::string attributes() const {
        return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                           tests,
                           failures,
                           errors,
                           skipped,
                           took_ms / 1000);
    }
};

std::string attribute(std::string_view name, std::string_view value) {
    return fmt::format(" {}=\"{}\"", name, xml_attribute(value));
}

const Finding* finding_of(const ScenarioResult& scenario, Verdict verdict) {
    for (const StepResult& step : scenario.steps) {
        for (const Finding& finding : step.findings) {
            if (finding.verdict == verdict) return &finding;
        }
    }
    return nullptr;
}

std::string message_of(const ScenarioResult& scenario, const Finding* finding) {
    if (finding == nullptr) return scenario.reason;
    const std::string ids = join(finding->requirements, ", ");
    return fmt::format("{}{}expected {}, got {}",
                       ids,
                       ids.empty() ? "" : ": ",
                       one_line(finding->expected),
                       one_line(finding->got));
}

/// Returns an element that says in full what happened, as the text form does.
std::string story(std::string_view element,
                  const ScenarioResult& scenario,
                  const std::vector<RequirementResult>& requirements) {
    const Finding* finding = finding_of(scenario, scenario.verdict);
    const std::string type =
        finding != nullptr ? finding->code : std::string(to_text(scenario.verdict));
    return fmt::format("      <{}{}{}>{}</{}>\n",
                       element,
                       attribute("message", message_of(scenario, finding)),
                       attribute("type", type),
                       xml_text(render_scenario(scenario, requirements, {})),
                       element);
}

std::string inner(const ScenarioResult& scenario,
                  const std::vector<RequirementResult>& requirements) {
    switch (scenario.verdict) {
        case Verdict::kPassed:
            return "";
        case Verdict::kFailed:
        case Verdict::kFixed:
            return story("failure", scenario, requirements);
        case Verdict::kNotRun:
            return story("error", scenario, requirements);
        case Verdict::kSkipped:
            return fmt::format("      <skipped{}/>\n", attribute("message", scenario.reason));
        case Verdict::kWarned:
        case Verdict::kDeviated:
        case Verdict::kObserved:
            return fmt::format("      <system-out>{}</system-out>\n",
                               xml_text(render_scenario(scenario, requirements, {})));
    }
    return "";
}

std::string test_case(const ScenarioResult& scenario,
                      const std::vector<RequirementResult>& requirements) {
    std::string head = "    <testcase" + attribute("classname", scenario.area) +
                       attribute("name", scenario.name) +
                       fmt::format(" time=\"{:.3f}\"", scenario.took_ms / 1000);
    if (!scenario.where.file.empty()) {
        head += attribute("file", scenario.where.file) +
                attribute("line", std::to_string(scenario.where.line));
    }
    const std::string content = inner(scenario, requirements);
    return content.empty() ? head + "/>\n" : head + ">\n" + content + "    </testcase>\n";
}

/// What was seen where the description contradicts itself is no case that passes or fails.
std::string properties(const RunResult& result, const std::string& area) {
    std::string lines;
    for (const RequirementResult& requirement : result.requirements) {
        if (requirement.area != area || !tells_contradiction(requirement)) continue;
        lines += "      <property" + attribute("name", requirement.id) +
                 attribute("value", requirement.reason) + "/>\n";
    }
    return lines.empty() ? "" : "    <properties>\n" + lines + "    </properties>\n";
}

std::string suite(const RunResult& result, const std::string& area) {
    Counts counts;
    std::string cases;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.area != area) continue;
        counts.add(scenario);
        cases += test_case(scenario, result.requirements);
    }
    return "  <testsuite" + attribute("name", area) + ' ' + counts.attributes() +
           attribute("timestamp", result.started) + ">\n" + properties(result, area) + cases +
           "  </testsuite>\n";
}

}  // namespace

std::string render_junit(const RunResult& result) {
    Counts counts;
    std::vector<std::string> areas;
    for (const ScenarioResult& scenario : result.scenarios) {
        counts.add(scenario);
        if (std::find(areas.begin(), areas.end(), scenario.area) == areas.end()) {
            areas.push_back(scenario.area);
        }
    }
    std::string xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumbline\" " +
        counts.attributes() + ">\n";
    for (const std::string& area : areas) xml += suite(result, area);
    return xml + "</testsuites>\n";
}

}  // namespace plumbline::reports
