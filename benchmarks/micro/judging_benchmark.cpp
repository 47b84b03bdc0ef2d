// What judging costs: JSON that is guarded, schemas, the whole judge of a stream.

#include "benchmarks/micro/sample.hpp"
#include "conformance/streaming/judge.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/text_guard.hpp"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace plumbline::benchmarks {
namespace {

constexpr std::size_t kJudgedBytes = 1U << 20U;  ///< of a stream

const Contract& contract() {
    static const auto kLoaded = load_contract();
    return **kLoaded;
}

/// Returns a deployment as an answer shows it.
std::string deployment_text() {
    return R"({"id":"6f9619ff-8b86-4d01-b42d-00cf4fc964ff","name":"sample","created_at":"2026-01-05T09:00:00.000000Z",)"
           R"("updated_at":"2026-01-05T09:00:00.000000Z","source":"git","status":"READY",)"
           R"("source_config":{"integration_id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","repo_url":"https://git.example/a/b",)"
           R"("deployment_type":"dev","build_on_push":false},"source_revision_config":{"repo_ref":"main"},"secrets":[]})";
}

void guard(benchmark::State& state) {
    const std::string text = stream_of(1024, 1U << 20U);
    while (state.KeepRunning()) benchmark::DoNotOptimize(text_problem(text, "sample", text.size()));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void parse(benchmark::State& state) {
    const std::string text = deployment_text();
    while (state.KeepRunning()) benchmark::DoNotOptimize(parse_json(text));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void judge_schema(benchmark::State& state) {
    const Operation* operation = contract().find_operation("getDeployment");
    const ApiDocument* api = contract().find_document(operation->source);
    const auto schema = api->schema(operation->response_for(200)->content.front().schema_pointer);
    const auto value = parse_json(deployment_text());
    if (!schema || !value) return state.SkipWithError("no schema");
    while (state.KeepRunning()) benchmark::DoNotOptimize(schema->judge(*value));
}

void judge_stream(benchmark::State& state) {
    const Operation* operation = contract().find_operation("streamStatelessRun");
    const ApiDocument* api = contract().find_document(operation->source);
    const Json request{{"assistant_id", "agent"}, {"stream_mode", "messages-tuple"}};
    const std::string first =
        "event: metadata\ndata: "
        "{\"run_id\":\"6f9619ff-8b86-4d01-b42d-00cf4fc964ff\",\"attempt\":1}\n\n";
    std::string body;
    const auto add = [&](const std::string& one) {
        char size[32];
        std::snprintf(size, sizeof size, "%zx\r\n", one.size());
        body += size + one + "\r\n";
    };
    add(first);
    const std::string one = event_of(static_cast<std::size_t>(state.range(0)));
    while (body.size() < kJudgedBytes) add(one);
    body += "0\r\n\r\n";
    std::size_t broken = 0;
    while (state.KeepRunning()) {
        streaming::Judge judge({.operation = *operation, .api = *api, .request = &request});
        judge.begin(Instant());
        for (const char* line : {"HTTP/1.1 200 OK\r\n",
                                 "Content-Type: text/event-stream\r\n",
                                 "Cache-Control: no-cache\r\n",
                                 "Transfer-Encoding: chunked\r\n",
                                 "\r\n"}) {
            judge.take_head_line(line);
        }
        for (std::size_t at = 0; at < body.size(); at += kPiece) {
            judge.take(std::string_view(body).substr(at, kPiece),
                       Instant(),
                       [](const streaming::Seen&) { return true; });
        }
        judge.finish(client::StreamEnd::kComplete);
        broken += judge.take_judged().broken.size();
    }
    if (broken > 0) state.SkipWithError("the stream is not as the contract says");
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * body.size()));
}

BENCHMARK(guard)->Name("json_guard");
BENCHMARK(parse)->Name("json_parse");
BENCHMARK(judge_schema)->Name("schema_judge");
BENCHMARK(judge_stream)->Name("stream_judge")->Arg(1024)->Arg(120);

}  // namespace
}  // namespace plumbline::benchmarks
