// Renders the run as JUnit XML for CI services: one suite per area, one case per scenario.

#include "reports/forms/case_entries.hpp"
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

constexpr const char* kNoTime = " time=\"0.000\"";

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
        if (scenario.known || verdict == Verdict::kSkipped) {
            ++skipped;
        } else if (verdict == Verdict::kNotRun) {
            ++errors;
        } else if (fails_run(verdict)) {
            ++failures;
        }
    }
    void add(const SuiteCounts& other) {
        tests += other.tests;
        failures += other.failures;
        errors += other.errors;
        skipped += other.skipped;
        took_ms += other.took_ms;
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

/// The cases of a suite as elements.
struct JunitSuite {
    std::string name;
    SuiteCounts counts{};
    std::string cases{};
};

std::string attribute(std::string_view name, std::string_view value) {
    return fmt::format(" {}=\"{}\"", name, xml_attribute(value));
}

/// Returns the position of a file of the user, "" for a built-in suite.
std::string location_attributes(const RunResult& result, const SourceRef& where) {
    const std::string path = repository_path(result, where);
    return path.empty() ? ""
                        : attribute("file", path) + attribute("line", std::to_string(where.line));
}

std::string property(std::string_view indent, std::string_view name, std::string_view value) {
    return fmt::format(
        "{}<property{}{}/>\n", indent, attribute("name", name), attribute("value", value));
}

std::string case_element(const std::string& attributes, const std::string& content) {
    const std::string start = "    <testcase" + attributes;
    return content.empty() ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n";
}

/// Returns an element with the full report of the scenario, as in the text format.
std::string detail_element(std::string_view element,
                           const ScenarioResult& scenario,
                           const std::vector<RequirementResult>& requirements) {
    const Finding* finding = deciding_finding(scenario);
    const std::string type =
        finding != nullptr ? finding->code : std::string(to_text(scenario.verdict));
    return fmt::format(
        "      <{}{}{}>{}</{}>\n",
        element,
        attribute("message", finding == nullptr ? scenario.reason : finding_line(*finding)),
        attribute("type", type),
        xml_text(render_scenario(scenario, requirements, {})),
        element);
}

std::string case_content(const ScenarioResult& scenario,
                         const std::vector<RequirementResult>& requirements) {
    if (scenario.known) {
        return fmt::format("      <skipped{}/>\n", attribute("message", verdict_line(scenario)));
    }
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

/// Returns which requirements a case is about, and the basis of each.
std::string case_properties(const ScenarioResult& scenario, const RequirementIndex& index) {
    constexpr std::string_view kIndent = "        ";
    const std::vector<std::string> ids = requirement_ids(scenario);
    if (ids.empty()) return "";
    std::vector<std::string> bases;
    bases.reserve(ids.size());
    for (const std::string& id : ids) bases.emplace_back(basis_of(index, id));
    return "      <properties>\n" + property(kIndent, "requirements", join(ids, ",")) +
           property(kIndent, "basis", join(bases, ",")) + "      </properties>\n";
}

std::string test_case(const RunResult& result,
                      const ScenarioResult& scenario,
                      const RequirementIndex& index) {
    const std::string attributes =
        attribute("classname", fmt::format("{}.{}", scenario.area, suite_name(scenario))) +
        attribute("name", scenario.name) +
        fmt::format(" time=\"{:.3f}\"", scenario.took_ms / 1000) +
        location_attributes(result, scenario.where);
    return case_element(
        attributes, case_properties(scenario, index) + case_content(scenario, result.requirements));
}

/// Returns what the run was, and the observed values of contradictions. The latter are properties,
/// not cases that pass or fail.
std::string properties(const RunResult& result, const std::string& area) {
    constexpr std::string_view kIndent = "      ";
    std::string lines = property(kIndent, "target", result.target) +
                        property(kIndent, "seed", std::to_string(result.seed)) +
                        property(kIndent, "plumbline", result.tool_version);
    for (const RequirementResult& requirement : result.requirements) {
        if (requirement.area == area && is_contradiction(requirement))
            lines += property(kIndent, requirement.id, requirement.reason);
    }
    return "    <properties>\n" + lines + "    </properties>\n";
}

JunitSuite area_suite(const RunResult& result,
                      const std::string& area,
                      const RequirementIndex& index) {
    JunitSuite suite{area};
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.area != area) continue;
        suite.counts.add(scenario);
        suite.cases += test_case(result, scenario, index);
    }
    return suite;
}

/// Returns the required coverage as test cases, so that a CI server shows what is not reached.
JunitSuite gate_suite(const RunResult& result) {
    JunitSuite suite{"coverage"};
    for (const CoverageGate& gate : result.gates) {
        ++suite.counts.tests;
        if (!gate.met) ++suite.counts.failures;
        suite.cases += case_element(
            attribute("classname", "coverage") + attribute("name", gate.gate) + kNoTime,
            gate.met ? "" : "      <failure" + attribute("message", gate.got) + "/>\n");
    }
    return suite;
}

/// Returns a suite with a skipped case for each part of an API document that judged no response.
JunitSuite unjudged_suite(const RunResult& result) {
    JunitSuite suite{"not judged"};
    for (const std::string& part : result.unjudged) {
        ++suite.counts.tests;
        ++suite.counts.skipped;
        suite.cases += case_element(
            attribute("classname", "not judged") + attribute("name", part) + kNoTime,
            "      <skipped" +
                attribute("message", "no response was judged by this part of its schema") + "/>\n");
    }
    return suite;
}

/// Returns a suite with a failed case for each expired entry, which makes the run fail although no
/// scenario has to.
JunitSuite expired_suite(const RunResult& result) {
    JunitSuite suite{"known deviations"};
    for (const DeviationResult& deviation : result.deviations) {
        if (deviation.status != DeviationStatus::kExpired) continue;
        ++suite.counts.tests;
        ++suite.counts.failures;
        suite.cases += case_element(attribute("classname", suite.name) +
                                        attribute("name", coverage_text(deviation.entry)) +
                                        location_attributes(result, deviation.entry.where),
                                    "      <failure" + attribute("message", deviation.detail) +
                                        attribute("type", to_text(deviation.status)) + ">" +
                                        xml_text(reason_text(deviation.entry)) + "</failure>\n");
    }
    return suite;
}

std::string suite_element(const RunResult& result, const JunitSuite& suite) {
    return "  <testsuite" + attribute("name", suite.name) + ' ' + suite.counts.attributes() +
           attribute("timestamp", result.started) + ">\n" + properties(result, suite.name) +
           suite.cases + "  </testsuite>\n";
}

}  // namespace

std::string render_junit(const RunResult& result) {
    const RequirementIndex index = index_requirements(result);
    std::vector<JunitSuite> suites;
    for (const ScenarioResult& scenario : result.scenarios) {
        const bool is_known =
            std::any_of(suites.begin(), suites.end(), [&](const JunitSuite& suite) {
                return suite.name == scenario.area;
            });
        if (!is_known) suites.push_back(area_suite(result, scenario.area, index));
    }
    for (JunitSuite suite : {gate_suite(result), expired_suite(result), unjudged_suite(result)}) {
        if (!suite.cases.empty()) suites.push_back(std::move(suite));
    }
    SuiteCounts total;
    std::string elements;
    for (const JunitSuite& suite : suites) {
        total.add(suite.counts);
        elements += suite_element(result, suite);
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumbline\" " +
           total.attributes() + ">\n" + elements + "</testsuites>\n";
}

}  // namespace plumbline::reports
