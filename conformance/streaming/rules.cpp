#include "conformance/streaming/rules.hpp"

namespace plumbline::streaming {
namespace {

// Source: RFC 9112 (H6 H7 C1 to C10), RFC 9110 (H2 H3 H5), WHATWG HTML "Server-sent events" (S1 to
// S6); description, "Streaming objects" and "Stream modes" (J1 to M1).
// In the order of the enumerators.
constexpr std::array<StreamRuleRow, kStreamRuleCount> kRows{{
    {"H6-head-syntax", "a head that follows the HTTP/1.1 grammar", {"chunks"}},
    {"H7-version", "HTTP/1.1", {"chunks"}},
    {"H2-content-type", "exactly one Content-Type, text/event-stream in UTF-8", {"type"}},
    {"H3-content-length", "no Content-Length: the length of a stream is unknown", {"no_length"}},
    {"H4-transfer", "Transfer-Encoding: chunked", {"chunks"}},
    {"H5-content-encoding", "no content coding that was not requested", {"chunks"}},
    {"H8-caching", "a head that prevents caching of the stream", {"caching"}},
    {"C1-chunk-size",
     "a chunk size of hexadecimal digits, optionally followed by extensions",
     {"chunks"}},
    {"C2-size-line-end", "CRLF after a chunk size", {"chunks"}},
    {"C3-chunk-end", "chunk data of the announced length, followed by CRLF", {"chunks"}},
    {"C4-terminator", "a last chunk of size 0 at the end of the stream", {"end"}},
    {"C7-trailer", "trailer fields that follow the grammar and do not concern framing", {"chunks"}},
    {"C8-after-end", "nothing after the end of the response", {"chunks"}},
    {"C10-truncated", "a connection that does not end before the response", {"end", "chunks"}},
    {"S1-last-event", "a blank line after the last event", {"framing", "end"}},
    {"S2-utf8", "valid UTF-8", {"type"}},
    {"S4-fields",
     "only the fields event, data, id and retry, each with a value that clients accept",
     {"type"}},
    {"S5-event-separation", "one blank line after each event, one value in each", {"framing"}},
    {"S6-too-large", "lines and events within the clients' limits", {"framing"}},
    {"J1-json", "data that is one JSON value", {"json"}},
    {"J2-json-cut", "data that contains the complete JSON value", {"json"}},
    {"E1-event-and-data", "event and data in each chunk", {"framing"}},
    {"E2-first-chunk", "a first chunk that fits its schema"},
    {"E3-pair", "a pair as the data of each chunk of this mode"},
    {"E4-graph-node", "a second half of the pair that fits its schema"},
    {"E5-content", "a first half of the pair that fits its schema"},
    {"E6-event-name", "the event name of the chunk's mode"},
    {"E7-mode-pair",
     "mode and chunk as event and data, or both in the data, consistently",
     {"pair"}},
    {"E8-item", "chunks that fit the schema of their mode"},
    {"M1-requested", "only the requested modes", {"requested"}},
    {"R1-run", "the same run id everywhere", {"run"}},
    {"R2-ids", "increasing event ids", {"ids"}},
    {"U1-one-update", "the update of each node in an event of its own", {"updates_each"}},
    {"O1-updates-in-values", "updates of replaced keys in the next state", {"updates_in_values"}},
    {"O2-tokens-in-state", "a message in the state that equals its tokens", {"tokens_in_state"}},
    {"O4-token-nodes", "tokens of nodes that have an update", {"token_nodes"}},
    {"O3-error-last", "an error as the last event", {"error"}},
    {"A1-arrival", "events that arrive when they happen, not all at the end", {"arrival"}},
}};

}  // namespace

const StreamRuleRow& row_of(StreamRuleId rule) {
    return kRows[static_cast<std::size_t>(rule)];
}

}  // namespace plumbline::streaming
