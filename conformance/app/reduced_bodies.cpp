#include "conformance/app/reduced_bodies.hpp"

#include "conformance/api_suite/smaller_bodies.hpp"
#include "conformance/app/api_document.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::app {
namespace {

using api_suite::SentBody;

std::string workflow_of(const std::string& scenario) {
    return scenario.substr(scenario.find('/') + 1);
}

/// Returns the failed step with this id, null if it did not fail.
reports::StepResult* failed_step(reports::ScenarioResult& scenario, const std::string& id) {
    for (reports::StepResult& step : scenario.steps) {
        if (step.id == id && step.verdict == reports::Verdict::kFailed) return &step;
    }
    return nullptr;
}

/// Returns the status of the last response of a step, 0 if there is none.
int status_of(const reports::StepResult& step) {
    return step.exchanges.empty() ? 0 : step.exchanges.back().status;
}

/// Returns whether a status may depend on the body: not on the credentials, the rate or a gateway.
bool depends_on_body(int status) {
    return status == 400 || status == 422 || status == 500 || status == 501;
}

/// Returns the body of a recorded request as shell text, with masked secrets; "" if the record has
/// none.
std::string body_text(const reports::StepResult& step) {
    constexpr std::string_view kOption = " --data-raw ";
    if (step.exchanges.empty()) return "";
    const std::string& command = step.exchanges.back().curl;
    const std::size_t at = command.find(kOption);
    return at == std::string::npos ? "" : command.substr(at + kOption.size());
}

/// Makes the bodies of failed scenarios smaller, one scenario after the other.
class BodyReducer {
  public:
    BodyReducer(const PreparedRun& run, const ApiOfSuite& source, const PlaySuites& play)
        : run_(run), suite_(source.suite), bodies_(*source.api, source.url), play_(play) {}

    /// Adds to the scenario a smaller body that gets the same status, if its body is a generated
    /// one.
    void reduce_body_of(reports::ScenarioResult& scenario) {
        const auto sent = sent_by(workflow_of(scenario.name));
        reports::StepResult* step = sent ? failed_step(scenario, sent->step) : nullptr;
        if (!step || step->findings.empty() || !depends_on_body(status_of(*step))) return;
        status_ = status_of(*step);
        text_.clear();
        reduce(*sent);
        if (!text_.empty())
            reports::add_note(step->findings.front(),
                              "a smaller body gets this status, too: " + text_);
    }

  private:
    [[nodiscard]] bool may_play(std::size_t bodies) const {
        return !(run_.options.stop && *run_.options.stop) && played_ + bodies <= kMaxBodies;
    }

    [[nodiscard]] std::optional<SentBody> sent_by(const std::string& id) const {
        for (const Json& workflow : (*suite_.root)["workflows"]) {
            if (workflow["workflowId"] == id) return bodies_.sent_by(workflow);
        }
        return std::nullopt;
    }

    /// Leaves out members while the status is the same.
    void reduce(SentBody body) {
        while (true) {
            std::vector<JsonPointer> members;
            std::vector<SentBody> smaller;
            for (api_suite::SmallerBody& one : bodies_.smaller_than(body)) {
                members.push_back(std::move(one.left_out));
                smaller.push_back(std::move(one.sent));
            }
            if (smaller.empty() || !may_play(smaller.size() + 1)) return;
            const auto texts = play(smaller);
            const auto first = std::find_if(
                texts.begin(), texts.end(), [](const auto& text) { return text.has_value(); });
            if (first == texts.end()) return;
            std::vector<JsonPointer> needless;
            for (std::size_t i = 0; i < members.size(); ++i) {
                if (texts[i]) needless.push_back(members[i]);
            }
            // Usually the service needs none of them; then two plays are enough.
            const auto smallest =
                needless.size() > 1 ? bodies_.without(body, needless) : std::nullopt;
            body = smaller[static_cast<std::size_t>(first - texts.begin())];
            text_ = **first;
            const auto text = smallest ? play({*smallest}).front() : std::nullopt;
            if (!text) continue;
            body = *smallest;
            text_ = *text;
        }
    }

    /// Plays bodies. Returns for each that gets the status what was sent, as shell text.
    std::vector<std::optional<std::string>> play(const std::vector<SentBody>& bodies) {
        played_ += bodies.size();
        std::vector<std::optional<std::string>> texts(bodies.size());
        const auto document = parse_json_document(to_text(bodies_.suite_of(bodies)), suite_.file);
        if (!document) return texts;
        const auto loaded =
            workflow::load_suite(*document, source_loader(run_.contract, SuiteOrigin::kFiles));
        if (!loaded.suite) return texts;
        reports::RunResult result = play_({loaded.suite});
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const std::string id = "body-" + std::to_string(i);
            for (reports::ScenarioResult& scenario : result.scenarios) {
                if (workflow_of(scenario.name) != id) continue;
                const auto* step = failed_step(scenario, bodies[i].step);
                if (step && status_of(*step) == status_) texts[i] = body_text(*step);
            }
        }
        return texts;
    }

    const PreparedRun& run_;
    const Document& suite_;
    const api_suite::SmallerBodies bodies_;
    const PlaySuites& play_;
    std::size_t played_ = 0;
    int status_ = 0;
    std::string text_;
};

}  // namespace

void add_reduced_bodies(const PreparedRun& run,
                        const std::string& api_file,
                        const api_suite::ApiSuiteOptions& options,
                        const PlaySuites& play,
                        reports::RunResult& result) {
    std::optional<ApiOfSuite> source;
    std::optional<BodyReducer> reducer;
    for (reports::ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict != reports::Verdict::kFailed || scenario.known || result.interrupted)
            continue;
        if (!reducer) {
            auto read = read_api(api_file, "", options);
            if (!read) return;  // the run has read it before
            source = std::move(*read);
            reducer.emplace(run, *source, play);
        }
        reducer->reduce_body_of(scenario);
    }
}

}  // namespace plumbline::app
