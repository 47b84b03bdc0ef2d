#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

struct ValidCase {
    const char* name;
    StreamCase play;
};

void PrintTo(const ValidCase& one, std::ostream* out) {
    *out << one.name;
}

std::string name_of(const testing::TestParamInfo<ValidCase>& one) {
    return one.param.name;
}

/// Valid responses that simple checkers reject.
class ValidStream : public testing::TestWithParam<ValidCase> {};

TEST_P(ValidStream, Passes) {
    EXPECT_THAT(check_stream(GetParam().play).codes(), IsEmpty());
}

const std::string kRest = "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n";
const std::string kMessages = R"({"stream_mode":"messages-tuple"})";
const std::string kPair = R"([{"content":"a"},{"graph_node":"n"}])";

INSTANTIATE_TEST_SUITE_P(
    Answers,
    ValidStream,
    testing::Values(
        ValidCase{"extensions", {.body = chunk(kStart, ";a=b;c=\"d e\"") + "0;last\r\n\r\n"}},
        ValidCase{"trailers", {.body = chunk(kStart) + "0\r\nServer-Timing: x\r\n\r\n"}},
        ValidCase{"leading_zeros", {.body = "000" + chunk(kStart) + "0000\r\n\r\n"}},
        ValidCase{"charset",
                  {.head = head_with("content-type: Text/Event-Stream;Charset=UTF-8\r\n" + kRest),
                   .body = kTwo}},
        ValidCase{"no_reason", {.head = "HTTP/1.1 200\r\n" + kType + kRest + "\r\n", .body = kTwo}},
        ValidCase{"byte_order_mark", {.body = chunks({"\xEF\xBB\xBF" + kStart})}},
        ValidCase{"byte_by_byte", {.body = kTwo, .read_size = 1}},
        ValidCase{"cut_in_a_character",
                  {.body = chunk(kStart) + chunk("event: values\ndata: {\"a\":\"\xC3") +
                           chunk("\xA4\"}\n\n") + "0\r\n\r\n"}},
        ValidCase{"cut_in_a_line_end",
                  {.body = chunk(kStart) + chunk("event: values\r") + chunk("\ndata: {}\r\n\r\n") +
                           "0\r\n\r\n"}},
        ValidCase{"heartbeats", {.body = chunks({": hb\n", ": hb\n\n", kStart, ": hb\n"})}},
        ValidCase{"retry_alone", {.body = chunks({"retry: 3000\n\n", kStart})}},
        ValidCase{"retry_alone_before_others", {.body = chunks({"retry: 3000\r\n\r\n" + kStart})}},
        ValidCase{"first_by_another_name",
                  {.body = chunks({event("run", R"({"run_id":"r","attempt":1})")})}},
        ValidCase{
            "early_hints",
            {.head = "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + kGoodHead, .body = kTwo}},
        ValidCase{"json_over_lines",
                  {.body = chunks({kStart, "event: values\ndata: {\ndata: }\n\n"})}},
        ValidCase{
            "id_behind_data",
            {.body = chunks({kStart, event("values", "{}", "0"), event("values", "{}", "7")})}},
        ValidCase{"names_beside_modes",
                  {.body = chunks({kStart, event("checkpoints|a:1", "{}"), event("end", "null")})}},
        ValidCase{"unknown_name", {.body = chunks({kStart, event("feedback-url", "\"x\"")})}},
        ValidCase{"failing_run",
                  {.body = chunks({kStart, event("error", R"({"error":"E","message":"m"})")})}},
        ValidCase{"error_at_once", {.body = chunks({event("error", "\"no such run\"")})}},
        ValidCase{"subgraphs", {.body = chunks({kStart, event("values|outer:1|inner:2", "{}")})}},
        ValidCase{"messages",
                  {.body = chunks({kStart, event("messages", kPair)}), .request = kMessages}},
        ValidCase{"several_as_events",
                  {.body = chunks({kStart, event("values", "{}"), event("updates", "{}")}),
                   .request = kSeveral}},
        ValidCase{"several_in_data",
                  {.body = chunks({kStart,
                                   event("values", R"(["values",{}])"),
                                   event("updates", R"(["updates",{}])")}),
                   .request = kSeveral}},
        ValidCase{"default_mode", {.body = kTwo, .request = "{}"}},
        ValidCase{"mode_of_its_own",
                  {.body = chunks({kStart, event("updates", "{}")}),
                   .request = R"({"stream_mode":["values","tasks"]})"}},
        ValidCase{"nothing_custom",
                  {.body = chunks({kStart}), .request = R"({"stream_mode":"custom"})"}},
        ValidCase{"late_join", {.body = "0\r\n\r\n", .operation = "joinIt", .run_id = "r-1"}},
        ValidCase{"any_end",
                  {.body = chunk(kStart), .end = StreamEnd::kDeadline, .must_end = false}}),
    name_of);

struct InvalidCase {
    const char* name;
    StreamCase play;
    const char* code;
    const char* requirement;
};

void PrintTo(const InvalidCase& one, std::ostream* out) {
    *out << one.name;
}

class InvalidStream : public testing::TestWithParam<InvalidCase> {};

TEST_P(InvalidStream, IsReported) {
    const StreamCheckOutput output = check_stream(GetParam().play);
    ASSERT_THAT(output.codes(), ElementsAre(GetParam().code));
    EXPECT_THAT(output.result.findings.front().finding.requirements,
                Contains(GetParam().requirement));
    EXPECT_THAT(output.result.verified, Not(Contains(GetParam().requirement)));
}

INSTANTIATE_TEST_SUITE_P(
    Heads,
    InvalidStream,
    testing::Values(
        InvalidCase{"bare_lf",
                    {.head = "HTTP/1.1 200 OK\r\n" + kType + "Cache-Control: no-cache\n" +
                             "Transfer-Encoding: chunked\r\n\r\n",
                     .body = kTwo},
                    "H6-head-syntax",
                    "T-CHUNKS"},
        InvalidCase{"blank_before_colon",
                    {.head = head_with("X-A : b\r\n" + kType + kRest), .body = kTwo},
                    "H6-head-syntax",
                    "T-CHUNKS"},
        InvalidCase{"old_version",
                    {.head = "HTTP/1.0 200 OK\r\n" + kType + kRest + "\r\n", .body = kTwo},
                    "H7-version",
                    "T-CHUNKS"},
        InvalidCase{"two_types",
                    {.head = head_with(kType + kType + kRest), .body = kTwo},
                    "H2-content-type",
                    "T-TYPE"},
        InvalidCase{
            "latin",
            {.head = head_with("Content-Type: text/event-stream; charset=latin1\r\n" + kRest),
             .body = kTwo},
            "H2-content-type",
            "T-TYPE"},
        InvalidCase{"length",
                    {.head = head_with(kType + kRest + "Content-Length: 9\r\n"), .body = kTwo},
                    "H3-content-length",
                    "T-LENGTH"},
        InvalidCase{"no_chunks",
                    {.head = head_with(kType + "Cache-Control: no-store\r\n"), .body = kStart},
                    "H4-transfer",
                    "T-CHUNKS"},
        InvalidCase{"gzip",
                    {.head = head_with(kType + kRest + "Content-Encoding: gzip\r\n"), .body = kTwo},
                    "H5-content-encoding",
                    "T-CHUNKS"},
        InvalidCase{"cached",
                    {.head = head_with(kType + "Transfer-Encoding: chunked\r\n"), .body = kTwo},
                    "H8-caching",
                    "T-CACHING"}),
    [](const auto& one) { return std::string(one.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    InvalidStream,
    testing::Values(
        InvalidCase{"size", {.body = chunk(kStart) + "0x0\r\n\r\n"}, "C1-chunk-size", "T-CHUNKS"},
        InvalidCase{
            "size_line_end", {.body = chunk(kStart) + "0\n\r\n"}, "C2-size-line-end", "T-CHUNKS"},
        InvalidCase{"chunk_end",
                    {.body = fmt::format("{:x}\r\n{}0\r\n\r\n", kStart.size(), kStart)},
                    "C3-chunk-end",
                    "T-CHUNKS"},
        InvalidCase{"no_terminator",
                    {.body = chunk(kStart), .end = StreamEnd::kClosed},
                    "C4-terminator",
                    "T-CHUNKS"},
        InvalidCase{"deadline",
                    {.body = chunk(kStart), .end = StreamEnd::kDeadline},
                    "C4-terminator",
                    "T-END"},
        InvalidCase{"trailer",
                    {.body = chunk(kStart) + "0\r\nContent-Length: 1\r\n\r\n"},
                    "C7-trailer",
                    "T-CHUNKS"},
        InvalidCase{"after_end", {.body = kTwo + "more"}, "C8-after-end", "T-CHUNKS"},
        InvalidCase{"utf8", {.body = chunks({kStart, ": \xFF\n"})}, "S2-utf8", "T-TYPE"},
        InvalidCase{"field",
                    {.body = chunks({kStart, "event: values\ntime: 1\ndata: {}\n\n"})},
                    "S4-fields",
                    "T-TYPE"},
        InvalidCase{"merged",
                    {.body = chunks({kStart, "event: values\ndata: {}\ndata: {}\n\n"})},
                    "S5-event-separation",
                    "T-FRAMING"},
        InvalidCase{
            "not_json", {.body = chunks({kStart, event("values", "[DONE]")})}, "J1-json", "T-JSON"},
        InvalidCase{"cut_json",
                    {.body = chunks({kStart, event("values", R"({"a": [1,)")})},
                    "J2-json-cut",
                    "T-JSON"},
        InvalidCase{"text_over_two_lines",
                    {.body = chunks({kStart, "event: values\ndata: {\"a\": \"b\ndata: c\"}\n\n"})},
                    "J1-json",
                    "T-JSON"},
        InvalidCase{"no_event",
                    {.body = chunks({kStart, "data: {}\n\n"})},
                    "E1-event-and-data",
                    "T-FRAMING"},
        InvalidCase{"no_data",
                    {.body = chunks({kStart, "event: values\nid: 3\n\n"})},
                    "E1-event-and-data",
                    "T-FRAMING"}),
    [](const auto& one) { return std::string(one.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Items,
    InvalidStream,
    testing::Values(
        InvalidCase{"first",
                    stream_case({event("metadata", R"({"run_id":"r"})")}),
                    "E2-first-chunk",
                    "T-FIRST"},
        InvalidCase{"no_pair",
                    stream_case({kStart, event("messages", R"({"content":"a"})")}, kMessages),
                    "E3-pair",
                    "T-PAIR"},
        InvalidCase{"no_node",
                    stream_case({kStart, event("messages", R"([{"content":"a"},{}])")}, kMessages),
                    "E4-graph-node",
                    "T-PAIR"},
        InvalidCase{
            "no_content",
            stream_case({kStart, event("messages", R"([{},{"graph_node":"n"}])")}, kMessages),
            "E5-content",
            "T-CONTENT"},
        InvalidCase{"other_name",
                    stream_case({kStart, event("messages-tuple", kPair)}, kMessages),
                    "E6-event-name",
                    "T-NAME"},
        InvalidCase{
            "mixed",
            stream_case({kStart, event("values", "{}"), event("updates", R"(["updates",{}])")},
                        kSeveral),
            "E7-mode-pair",
            "T-BOTH"},
        InvalidCase{"reversed",
                    stream_case({kStart, event("values", R"([{},"values"])")}, kSeveral),
                    "E7-mode-pair",
                    "T-BOTH"},
        InvalidCase{"no_mode",
                    stream_case({kStart, event("data", "{}")}, kSeveral),
                    "E7-mode-pair",
                    "T-BOTH"},
        InvalidCase{"item", stream_case({kStart, event("values", "7")}), "E8-item", "T-VALUES"},
        InvalidCase{"not_requested",
                    stream_case({kStart, event("updates", "{}")}),
                    "M1-requested",
                    "T-REQUESTED"},
        InvalidCase{"not_requested_in_data",
                    stream_case({kStart,
                                 event("values", R"(["values",{}])"),
                                 event("custom", R"(["custom",1])")},
                                kSeveral),
                    "M1-requested",
                    "T-REQUESTED"}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace plumbline::streaming
