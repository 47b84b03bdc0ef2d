// A stream without end in memory: what the judgement of each item costs, and how much memory the
// items leave behind.
//
// usage: item_stream EVENTS...
//
// Judges a text/event-stream by an itemSchema while it arrives. At each number of events, prints a
// line of JSON: events, seconds of CPU time, peak of resident memory in MB.

#include "conformance/streaming/stream_checker.hpp"
#include "spec/json/document.hpp"

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace plumbline::benchmarks {
namespace {

constexpr const char* kApi = R"(
openapi: 3.2.0
info: { title: ticks, version: '1' }
paths:
  /ticks:
    get:
      operationId: readTicks
      responses:
        '200':
          description: a stream without end
          content:
            text/event-stream:
              itemSchema:
                type: object
                required: [data, event, id]
                properties:
                  event: { enum: [tick, tock] }
                  id: { type: string, pattern: '^[0-9]+$' }
                  data:
                    type: string
                    contentMediaType: application/json
                    contentSchema:
                      type: object
                      required: [number, text]
                      properties: { number: { type: integer, minimum: 0 }, text: { type: string, maxLength: 40 } }
)";
constexpr std::size_t kReadBytes = 65'536;
constexpr std::uint64_t kEventsPerViolation = 1'000;
constexpr std::uint64_t kEventsPerComment = 100;

/// Appends the event of a number. All differ in id and data; some are unlike the schema, in a way
/// of their own, and some have a comment before them.
void append_event(std::uint64_t number, std::string& bytes) {
    const std::string digits = std::to_string(number);
    if (number % kEventsPerComment == 0) bytes += ": still here\n\n";
    bytes += number % 2 == 0 ? "event: tick\nid: " : "event: tock\nid: ";
    bytes += digits;
    bytes += number % kEventsPerViolation == 0
                 ? "\ndata: {\"number\":\"" + digits + "\",\"text\":\""
                 : "\ndata: {\"number\":" + digits + ",\"text\":\"";
    bytes += "the value number ";
    bytes += digits;
    bytes += "\"}\n\n";
}

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Returns the peak of resident memory. That of getrusage begins with the memory of the parent.
double peak_megabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
    }
    return 0;
}

void print_line(std::uint64_t events) {
    std::printf("{\"events\": %llu, \"cpu_s\": %.3f, \"resident_MB\": %.2f}\n",
                static_cast<unsigned long long>(events),
                cpu_seconds(),
                peak_megabytes());
}

/// Judges one stream and prints a line at each of the numbers of events, which rise.
int judge(const std::vector<std::uint64_t>& marks) {
    const auto api = parse_yaml(kApi, "ticks.openapi.yaml").and_then([](Document document) {
        return ApiDocument::load("ticks", std::move(document));
    });
    if (!api) return EXIT_FAILURE;
    streaming::StreamChecker checker({.operation = *(*api)->find_operation("readTicks"),
                                      .api = **api,
                                      .records_arrivals = true});
    checker.begin(Instant());
    for (const char* line : {"HTTP/1.1 200 OK\r\n", "Content-Type: text/event-stream\r\n", "\r\n"})
        checker.take_head_line(line);
    const auto on_event = [](const streaming::ReceivedEvent&) { return true; };
    std::string bytes;
    std::uint64_t number = 0;
    for (const std::uint64_t mark : marks) {
        while (number < mark) {
            bytes.clear();
            while (number < mark && bytes.size() < kReadBytes) append_event(++number, bytes);
            checker.feed(bytes, Instant() + std::chrono::milliseconds(number), on_event);
        }
        print_line(number);
    }
    checker.finish(client::StreamEnd::kDeadline);
    // Every event was judged, what is unlike the schema was found, and little of it is kept.
    constexpr std::size_t kMostFindings = 20;
    const std::size_t findings = checker.take_result().findings.size();
    const bool was_found = findings > 0 && findings <= kMostFindings;
    return was_found && checker.summary().events == number ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace plumbline::benchmarks

int main(int count, char** texts) {
    std::vector<std::uint64_t> marks;
    for (int i = 1; i < count; ++i) marks.push_back(std::strtoull(texts[i], nullptr, 10));
    return plumbline::benchmarks::judge(marks);
}
