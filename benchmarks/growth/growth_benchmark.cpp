// How the time of readers grows with their input. growth.py computes the exponents.
//
// Each measurement reads the same number of parts, in inputs of 1,024, 16,384 or all of them, and
// keeps what it reads: each fills the processor's caches alike, so that the time of a part differs
// by the reader's work only.

#include "conformance/workflow/read_suites.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/schema.hpp"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace plumbline::benchmarks {
namespace {

constexpr std::int64_t kParts = 1 << 18;

/// The first measurement also requests the memory from the kernel: growth.py uses the shorter one.
void sizes(benchmark::internal::Benchmark* of) {
    of->Arg(kParts)->Arg(1 << 10)->Arg(1 << 14)->Arg(kParts);
}

/// Returns the parts for 0 to `count` - 1 one after the other.
std::string repeated(std::int64_t count,
                     const std::function<std::string(const std::string&)>& part) {
    std::string text;
    for (std::int64_t i = 0; i < count; ++i) text += part(std::to_string(i));
    return text;
}

/// Returns an object with names in an order that is not that of their bytes. `last` is a value.
std::string object_text(std::int64_t members, const std::string& last) {
    return "{" + repeated(members, [](const std::string& i) { return "\"k" + i + "\":1,"; }) +
           "\"last\":" + last + "}";
}

/// A zero with a fraction makes the quick reader leave the text to the strict one.
constexpr const char* kDoubtful = "0.0";

template <typename Read>
void measure(benchmark::State& state, const std::string& text, const Read& read) {
    const std::int64_t inputs = kParts / state.range(0);
    std::vector<std::invoke_result_t<Read, const std::string&>> values;
    values.reserve(static_cast<std::size_t>(inputs));
    while (state.KeepRunning()) {
        for (std::int64_t i = 0; i < inputs; ++i) {
            values.push_back(read(text));
            if (!values.back()) return state.SkipWithError("the input cannot be read");
        }
        benchmark::DoNotOptimize(values);
        values.clear();
    }
}

Result<Json> read_json(const std::string& text) {
    return parse_json(text);
}

void json_members(benchmark::State& state) {
    measure(state, object_text(state.range(0), "1"), read_json);
}

void json_members_strict(benchmark::State& state) {
    measure(state, object_text(state.range(0), kDoubtful), read_json);
}

void json_items(benchmark::State& state) {
    measure(state,
            "[" + repeated(state.range(0), [](const std::string& i) { return i + ","; }) + "1]",
            read_json);
}

void json_filling(benchmark::State& state) {
    measure(state, "", [&](const std::string&) {
        Json object = Json::object();
        for (std::int64_t i = state.range(0); i > 0; --i) object["k" + std::to_string(i)] = i;
        return std::optional<std::string>(to_text(object));
    });
}

void yaml_keys(benchmark::State& state) {
    const std::string text =
        repeated(state.range(0), [](const std::string& i) { return "k" + i + ": 1\n"; });
    measure(state, text, [](const std::string& one) { return parse_document(one, "keys.yaml"); });
}

void schema_members(benchmark::State& state) {
    const Document document{
        "schema",
        std::make_shared<const Json>(Json::parse(
            R"({"additionalProperties":{"type":"integer"},"unevaluatedProperties":false})")),
        {}};
    const auto schema = SchemaCompiler(document, SchemaStrictness::kClosed).compile("");
    const std::vector<Json> values(static_cast<std::size_t>(kParts / state.range(0)),
                                   *parse_json(object_text(state.range(0), "1")));
    std::size_t next = 0;
    measure(state, "", [&](const std::string&) {
        return schema->accepts(values[next++ % values.size()]);
    });
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

void load_suite_text(benchmark::State& state, const std::string& text) {
    const auto api = ApiDocument::load(
        "api",
        *parse_document("openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {/a: {get: "
                        "{operationId: list, responses: {'200': {description: d}}}}}\n",
                        "api.yaml"));
    measure(state, text, [&](const std::string& one) {
        const auto document = parse_json_document(one, "suite.arazzo.json");
        if (!document) return std::shared_ptr<const workflow::Suite>();
        return workflow::load_suite(
                   *document,
                   [&](const std::string&, const std::string&, const std::string&) { return api; })
            .suite;
    });
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
BENCHMARK(schema_members)->Apply(sizes);
BENCHMARK(suite_steps)->Apply(sizes);
BENCHMARK(suite_workflows)->Apply(sizes);

}  // namespace
}  // namespace plumbline::benchmarks
