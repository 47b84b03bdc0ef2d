// How the time of readers of documents grows with their input.

#include "benchmarks/growth/growth.hpp"
#include "conformance/workflow/read_suites.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace plumbline::benchmarks {
namespace {

/// Returns an object with names in an order that is not that of their bytes. `last` is a value.
std::string object_text(std::int64_t members, const std::string& last) {
    return "{" + repeated(members, [](const std::string& i) { return "\"k" + i + "\":1,"; }) +
           "\"last\":" + last + "}";
}

/// A zero with a fraction makes the quick reader leave the text to the strict one.
constexpr const char* kDoubtful = "0.0";

void read_json(benchmark::State& state, const std::string& text) {
    measure(state, [&] { return parse_json(text); });
}

void json_members(benchmark::State& state) {
    read_json(state, object_text(state.range(0), "1"));
}

void json_members_strict(benchmark::State& state) {
    read_json(state, object_text(state.range(0), kDoubtful));
}

void json_items(benchmark::State& state) {
    read_json(state,
              "[" + repeated(state.range(0), [](const std::string& i) { return i + ","; }) + "1]");
}

void json_filling(benchmark::State& state) {
    measure(state, [&] {
        Json object = Json::object();
        for (std::int64_t i = state.range(0); i > 0; --i) object["k" + std::to_string(i)] = i;
        return std::optional<std::string>(to_text(object));
    });
}

void yaml_keys(benchmark::State& state) {
    const std::string text =
        repeated(state.range(0), [](const std::string& i) { return "k" + i + ": 1\n"; });
    measure(state, [&] { return parse_document(text, "keys.yaml"); });
}

/// Returns a suite as JSON: a YAML text may have only a million values.
std::string suite_text(const std::string& workflows) {
    return R"({"arazzo":"1.1.0","info":{"title":"t","version":"1"},"sourceDescriptions":)"
           R"([{"name":"api","type":"openapi","url":"api.yaml"}],"workflows":[)" +
           workflows + "]}";
}

std::string workflow_text(const std::string& number, const std::string& steps) {
    return R"({"workflowId":"w)" + number + R"(","steps":[)" + steps + "]}";
}

std::string step_text(const std::string& number) {
    return R"({"stepId":"s)" + number +
           R"(","operationId":"list","successCriteria":[{"condition":"$statusCode == 200"}]})";
}

/// A step takes as long as a hundred values of JSON.
constexpr std::int64_t kSuiteParts = 1 << 16;

void load_suite_text(benchmark::State& state, const std::string& text) {
    const auto api = ApiDocument::load(
        "api",
        *parse_document("openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {/a: {get: "
                        "{operationId: list, responses: {'200': {description: d}}}}}\n",
                        "api.yaml"));
    measure(
        state,
        [&] {
            const auto document = parse_json_document(text, "suite.arazzo.json");
            if (!document) return std::shared_ptr<const workflow::Suite>();
            return workflow::load_suite(
                       *document,
                       [&](const std::string&, const std::string&, const std::string&) {
                           return api;
                       })
                .suite;
        },
        kSuiteParts);
}

void suite_steps(benchmark::State& state) {
    const std::string steps =
        repeated(state.range(0), [](const std::string& i) { return step_text(i) + ','; });
    load_suite_text(state, suite_text(workflow_text("", steps + step_text("last"))));
}

void suite_workflows(benchmark::State& state) {
    const std::string workflows = repeated(
        state.range(0), [](const std::string& i) { return workflow_text(i, step_text("")) + ','; });
    load_suite_text(state, suite_text(workflows + workflow_text("last", step_text(""))));
}

BENCHMARK(json_members)->Apply(sizes);
BENCHMARK(json_members_strict)->Apply(sizes);
BENCHMARK(json_items)->Apply(sizes);
BENCHMARK(json_filling)->Apply(sizes);
BENCHMARK(yaml_keys)->Apply(sizes);
BENCHMARK(suite_steps)->Apply(limited_sizes);
BENCHMARK(suite_workflows)->Apply(limited_sizes);

}  // namespace
}  // namespace plumbline::benchmarks
