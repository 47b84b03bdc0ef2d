// How the time of judging grows with the response: schemas, criteria, bytes of heads and streams.

#include "benchmarks/growth/growth.hpp"
#include "conformance/client/response_reader.hpp"
#include "conformance/expressions/expressions.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/schema/schema.hpp"
#include "spec/sse/decoder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace plumbline::benchmarks {
namespace {

/// Returns a list of so many items.
Json list_of(std::int64_t count, const Json& item) {
    return Json::array_t(static_cast<std::size_t>(count), item);
}

Schema schema_of(const char* text) {
    const Document document{"schema", std::make_shared<const Json>(Json::parse(text)), {}};
    return *SchemaCompiler(document, SchemaStrictness::kClosed).compile("");
}

void schema_members(benchmark::State& state) {
    const Schema schema =
        schema_of(R"({"additionalProperties":{"type":"integer"},"unevaluatedProperties":false})");
    Json object = Json::object();
    for (std::int64_t i = 0; i < state.range(0); ++i) object["k" + std::to_string(i)] = i;
    // Each has a copy of its own, as each response has.
    const std::vector<Json> values(static_cast<std::size_t>(kParts / state.range(0)), object);
    std::size_t next = 0;
    measure(state, [&] { return schema.accepts(values[next++ % values.size()]); });
}

/// Every item breaks the schema.
void schema_violations(benchmark::State& state) {
    const Schema schema = schema_of(R"({"items":{"type":"object","required":["id"]}})");
    const Json value = list_of(state.range(0), Json::object());
    measure(state, [&] { return !schema.judge(value, nullptr).violations.empty(); });
}

/// Measures a criterion that is met by the body of a response.
void measure_criterion(benchmark::State& state,
                       std::string condition,
                       expressions::CriterionType type,
                       const Json& body) {
    const auto criterion =
        expressions::Criterion::compile({"$response.body", std::move(condition), type, {}});
    if (!criterion) return state.SkipWithError(criterion.error().message.c_str());
    expressions::Scope scope;
    scope.response_body = &body;
    measure(state, [&] { return criterion->evaluate(scope).holds; });
}

void jsonpath_filter(benchmark::State& state) {
    Json body = list_of(state.range(0), {{"id", 1}});
    body.push_back({{"id", 2}});
    measure_criterion(state, "$[?@.id == 2]", expressions::CriterionType::kJsonPath, body);
}

void regex_text(benchmark::State& state) {
    std::string text(static_cast<std::size_t>(state.range(0)), 'a');
    text += 'b';
    measure_criterion(state, "(a|aa)+b$", expressions::CriterionType::kRegex, Json(text));
}

/// A text of many expressions.
void interpolated_text(benchmark::State& state) {
    const Json text = repeated(state.range(0), [](const std::string&) { return "{$url}"; });
    const auto parsed = expressions::Template::parse(text);
    if (!parsed) return state.SkipWithError(parsed.error().message.c_str());
    const std::string url = "http://127.0.0.1/";
    expressions::Scope scope;
    scope.url = &url;
    measure(state, [&] { return parsed->evaluate(scope); });
}

/// Reads a response as the client does.
bool is_read(const std::vector<std::string>& head, const std::string& body) {
    client::ResponseReader reader("GET", body.size());
    for (const std::string& line : head)
        if (!reader.take_head_line(line)) return false;
    return body.empty() || reader.take_body(body);
}

/// Each line continues the one before.
void folded_head(benchmark::State& state) {
    std::vector<std::string> head{"HTTP/1.1 200 OK\r\n", "A: b\r\n"};
    head.insert(head.end(), static_cast<std::size_t>(state.range(0)), " c\r\n");
    head.emplace_back("\r\n");
    measure(state, [&] { return is_read(head, ""); });
}

/// Chunks of one byte, each with a line end that is not allowed.
void chunked_body(benchmark::State& state) {
    const std::vector<std::string> head{
        "HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "\r\n"};
    const std::string body =
        repeated(state.range(0), [](const std::string&) { return "1\nx\r\n"; }) + "0\r\n\r\n";
    measure(state, [&] { return is_read(head, body); });
}

/// Returns whether the decoder reads so many events, in pieces of `piece` bytes.
bool has_events(std::string_view text, std::size_t piece, std::int64_t count) {
    sse::Decoder decoder;
    for (std::int64_t found = 0; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
        decoder.feed(text.substr(0, piece));
        for (auto event = decoder.next(); event && *event; event = decoder.next()) ++found;
        if (found == count) return true;
    }
    return false;
}

void stream_events(benchmark::State& state) {
    const std::string text =
        repeated(state.range(0), [](const std::string& i) { return "data: " + i + "\n\n"; });
    measure(state, [&] { return has_events(text, text.size(), state.range(0)); });
}

/// Only one of the two line ends that are searched for occurs.
void stream_of_cr(benchmark::State& state) {
    const std::string text =
        repeated(state.range(0), [](const std::string& i) { return "data: " + i + "\r\r"; });
    measure(state, [&] { return has_events(text, text.size(), state.range(0)); });
}

/// One event of many data lines, each byte in a piece of its own.
void event_in_pieces(benchmark::State& state) {
    const std::string text =
        repeated(state.range(0), [](const std::string&) { return "data:\n"; }) + "\n";
    measure(state, [&] { return has_events(text, 1, 1); });
}

BENCHMARK(schema_members)->Apply(sizes);
BENCHMARK(schema_violations)->Apply(sizes);
BENCHMARK(jsonpath_filter)->Apply(sizes);
BENCHMARK(regex_text)->Apply(sizes);
BENCHMARK(interpolated_text)->Apply(sizes);
BENCHMARK(folded_head)->Apply(limited_sizes);
BENCHMARK(chunked_body)->Apply(sizes);
BENCHMARK(stream_events)->Apply(sizes);
BENCHMARK(stream_of_cr)->Apply(sizes);
BENCHMARK(event_in_pieces)->Apply(sizes);

}  // namespace
}  // namespace plumbline::benchmarks
