#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

struct Case {
    const char* name;
    Play play;
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}

std::string name_of(const testing::TestParamInfo<Case>& one) {
    return one.param.name;
}

/// Answers that naive checkers flag.
class GoodStream : public testing::TestWithParam<Case> {};

TEST_P(GoodStream, Passes) {
    EXPECT_THAT(said_of(GetParam().play).codes(), IsEmpty());
}

const std::string kRest = "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n";
const std::string kMessages = R"({"stream_mode":"messages-tuple"})";
const std::string kPair = R"([{"content":"a"},{"graph_node":"n"}])";

INSTANTIATE_TEST_SUITE_P(
    Answers,
    GoodStream,
    testing::Values(
        Case{"extensions", {.body = chunk(kStart, ";a=b;c=\"d e\"") + "0;last\r\n\r\n"}},
        Case{"trailers", {.body = chunk(kStart) + "0\r\nServer-Timing: x\r\n\r\n"}},
        Case{"leading_zeros", {.body = "000" + chunk(kStart) + "0000\r\n\r\n"}},
        Case{"charset",
             {.head = head_with("content-type: Text/Event-Stream;Charset=UTF-8\r\n" + kRest),
              .body = kTwo}},
        Case{"no_reason", {.head = "HTTP/1.1 200\r\n" + kType + kRest + "\r\n", .body = kTwo}},
        Case{"byte_by_byte", {.body = kTwo, .piece = 1}},
        Case{"cut_in_a_character",
             {.body = chunk(kStart) + chunk("event: values\ndata: {\"a\":\"\xC3") +
                      chunk("\xA4\"}\n\n") + "0\r\n\r\n"}},
        Case{"cut_in_a_line_end",
             {.body = chunk(kStart) + chunk("event: values\r") + chunk("\ndata: {}\r\n\r\n") +
                      "0\r\n\r\n"}},
        Case{"heartbeats", {.body = chunks({": hb\n", ": hb\n\n", kStart, ": hb\n"})}},
        Case{"retry_alone", {.body = chunks({"retry: 3000\n\n", kStart})}},
        Case{"retry_alone_before_others", {.body = chunks({"retry: 3000\r\n\r\n" + kStart})}},
        Case{"first_by_another_name",
             {.body = chunks({event("run", R"({"run_id":"r","attempt":1})")})}},
        Case{"early_hints",
             {.head = "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + kGoodHead, .body = kTwo}},
        Case{"json_over_lines", {.body = chunks({kStart, "event: values\ndata: {\ndata: }\n\n"})}},
        Case{"id_behind_data",
             {.body = chunks({kStart, event("values", "{}", "0"), event("values", "{}", "7")})}},
        Case{"names_beside_modes",
             {.body = chunks({kStart, event("checkpoints|a:1", "{}"), event("end", "null")})}},
        Case{"unknown_name", {.body = chunks({kStart, event("feedback-url", "\"x\"")})}},
        Case{"failing_run",
             {.body = chunks({kStart, event("error", R"({"error":"E","message":"m"})")})}},
        Case{"error_at_once", {.body = chunks({event("error", "\"no such run\"")})}},
        Case{"subgraphs", {.body = chunks({kStart, event("values|outer:1|inner:2", "{}")})}},
        Case{"messages",
             {.body = chunks({kStart, event("messages", kPair)}), .request = kMessages}},
        Case{"several_as_events",
             {.body = chunks({kStart, event("values", "{}"), event("updates", "{}")}),
              .request = kSeveral}},
        Case{"several_in_data",
             {.body = chunks({kStart,
                              event("values", R"(["values",{}])"),
                              event("updates", R"(["updates",{}])")}),
              .request = kSeveral}},
        Case{"default_mode", {.body = kTwo, .request = "{}"}},
        Case{"mode_of_its_own",
             {.body = chunks({kStart, event("updates", "{}")}),
              .request = R"({"stream_mode":["values","tasks"]})"}},
        Case{"nothing_custom",
             {.body = chunks({kStart}), .request = R"({"stream_mode":"custom"})"}},
        Case{"late_join", {.body = "0\r\n\r\n", .operation = "joinIt", .run_id = "r-1"}},
        Case{"any_end", {.body = chunk(kStart), .end = StreamEnd::kDeadline, .has_to_end = false}}),
    name_of);

struct Bad {
    const char* name;
    Play play;
    const char* code;
    const char* requirement;
};

void PrintTo(const Bad& one, std::ostream* out) {
    *out << one.name;
}

class BadStream : public testing::TestWithParam<Bad> {};

TEST_P(BadStream, IsTold) {
    const Said said = said_of(GetParam().play);
    ASSERT_THAT(said.codes(), ElementsAre(GetParam().code));
    EXPECT_THAT(said.judged.broken.front().finding.requirements, Contains(GetParam().requirement));
    EXPECT_THAT(said.judged.verified, Not(Contains(GetParam().requirement)));
}

INSTANTIATE_TEST_SUITE_P(
    Heads,
    BadStream,
    testing::Values(
        Bad{"bare_lf",
            {.head = "HTTP/1.1 200 OK\r\n" + kType + "Cache-Control: no-cache\n" +
                     "Transfer-Encoding: chunked\r\n\r\n",
             .body = kTwo},
            "H6-head-syntax",
            "T-FRAMING"},
        Bad{"blank_before_colon",
            {.head = head_with("X-A : b\r\n" + kType + kRest), .body = kTwo},
            "H6-head-syntax",
            "T-FRAMING"},
        Bad{"old_version",
            {.head = "HTTP/1.0 200 OK\r\n" + kType + kRest + "\r\n", .body = kTwo},
            "H7-version",
            "T-FRAMING"},
        Bad{"two_types",
            {.head = head_with(kType + kType + kRest), .body = kTwo},
            "H2-content-type",
            "T-FRAMING"},
        Bad{"latin",
            {.head = head_with("Content-Type: text/event-stream; charset=latin1\r\n" + kRest),
             .body = kTwo},
            "H2-content-type",
            "T-FRAMING"},
        Bad{"length",
            {.head = head_with(kType + kRest + "Content-Length: 9\r\n"), .body = kTwo},
            "H3-content-length",
            "T-LENGTH"},
        Bad{"no_chunks",
            {.head = head_with(kType + "Cache-Control: no-store\r\n"), .body = kStart},
            "H4-transfer",
            "T-CHUNKS"},
        Bad{"gzip",
            {.head = head_with(kType + kRest + "Content-Encoding: gzip\r\n"), .body = kTwo},
            "H5-content-encoding",
            "T-FRAMING"},
        Bad{"cached",
            {.head = head_with(kType + "Transfer-Encoding: chunked\r\n"), .body = kTwo},
            "H8-caching",
            "T-CACHING"}),
    [](const auto& one) { return std::string(one.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    BadStream,
    testing::Values(
        Bad{"size", {.body = chunk(kStart) + "0x0\r\n\r\n"}, "C1-chunk-size", "T-CHUNKS"},
        Bad{"size_line_end", {.body = chunk(kStart) + "0\n\r\n"}, "C2-size-line-end", "T-CHUNKS"},
        Bad{"chunk_end",
            {.body = fmt::format("{:x}\r\n{}0\r\n\r\n", kStart.size(), kStart)},
            "C3-chunk-end",
            "T-CHUNKS"},
        Bad{"no_terminator",
            {.body = chunk(kStart), .end = StreamEnd::kClosed},
            "C4-terminator",
            "T-END"},
        Bad{"deadline",
            {.body = chunk(kStart), .end = StreamEnd::kDeadline},
            "C4-terminator",
            "T-END"},
        Bad{"trailer",
            {.body = chunk(kStart) + "0\r\nContent-Length: 1\r\n\r\n"},
            "C7-trailer",
            "T-CHUNKS"},
        Bad{"after_end", {.body = kTwo + "more"}, "C8-after-end", "T-CHUNKS"},
        Bad{"utf8", {.body = chunks({kStart, ": \xFF\n"})}, "S2-utf8", "T-FRAMING"},
        Bad{"bom", {.body = chunks({"\xEF\xBB\xBF" + kStart})}, "S3-bom", "T-FRAMING"},
        Bad{"field",
            {.body = chunks({kStart, "event: values\ntime: 1\ndata: {}\n\n"})},
            "S4-fields",
            "T-FRAMING"},
        Bad{"two_blank_lines",
            {.body = chunks({kStart + "\n"})},
            "S5-event-separation",
            "T-FRAMING"},
        Bad{"merged",
            {.body = chunks({kStart, "event: values\ndata: {}\ndata: {}\n\n"})},
            "S5-event-separation",
            "T-FRAMING"},
        Bad{"not_json", {.body = chunks({kStart, event("values", "[DONE]")})}, "J1-json", "T-JSON"},
        Bad{"cut_json",
            {.body = chunks({kStart, event("values", R"({"a": [1,)")})},
            "J2-json-cut",
            "T-JSON"},
        Bad{"no_event",
            {.body = chunks({kStart, "data: {}\n\n"})},
            "E1-event-and-data",
            "T-FRAMING"},
        Bad{"no_data",
            {.body = chunks({kStart, "event: values\nid: 3\n\n"})},
            "E1-event-and-data",
            "T-FRAMING"}),
    [](const auto& one) { return std::string(one.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Items,
    BadStream,
    testing::Values(
        Bad{"first",
            body_of({event("metadata", R"({"run_id":"r"})")}),
            "E2-first-chunk",
            "T-FIRST"},
        Bad{"no_pair",
            body_of({kStart, event("messages", R"({"content":"a"})")}, kMessages),
            "E3-pair",
            "T-PAIR"},
        Bad{"no_node",
            body_of({kStart, event("messages", R"([{"content":"a"},{}])")}, kMessages),
            "E4-graph-node",
            "T-PAIR"},
        Bad{"no_content",
            body_of({kStart, event("messages", R"([{},{"graph_node":"n"}])")}, kMessages),
            "E5-content",
            "T-PAIR"},
        Bad{"other_name",
            body_of({kStart, event("messages-tuple", kPair)}, kMessages),
            "E6-event-name",
            "T-PAIR"},
        Bad{"mixed",
            body_of({kStart, event("values", "{}"), event("updates", R"(["updates",{}])")},
                    kSeveral),
            "E7-mode-pair",
            "T-BOTH"},
        Bad{"item", body_of({kStart, event("values", "7")}), "E8-item", "T-VALUES"},
        Bad{"not_requested",
            body_of({kStart, event("updates", "{}")}),
            "M1-requested",
            "T-REQUESTED"},
        Bad{"not_requested_in_data",
            body_of(
                {kStart, event("values", R"(["values",{}])"), event("custom", R"(["custom",1])")},
                kSeveral),
            "M1-requested",
            "T-REQUESTED"}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace plumbline::streaming
