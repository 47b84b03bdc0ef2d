#pragma once
// Suites with streams, played against a scripted server.

#include "conformance/client/scripted_server_fixture.hpp"
#include "conformance/runner/testing.hpp"
#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::runner {

using client::ScriptedServer;

/// Loads a suite whose source is the API of the streaming tests.
inline std::shared_ptr<const workflow::Suite> stream_suite(const std::string& steps) {
    const std::string text =
        "arazzo: 1.1.0\ninfo: { title: t, version: '1' }\nsourceDescriptions:\n"
        "  - { name: runs, type: openapi, url: runs.openapi.yaml }\n"
        "workflows:\n  - workflowId: w\n    steps:\n" +
        steps;
    auto document = parse_yaml(text, "runs.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    if (!document) return nullptr;
    auto loaded = workflow::load_suite(
        *document,
        [](const std::string&, const std::string&, const std::string&)
            -> Result<std::shared_ptr<const ApiDocument>> { return streaming::stream_api(); });
    for (const Error& error : loaded.diagnostics.errors) ADD_FAILURE() << to_text(error);
    return loaded.suite;
}

/// Returns a step that streams; `sse` are the members of its x-ct-sse, `more` further lines of the
/// step.
inline std::string stream_step(const std::string& sse,
                               const std::string& more = "",
                               int timeout_ms = 5000) {
    return "      - stepId: s\n        operationId: streamIt\n        timeout: " +
           std::to_string(timeout_ms) +
           "\n        requestBody: { payload: { stream_mode: values } }\n"
           "        x-ct-sse: { " +
           sse + " }\n" + more;
}

/// Returns the last result of a step.
inline const reports::StepResult& step_of(const reports::RunResult& result,
                                          const std::string& id = "s") {
    static const reports::StepResult kNone;
    const reports::StepResult* found = &kNone;
    for (const reports::StepResult& step : result.scenarios.front().steps) {
        if (step.id == id) found = &step;
    }
    return *found;
}

/// Returns the scripted response of a stream.
inline ScriptedServer::ServerScript stream_script(
    std::vector<ScriptedServer::ScriptPart> parts,
    ScriptedServer::AfterScript then = ScriptedServer::AfterScript::kHoldOpen,
    std::string request = "POST /runs/stream") {
    parts.insert(parts.begin(), {streaming::kGoodHead});
    return {std::move(request), std::move(parts), then};
}

/// The last chunk of a body.
inline const std::string kEnd = "0\r\n\r\n";

/// Returns the chunk of an event of the mode values.
inline std::string values(int n) {
    return streaming::chunk(streaming::event("values", "{\"n\":" + std::to_string(n) + "}"));
}

/// Returns the codes of a step's findings, without observations.
inline std::vector<std::string> codes_of(const reports::StepResult& step) {
    std::vector<std::string> codes;
    for (const reports::Finding& finding : step.findings) {
        if (finding.verdict != reports::Verdict::kObserved) codes.push_back(finding.code);
    }
    return codes;
}

class StreamRunTest : public testing::Test {
  protected:
    /// Plays the steps of a workflow against a server with these scripts.
    reports::RunResult play_against(ScriptedServer& server,
                                    const std::string& steps,
                                    const RunOptions& options = {}) {
        Target target;
        target.title = "scripted";
        target.base_urls["runs"] = server.origin();
        target.allow_writes = true;
        target.name_mapping = vocabulary_;
        const auto started = clock_.now();
        auto result = run_suites(
            target,
            {stream_suite(steps)},
            {},
            options,
            [this] {
                auto client = std::make_shared<client::Client>(client::ClientOptions{}, clock_);
                return [client](const client::HttpCall& call) { return client->perform(call); };
            },
            clock_,
            {});
        duration_ = clock_.now() - started;
        return result;
    }

    reports::RunResult play_script(ScriptedServer::ServerScript script, const std::string& steps) {
        ScriptedServer server({std::move(script)});
        return play_against(server, steps);
    }

    SystemClock clock_;
    Duration duration_{};
    std::shared_ptr<const NameMapping> vocabulary_;  ///< of the target; null: none
};

MATCHER_P2(Finds, code, part, "") {
    for (const reports::Finding& finding : arg.findings) {
        const std::string text = finding.expected + " | " + finding.got + " | " + finding.note;
        if (finding.code == code && text.find(part) != std::string::npos) return true;
        *result_listener << "\n" << finding.code << ": " << text;
    }
    return false;
}

}  // namespace plumbline::runner
