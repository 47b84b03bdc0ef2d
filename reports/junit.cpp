// Renders the run as JUnit XML for CI services: one suite per area, one case per scenario.

#include "reports/render.hpp"
#include "reports/run_observations.hpp"
#include "reports/text_format.hpp"
#include "reports/xml.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace plumbline::reports {
namespace {

constexpr const char* kDeviationSuite = "known deviations";

struct SuiteCounts {
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
    void add(const CoverageGate& gate) {
        ++tests;
        if (!gate.met) ++failures;
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

/// Returns an element with the full report of the scenario, as in the text format.
std::string detail_element(std::string_view element,
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

std::string case_content(const ScenarioResult& scenario,
                         const std::vector<RequirementResult>& requirements) {
    switch (scenario.verdict) {
        case Verdict::kPassed:
            return "";
        case Verdict::kFailed:
        case Verdict::kFixed:
            return detail_element("failure", scenario, requirements);
        case Verdict::kNotRun:
            return detail_element("error", scenario, requirements);
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
    const std::string content = case_content(scenario, requirements);
    return content.empty() ? head + "/>\n" : head + ">\n" + content + "    </testcase>\n";
}

/// Returns the observed values of contradictions. They are properties, not cases that pass or fail.
std::string properties(const RunResult& result, const std::string& area) {
    std::string lines;
    for (const RequirementResult& requirement : result.requirements) {
        if (requirement.area != area || !is_contradiction(requirement)) continue;
        lines += "      <property" + attribute("name", requirement.id) +
                 attribute("value", requirement.reason) + "/>\n";
    }
    return lines.empty() ? "" : "    <properties>\n" + lines + "    </properties>\n";
}

std::string suite(const RunResult& result, const std::string& area) {
    SuiteCounts counts;
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

/// Returns the required coverage as test cases, so that a CI server shows what is not reached.
std::string gate_suite(const RunResult& result) {
    if (result.gates.empty()) return "";
    std::string cases;
    SuiteCounts counts;
    for (const CoverageGate& gate : result.gates) {
        counts.add(gate);
        cases += "    <testcase" + attribute("classname", "coverage") +
                 attribute("name", gate.gate) + " time=\"0.000\"";
        cases += gate.met ? "/>\n"
                          : ">\n      <failure" + attribute("message", gate.got) +
                                "/>\n    </testcase>\n";
    }
    return "  <testsuite name=\"coverage\" " + counts.attributes() +
           attribute("timestamp", result.started) + ">\n" + cases + "  </testsuite>\n";
}

/// Returns a suite with a skipped case for each part of an API document that judged no response.
std::string unjudged_suite(const RunResult& result, SuiteCounts& total) {
    if (result.unjudged.empty()) return "";
    SuiteCounts counts;
    std::string cases;
    for (const std::string& part : result.unjudged) {
        ++counts.tests;
        ++counts.skipped;
        cases += "    <testcase" + attribute("classname", "not judged") + attribute("name", part) +
                 " time=\"0.000\">\n      <skipped" +
                 attribute("message", "no response was judged by this part of its schema") +
                 "/>\n    </testcase>\n";
    }
    total.tests += counts.tests;
    total.skipped += counts.skipped;
    return "  <testsuite" + attribute("name", "not judged") + ' ' + counts.attributes() +
           attribute("timestamp", result.started) + ">\n" + cases + "  </testsuite>\n";
}

/// Returns a suite with a failed case for each expired entry, which makes the run fail although no
/// scenario has to.
std::string expired_suite(const RunResult& result, SuiteCounts& total) {
    SuiteCounts counts;
    std::string cases;
    for (const DeviationResult& deviation : result.deviations) {
        if (deviation.status != DeviationStatus::kExpired) continue;
        ++counts.tests;
        ++counts.failures;
        cases += "    <testcase" + attribute("classname", kDeviationSuite) +
                 attribute("name", coverage_text(deviation.entry)) +
                 attribute("file", deviation.entry.where.file) +
                 attribute("line", std::to_string(deviation.entry.where.line)) +
                 ">\n      <failure" + attribute("message", deviation.detail) +
                 attribute("type", to_text(deviation.status)) + ">" +
                 xml_text(reason_text(deviation.entry)) + "</failure>\n    </testcase>\n";
    }
    total.tests += counts.tests;
    total.failures += counts.failures;
    if (cases.empty()) return "";
    return "  <testsuite" + attribute("name", kDeviationSuite) + ' ' + counts.attributes() +
           attribute("timestamp", result.started) + ">\n" + cases + "  </testsuite>\n";
}

}  // namespace

std::string render_junit(const RunResult& result) {
    SuiteCounts counts;
    std::vector<std::string> areas;
    for (const ScenarioResult& scenario : result.scenarios) {
        counts.add(scenario);
        if (std::find(areas.begin(), areas.end(), scenario.area) == areas.end()) {
            areas.push_back(scenario.area);
        }
    }
    for (const CoverageGate& gate : result.gates) counts.add(gate);
    const std::string expired = expired_suite(result, counts);
    const std::string unjudged = unjudged_suite(result, counts);
    std::string xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumbline\" " +
        counts.attributes() + ">\n";
    for (const std::string& area : areas) xml += suite(result, area);
    return xml + gate_suite(result) + expired + unjudged + "</testsuites>\n";
}

}  // namespace plumbline::reports
