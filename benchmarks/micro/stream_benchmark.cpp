// Event streams in memory: decoding and the complete check, compared with a scan for line ends.

#include "conformance/streaming/stream_checker.hpp"
#include "spec/contract/contract.hpp"
#include "spec/sse/decoder.hpp"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace plumbline::benchmarks {
namespace {

constexpr std::size_t kDecoderInputBytes = 64U << 20U;  ///< larger than most CPU caches
constexpr std::size_t kReadBytes = 65'536;  ///< bytes that are passed to a decoder at a time
constexpr std::size_t kCheckedBodyBytes = 1U << 20U;  ///< size of the checked response body

/// Returns an SSE event of `bytes` bytes with the blank line, or of its smallest possible size if
/// that is larger: one LLM token.
std::string make_event(std::size_t bytes) {
    const std::string_view before = "event: messages\ndata: [{\"content\":\"";
    const std::string_view after =
        "\",\"id\":\"1\",\"type\":\"ai\"},{\"graph_node\":\"agent\"}]\n\n";
    const std::size_t rest = before.size() + after.size();
    return std::string(before) + std::string(bytes > rest ? bytes - rest : 0, 'x') +
           std::string(after);
}

/// Returns the input of a decoder: whole events of `event_bytes` bytes.
std::string make_stream(std::int64_t event_bytes) {
    const std::string one = make_event(static_cast<std::size_t>(event_bytes));
    std::string all;
    all.reserve(kDecoderInputBytes + one.size());
    while (all.size() < kDecoderInputBytes) all += one;
    return all;
}

void report_bytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

/// Passes a text in pieces of the size of a read.
template <typename Take>
void for_each_read(std::string_view text, const Take& take) {
    for (std::size_t at = 0; at < text.size(); at += kReadBytes) take(text.substr(at, kReadBytes));
}

std::size_t count_events(sse::Decoder& decoder, std::string_view bytes) {
    std::size_t count = 0;
    decoder.feed(bytes);
    while (true) {
        const auto event = decoder.next();
        if (!event || *event == nullptr) return count;
        ++count;
    }
}

void scan_lines(benchmark::State& state) {
    const std::string stream = make_stream(state.range(0));
    while (state.KeepRunning()) {
        std::size_t lines = 0;
        for_each_read(stream, [&](std::string_view piece) {
            const char* at = piece.data();
            const char* end = at + piece.size();
            while (at < end) {
                const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
                if (found == nullptr) break;
                at = static_cast<const char*>(found) + 1;
                ++lines;
            }
        });
        benchmark::DoNotOptimize(lines);
    }
    report_bytes(state, stream.size());
}

void decode(benchmark::State& state) {
    const std::string stream = make_stream(state.range(0));
    while (state.KeepRunning()) {
        sse::Decoder decoder;
        std::size_t events = 0;
        for_each_read(stream,
                      [&](std::string_view piece) { events += count_events(decoder, piece); });
        benchmark::DoNotOptimize(events);
    }
    report_bytes(state, stream.size());
}

void check_stream(benchmark::State& state) {
    const auto contract = *load_contract();
    const Operation* operation = contract->find_operation("streamStatelessRun");
    const ApiDocument* api = contract->find_document(operation->source);
    const Json request{{"assistant_id", "agent"}, {"stream_mode", "messages-tuple"}};
    const auto chunk_of = [](const std::string& event) {
        char size[32];
        std::snprintf(size, sizeof size, "%zx\r\n", event.size());
        return size + event + "\r\n";
    };
    std::string body = chunk_of(
        "event: metadata\ndata: "
        "{\"run_id\":\"6f9619ff-8b86-4d01-b42d-00cf4fc964ff\",\"attempt\":1}\n\n");
    const std::string chunk = chunk_of(make_event(static_cast<std::size_t>(state.range(0))));
    while (body.size() < kCheckedBodyBytes) body += chunk;
    body += "0\r\n\r\n";
    std::size_t finding_count = 0;
    while (state.KeepRunning()) {
        streaming::StreamChecker checker(
            {.operation = *operation, .api = *api, .request = &request});
        checker.begin(Instant());
        for (const char* line : {"HTTP/1.1 200 OK\r\n",
                                 "Content-Type: text/event-stream\r\n",
                                 "Cache-Control: no-cache\r\n",
                                 "Transfer-Encoding: chunked\r\n",
                                 "\r\n"}) {
            checker.take_head_line(line);
        }
        for_each_read(body, [&](std::string_view piece) {
            checker.feed(piece, Instant(), [](const streaming::ReceivedEvent&) { return true; });
        });
        checker.finish(client::StreamEnd::kComplete);
        finding_count += checker.take_result().findings.size();
    }
    if (finding_count > 0) state.SkipWithError("the stream violates the contract");
    report_bytes(state, body.size());
}

BENCHMARK(scan_lines)->Name("baseline_scan")->Arg(120)->Arg(1024);
BENCHMARK(decode)->Name("sse_decode")->Arg(120)->Arg(1024);
BENCHMARK(check_stream)->Name("stream_judge")->Arg(1024);

}  // namespace
}  // namespace plumbline::benchmarks
