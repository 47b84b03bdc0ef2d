#include "conformance/streaming/rules.hpp"

#include "spec/base/check.hpp"

#include <algorithm>

namespace plumbline::streaming {
namespace {

// Source: RFC 9112 (H6 H7 C1 to C10), RFC 9110 (H2 H3 H5), WHATWG HTML "Server-sent events" (S1 to
// S6); description, "Streaming objects" and "Stream modes" (J1 to M1).
constexpr std::array kRows{
    StreamRuleRow{StreamRuleId::kHeadSyntax,
                  "H6-head-syntax",
                  "a head that follows the HTTP/1.1 grammar",
                  {"chunks"}},
    StreamRuleRow{StreamRuleId::kVersion, "H7-version", "HTTP/1.1", {"chunks"}},
    StreamRuleRow{StreamRuleId::kContentType,
                  "H2-content-type",
                  "exactly one Content-Type, text/event-stream in UTF-8",
                  {"type"}},
    StreamRuleRow{StreamRuleId::kLength,
                  "H3-content-length",
                  "no Content-Length: the length of a stream is unknown",
                  {"no_length"}},
    StreamRuleRow{StreamRuleId::kTransfer, "H4-transfer", "Transfer-Encoding: chunked", {"chunks"}},
    StreamRuleRow{StreamRuleId::kContentCoding,
                  "H5-content-encoding",
                  "no content coding that was not requested",
                  {"chunks"}},
    StreamRuleRow{StreamRuleId::kCaching,
                  "H8-caching",
                  "a head that prevents caching of the stream",
                  {"caching"}},
    StreamRuleRow{StreamRuleId::kChunkSize,
                  "C1-chunk-size",
                  "a chunk size of hexadecimal digits, optionally followed by extensions",
                  {"chunks"}},
    StreamRuleRow{
        StreamRuleId::kSizeLineEnd, "C2-size-line-end", "CRLF after a chunk size", {"chunks"}},
    StreamRuleRow{StreamRuleId::kChunkEnd,
                  "C3-chunk-end",
                  "chunk data of the announced length, followed by CRLF",
                  {"chunks"}},
    StreamRuleRow{StreamRuleId::kTerminator,
                  "C4-terminator",
                  "a last chunk of size 0 at the end of the stream",
                  {"end"}},
    StreamRuleRow{StreamRuleId::kTrailer,
                  "C7-trailer",
                  "trailer fields that follow the grammar and do not concern framing",
                  {"chunks"}},
    StreamRuleRow{StreamRuleId::kAfterEnd,
                  "C8-after-end",
                  "nothing after the end of the response",
                  {"chunks"}},
    StreamRuleRow{StreamRuleId::kTruncated,
                  "C10-truncated",
                  "a connection that does not end before the response",
                  {"end", "chunks"}},
    StreamRuleRow{StreamRuleId::kLastEvent,
                  "S1-last-event",
                  "a blank line after the last event",
                  {"framing", "end"}},
    StreamRuleRow{StreamRuleId::kUtf8, "S2-utf8", "valid UTF-8", {"type"}},
    StreamRuleRow{StreamRuleId::kBom, "S3-bom", "no byte order mark", {"type"}},
    StreamRuleRow{
        StreamRuleId::kFields,
        "S4-fields",
        "only the fields event, data, id and retry, each with a value that clients accept",
        {"type"}},
    StreamRuleRow{StreamRuleId::kSeparation,
                  "S5-event-separation",
                  "one blank line after each event, one value in each",
                  {"framing"}},
    StreamRuleRow{StreamRuleId::kTooLarge,
                  "S6-too-large",
                  "lines and events within the clients' limits",
                  {"framing"}},
    StreamRuleRow{StreamRuleId::kJson, "J1-json", "data that is one JSON value", {"json"}},
    StreamRuleRow{StreamRuleId::kJsonCut,
                  "J2-json-cut",
                  "data that contains the complete JSON value",
                  {"json"}},
    StreamRuleRow{StreamRuleId::kEventAndData,
                  "E1-event-and-data",
                  "event and data in each chunk",
                  {"framing"}},
    StreamRuleRow{
        StreamRuleId::kFirstChunk, "E2-first-chunk", "a first chunk that fits its schema"},
    StreamRuleRow{StreamRuleId::kPair, "E3-pair", "a pair as the data of each chunk of this mode"},
    StreamRuleRow{StreamRuleId::kPairMetadata,
                  "E4-graph-node",
                  "a second half of the pair that fits its schema"},
    StreamRuleRow{
        StreamRuleId::kPairChunk, "E5-content", "a first half of the pair that fits its schema"},
    StreamRuleRow{StreamRuleId::kEventName, "E6-event-name", "the event name of the chunk's mode"},
    StreamRuleRow{StreamRuleId::kModePair,
                  "E7-mode-pair",
                  "mode and chunk as event and data, or both in the data, consistently",
                  {"pair"}},
    StreamRuleRow{StreamRuleId::kItem, "E8-item", "chunks that fit the schema of their mode"},
    StreamRuleRow{
        StreamRuleId::kRequested, "M1-requested", "only the requested modes", {"requested"}},
    StreamRuleRow{StreamRuleId::kRun, "R1-run", "the same run id everywhere", {"run"}},
    StreamRuleRow{StreamRuleId::kIds, "R2-ids", "increasing event ids", {"ids"}},
    StreamRuleRow{StreamRuleId::kUpdates,
                  "O1-updates-in-values",
                  "updates of replaced keys in the next state",
                  {"updates_in_values"}},
    StreamRuleRow{StreamRuleId::kTokens,
                  "O2-tokens-in-state",
                  "a message in the state that equals its tokens",
                  {"tokens_in_state"}},
    StreamRuleRow{
        StreamRuleId::kErrorLast, "O3-error-last", "an error as the last event", {"error"}},
    StreamRuleRow{StreamRuleId::kArrival,
                  "A1-arrival",
                  "events that arrive when they happen, not all at the end",
                  {"arrival"}},
};

}  // namespace

const StreamRuleRow& row_of(StreamRuleId rule) {
    const auto* const found = std::find_if(
        kRows.begin(), kRows.end(), [&](const StreamRuleRow& row) { return row.rule == rule; });
    PLUMBLINE_CHECK(found != kRows.end(), "every rule has a row in the table");
    return *found;
}

}  // namespace plumbline::streaming
