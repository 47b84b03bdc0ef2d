// Reading and writing of event streams in memory, beside a scan that only looks for line ends.

#include "benchmarks/micro/sample.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"
#include "spec/sse/encoder.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace plumbline::benchmarks {
namespace {

void note_bytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

/// Gives a text in pieces, as reads bring it.
template <typename Take>
void in_pieces(std::string_view text, const Take& take) {
    for (std::size_t at = 0; at < text.size(); at += kPiece) take(text.substr(at, kPiece));
}

std::size_t events_of(sse::Decoder& decoder, std::string_view bytes) {
    std::size_t count = 0;
    decoder.feed(bytes);
    while (true) {
        const auto event = decoder.next();
        if (!event || *event == nullptr) return count;
        ++count;
    }
}

void scan(benchmark::State& state) {
    const std::string stream = stream_of(static_cast<std::size_t>(state.range(0)), kStreamBytes);
    while (state.KeepRunning()) {
        std::size_t lines = 0;
        in_pieces(stream, [&](std::string_view piece) {
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
    note_bytes(state, stream.size());
}

void decode(benchmark::State& state) {
    const std::string stream = stream_of(static_cast<std::size_t>(state.range(0)), kStreamBytes);
    while (state.KeepRunning()) {
        sse::Decoder decoder;
        std::size_t events = 0;
        in_pieces(stream, [&](std::string_view piece) { events += events_of(decoder, piece); });
        benchmark::DoNotOptimize(events);
    }
    note_bytes(state, stream.size());
}

void dechunk_and_decode(benchmark::State& state) {
    const std::string one = event_of(static_cast<std::size_t>(state.range(0)));
    char size[32];
    const int digits = std::snprintf(size, sizeof size, "%zx\r\n", one.size());
    std::string stream;
    while (stream.size() < kStreamBytes)
        stream += std::string(size, static_cast<std::size_t>(digits)) + one + "\r\n";
    while (state.KeepRunning()) {
        sse::ChunkedReader chunks;
        sse::Decoder decoder;
        std::size_t events = 0;
        in_pieces(stream, [&](std::string_view piece) {
            chunks.feed(piece);
            while (const auto part = chunks.next()) events += events_of(decoder, part->bytes);
        });
        benchmark::DoNotOptimize(events);
    }
    note_bytes(state, stream.size());
}

void encode(benchmark::State& state) {
    const std::string data(static_cast<std::size_t>(state.range(0)), 'x');
    std::string bytes;
    std::size_t written = 0;
    while (state.KeepRunning()) {
        bytes.clear();
        if (!sse::append_event(bytes, {.type = "messages", .data = data}))
            state.SkipWithError("no event");
        benchmark::DoNotOptimize(bytes.data());
        written = bytes.size();
    }
    note_bytes(state, written);
}

BENCHMARK(scan)->Name("floor_scan")->Arg(120)->Arg(1024);
BENCHMARK(decode)->Name("sse_decode")->Arg(120)->Arg(1024);
BENCHMARK(dechunk_and_decode)->Name("sse_dechunk_decode")->Arg(120)->Arg(1024);
BENCHMARK(encode)->Name("sse_encode")->Arg(120)->Arg(1024);

}  // namespace
}  // namespace plumbline::benchmarks
