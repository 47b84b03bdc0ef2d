#include "conformance/streaming/rules.hpp"

#include "spec/base/check.hpp"

#include <algorithm>

namespace plumbline::streaming {
namespace {

// Source: RFC 9112 (H6 H7 C1 to C10), RFC 9110 (H2 H3 H5), WHATWG HTML "Server-sent events" (S1 to
// S6); description, "Streaming objects" and "Stream modes" (J1 to M1).
constexpr std::array kRows{
    RuleRow{Rule::kHeadSyntax, "H6-head-syntax", "a head by the grammar of HTTP/1.1", {"framing"}},
    RuleRow{Rule::kVersion, "H7-version", "HTTP/1.1", {"framing"}},
    RuleRow{Rule::kContentType,
            "H2-content-type",
            "exactly one Content-Type, text/event-stream in UTF-8",
            {"framing"}},
    RuleRow{Rule::kLength,
            "H3-content-length",
            "no Content-Length: nobody knows how long a stream will be",
            {"no_length"}},
    RuleRow{Rule::kTransfer, "H4-transfer", "Transfer-Encoding: chunked", {"chunks"}},
    RuleRow{Rule::kContentCoding,
            "H5-content-encoding",
            "no content coding that was not asked for",
            {"framing"}},
    RuleRow{Rule::kCaching, "H8-caching", "a head that keeps caches from the stream", {"caching"}},
    RuleRow{Rule::kChunkSize,
            "C1-chunk-size",
            "a chunk size of hexadecimal digits, with extensions at most behind it",
            {"chunks"}},
    RuleRow{Rule::kSizeLineEnd, "C2-size-line-end", "CRLF behind a chunk size", {"chunks"}},
    RuleRow{Rule::kChunkEnd,
            "C3-chunk-end",
            "chunk data as long as announced, and CRLF behind it",
            {"chunks"}},
    RuleRow{Rule::kTerminator, "C4-terminator", "a zero chunk that ends the stream", {"end"}},
    RuleRow{Rule::kTrailer,
            "C7-trailer",
            "trailer fields by the grammar, none about framing",
            {"chunks"}},
    RuleRow{Rule::kAfterEnd, "C8-after-end", "nothing behind the end of the answer", {"chunks"}},
    RuleRow{Rule::kTruncated,
            "C10-truncated",
            "a connection that does not end within the answer",
            {"end", "chunks"}},
    RuleRow{Rule::kLastEvent,
            "S1-last-event",
            "a blank line behind the last event",
            {"framing", "end"}},
    RuleRow{Rule::kUtf8, "S2-utf8", "valid UTF-8", {"framing"}},
    RuleRow{Rule::kBom, "S3-bom", "no byte order mark", {"framing"}},
    RuleRow{Rule::kFields,
            "S4-fields",
            "no fields but event, data, id and retry, each with a value that clients take",
            {"framing"}},
    RuleRow{Rule::kSeparation,
            "S5-event-separation",
            "one blank line behind each event, one value in each",
            {"framing"}},
    RuleRow{Rule::kTooLarge, "S6-too-large", "lines and events that clients can hold", {"framing"}},
    RuleRow{Rule::kJson, "J1-json", "data that is one JSON value", {"json"}},
    RuleRow{Rule::kJsonCut, "J2-json-cut", "data that holds the whole JSON value", {"json"}},
    RuleRow{Rule::kEventAndData, "E1-event-and-data", "event and data in each chunk", {"framing"}},
    RuleRow{Rule::kFirstChunk, "E2-first-chunk", "a first chunk that fits its schema"},
    RuleRow{Rule::kPair, "E3-pair", "a pair as the data of each chunk of this mode"},
    RuleRow{Rule::kPairMetadata, "E4-graph-node", "a second half of the pair that fits its schema"},
    RuleRow{Rule::kPairChunk, "E5-content", "a first half of the pair that fits its schema"},
    RuleRow{Rule::kEventName, "E6-event-name", "the event name of the chunk's mode"},
    RuleRow{Rule::kModePair,
            "E7-mode-pair",
            "mode and chunk as event and data or both in the data, one way throughout",
            {"pair"}},
    RuleRow{Rule::kItem, "E8-item", "chunks that fit the schema of their mode"},
    RuleRow{Rule::kRequested, "M1-requested", "only the modes asked for", {"requested"}},
    RuleRow{Rule::kRun, "R1-run", "one run, by whatever names it", {"run"}},
    RuleRow{Rule::kIds, "R2-ids", "ids of events that rise", {"ids"}},
    RuleRow{Rule::kUpdates,
            "O1-updates-in-values",
            "updates of replaced keys in the next state",
            {"updates_in_values"}},
    RuleRow{Rule::kTokens,
            "O2-tokens-in-state",
            "a message in the state that its tokens make up",
            {"tokens_in_state"}},
    RuleRow{Rule::kErrorLast, "O3-error-last", "an error as the last event", {"end"}},
    RuleRow{Rule::kArrival,
            "A1-arrival",
            "events that arrive when they happen, not all at the end",
            {"arrival"}},
};

}  // namespace

const RuleRow& row_of(Rule rule) {
    const auto* const found = std::find_if(
        kRows.begin(), kRows.end(), [&](const RuleRow& row) { return row.rule == rule; });
    PLUMBLINE_CHECK(found != kRows.end(), "every rule has a row in the table");
    return *found;
}

}  // namespace plumbline::streaming
