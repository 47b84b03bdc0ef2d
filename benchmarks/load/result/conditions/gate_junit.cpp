// Renders the findings of conditions as JUnit XML for CI services.

#include "benchmarks/load/result/gate.hpp"
#include "benchmarks/load/result/units.hpp"
#include "reports/reports.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

using reports::xml_attribute;

/// The cases of the conditions, or those of the levels, as elements.
struct GateSuite {
    std::string cases;
    int tests = 0;
    int failures = 0;
    int errors = 0;

    void add(std::string_view name, std::string_view element, std::string_view message) {
        ++tests;
        const std::string start =
            fmt::format("    <testcase classname=\"plumbline-load\" name=\"{}\" time=\"0.000\"",
                        xml_attribute(name));
        if (element.empty()) {
            cases += start + "/>\n";
            return;
        }
        ++(element == "error" ? errors : failures);
        cases += fmt::format("{}>\n      <{} message=\"{}\"/>\n    </testcase>\n",
                             start,
                             element,
                             xml_attribute(message));
    }
};

/// Adds the findings of a condition, or of a subject that has none.
void add_findings(GateSuite& suite,
                  std::string_view subject,
                  const std::vector<GateFinding>& findings,
                  const LoadResult& result) {
    for (const GateFinding& finding : findings) {
        const std::string name =
            finding.level ? fmt::format("{}: {}", subject, level_name(result, *finding.level))
                          : std::string(subject);
        // What is unknown is an error: no value exceeded the limit.
        const std::string_view element = finding.outcome == GateOutcome::kPassed     ? ""
                                         : finding.outcome == GateOutcome::kViolated ? "failure"
                                                                                     : "error";
        suite.add(name, element, finding.text);
    }
}

/// Adds a case for each level without a complete measurement, of which no condition may exist.
void add_incomplete_levels(GateSuite& suite, const LoadResult& result) {
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const std::string& verdict = result.levels[i].verdict;
        if (verdict == kInterrupted || verdict == kUnreachable)
            suite.add("measurement: " + level_name(result, i), "error", "the level was " + verdict);
    }
}

}  // namespace

std::string render_junit(const std::vector<GateCondition>& conditions, const LoadResult& result) {
    GateSuite suite;
    add_incomplete_levels(suite, result);
    add_findings(suite, "measurement", unconditional_failures(result), result);
    for (const GateCondition& condition : conditions)
        add_findings(suite, condition.text, check_gate(condition, result), result);
    const std::string counts =
        fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="0" time="0.000")",
                    suite.tests,
                    suite.failures,
                    suite.errors);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumbline-load\" {}>\n"
        "  <testsuite name=\"conditions\" {} timestamp=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
        counts,
        counts,
        xml_attribute(result.started),
        suite.cases);
}

}  // namespace plumbline::load
