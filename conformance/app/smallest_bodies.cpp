#include "conformance/app/smallest_bodies.hpp"

#include "conformance/api_suite/smaller_bodies.hpp"
#include "conformance/app/api_document.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace plumbline::app {
namespace {

/// What is the same in two failures: step, code of the check, what it expects.
using BodyFailure = std::tuple<std::string, std::string, std::string>;

std::set<BodyFailure> failures_of(const reports::ScenarioResult& scenario) {
    std::set<BodyFailure> keys;
    for (const reports::StepResult& step : scenario.steps) {
        for (const reports::Finding& finding : step.findings) {
            if (finding.verdict == reports::Verdict::kFailed)
                keys.emplace(step.id, finding.code, finding.expected);
        }
    }
    return keys;
}

std::string workflow_of(const std::string& scenario) {
    return scenario.substr(scenario.find('/') + 1);
}

/// Searches the smallest body for one scenario after the other.
class BodySearch {
  public:
    BodySearch(const PreparedRun& run, const ApiOfSuite& source, const PlaySuites& play)
        : run_(run), suite_(source.suite), bodies_(*source.api, source.url), play_(play) {}

    /// Returns the smallest body that fails like the scenario; nothing if none is smaller.
    std::optional<api_suite::SentBody> search(const reports::ScenarioResult& scenario) {
        const std::set<BodyFailure> keys = failures_of(scenario);
        auto current = sent_by(workflow_of(scenario.name));
        std::optional<api_suite::SentBody> smallest;
        for (int round = 0; current && round < kMaxRounds && !is_interrupted(); ++round) {
            current = failing_of(bodies_.smaller_than(*current), keys);
            if (current) smallest = current;
        }
        return smallest;
    }

  private:
    [[nodiscard]] bool is_interrupted() const { return run_.options.stop && *run_.options.stop; }

    [[nodiscard]] std::optional<api_suite::SentBody> sent_by(const std::string& id) const {
        for (const Json& workflow : (*suite_.root)["workflows"]) {
            if (workflow["workflowId"] == id) return bodies_.sent_by(workflow);
        }
        return std::nullopt;
    }

    /// Plays the bodies; returns the first that fails in one of these ways.
    std::optional<api_suite::SentBody> failing_of(const std::vector<api_suite::SentBody>& bodies,
                                                  const std::set<BodyFailure>& keys) {
        if (bodies.empty()) return std::nullopt;
        const auto document = parse_json_document(to_text(bodies_.suite_of(bodies)), suite_.file);
        if (!document) return std::nullopt;
        const auto loaded =
            workflow::load_suite(*document, source_loader(run_.contract, SuiteOrigin::kFiles));
        if (!loaded.suite) return std::nullopt;
        const reports::RunResult result = play_({loaded.suite});
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const std::string id = "body-" + std::to_string(i);
            for (const reports::ScenarioResult& scenario : result.scenarios) {
                if (workflow_of(scenario.name) != id) continue;
                for (const BodyFailure& key : failures_of(scenario)) {
                    if (keys.contains(key)) return bodies[i];
                }
            }
        }
        return std::nullopt;
    }

    const PreparedRun& run_;
    const Document& suite_;
    const api_suite::SmallerBodies bodies_;
    const PlaySuites& play_;
};

void add_body(const api_suite::SentBody& body, reports::ScenarioResult& scenario) {
    for (reports::StepResult& step : scenario.steps) {
        for (reports::Finding& finding : step.findings) {
            if (finding.verdict != reports::Verdict::kFailed) continue;
            return reports::add_note(finding,
                                     "the smallest body that fails so: " + to_text(*body.body));
        }
    }
}

}  // namespace

void add_smallest_bodies(const PreparedRun& run,
                         const std::string& api_file,
                         const api_suite::ApiSuiteOptions& options,
                         const PlaySuites& play,
                         reports::RunResult& result) {
    std::optional<BodySearch> search;
    std::optional<ApiOfSuite> source;
    int searched = 0;
    for (reports::ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict != reports::Verdict::kFailed || searched == kMaxFailures) continue;
        if (workflow_of(scenario.name).find("-accepts-") == std::string::npos) continue;
        if (!source) {
            auto read = read_api(api_file, "", options);
            if (!read) return;  // the run has read it before
            source = std::move(*read);
            search.emplace(run, *source, play);
        }
        ++searched;
        if (const auto body = search->search(scenario)) add_body(*body, scenario);
    }
}

}  // namespace plumbline::app
