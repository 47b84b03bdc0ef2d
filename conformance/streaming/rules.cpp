#include "conformance/streaming/rules.hpp"

namespace plumbline::streaming {
namespace {

using enum StreamRuleSource;

// The rules of kService follow from the description, "Streaming objects" and "Stream modes". HTTP
// also allows a length or the end of the connection instead of chunks, and HTTP/1.0. The format
// also allows a byte order mark, events without name or data, unknown fields, and data that is any
// text. In the order of the enumerators.
constexpr std::array<StreamRuleRow, kStreamRuleCount> kRows{{
    {kHttp, "H6-head-syntax", "a head that follows the HTTP/1.1 grammar", {"chunks"}},
    {kService, "H7-version", "HTTP/1.1", {"chunks"}},
    {kHttp, "H7-version", "HTTP/1.1 for a transfer coding", {"chunks"}},
    {kFormat, "H2-content-type", "exactly one Content-Type, and UTF-8", {"type"}},
    {kService,
     "H3-content-length",
     "no Content-Length: the length of a stream is unknown",
     {"no_length"}},
    {kHttp, "H3-content-length", "no Content-Length beside a Transfer-Encoding", {"no_length"}},
    {kService, "H4-transfer", "Transfer-Encoding: chunked", {"chunks"}},
    {kHttp, "H4-transfer", "no Transfer-Encoding but chunked, once", {"chunks"}},
    {kService, "H5-content-encoding", "no content coding that was not requested", {"chunks"}},
    {kHttp,
     "H5-content-encoding",
     "complete content in the coding that the head names",
     {"chunks"}},
    {kReader,
     "H5-content-encoding",
     "a content coding that can be read: gzip or deflate",
     {"chunks"}},
    {kService, "H8-caching", "a head that prevents caching of the stream", {"caching"}},
    {kHttp,
     "C1-chunk-size",
     "a chunk size of hexadecimal digits, optionally followed by extensions",
     {"chunks"}},
    {kHttp, "C2-size-line-end", "CRLF after a chunk size", {"chunks"}},
    {kHttp, "C3-chunk-end", "chunk data of the announced length, followed by CRLF", {"chunks"}},
    {kHttp, "C4-terminator", "a last chunk of size 0 at the end of the stream", {"end"}},
    {kService, "C4-terminator", "a last chunk of size 0 at the end of the stream", {"end"}},
    {kHttp,
     "C7-trailer",
     "trailer fields that follow the grammar and do not concern framing",
     {"chunks"}},
    {kHttp, "C8-after-end", "nothing after the end of the response", {"chunks"}},
    {kHttp,
     "C10-truncated",
     "a connection that does not end before the response",
     {"end", "chunks"}},
    {kFormat, "S1-last-event", "a blank line after the last event", {"framing", "end"}},
    {kFormat, "S2-utf8", "valid UTF-8", {"type"}},
    {kService,
     "S4-fields",
     "only the fields event, data, id and retry, each with a value that clients accept",
     {"type"}},
    {kService,
     "S5-event-separation",
     "one blank line after each event, one value in each",
     {"framing"}},
    {kReader, "S6-too-large", "lines and events within the clients' limits", {"framing"}},
    {kService, "J1-json", "data that is one JSON value", {"json"}},
    {kService, "J2-json-cut", "data that contains the complete JSON value", {"json"}},
    {kService, "E1-event-and-data", "event and data in each chunk", {"framing"}},
    {kService, "E2-first-chunk", "a first chunk that fits its schema"},
    {kService, "E3-pair", "a pair as the data of each chunk of this mode"},
    {kService, "E4-graph-node", "a second half of the pair that fits its schema"},
    {kService, "E5-content", "a first half of the pair that fits its schema"},
    {kService, "E6-event-name", "the event name of the chunk's mode"},
    {kService,
     "E7-mode-pair",
     "mode and chunk as event and data, or both in the data, consistently",
     {"pair"}},
    {kService, "E8-item", "chunks that fit the schema of their mode"},
    {kService, "M1-requested", "only the requested modes", {"requested"}},
    {kService, "R1-run", "the same run id everywhere", {"run"}},
    {kService, "R2-ids", "increasing event ids", {"ids"}},
    {kService, "U1-one-update", "the update of each node in an event of its own", {"updates_each"}},
    {kService,
     "O1-updates-in-values",
     "updates of replaced keys in the next state",
     {"updates_in_values"}},
    {kService,
     "O2-tokens-in-state",
     "a message in the state that equals its tokens",
     {"tokens_in_state"}},
    {kService, "O4-token-nodes", "tokens of nodes that have an update", {"token_nodes"}},
    {kService, "O3-error-last", "an error as the last event", {"error"}},
    {kFormat, "J3-item-json", "items that are JSON texts"},
    {kItems, "D1-item", "items that fit their schema"},
    {kItems, "D2-end-marker", "an end marker as the last item"},
    {kItems, "D3-kind", "items of the kinds that the document names"},
    {kService,
     "A1-arrival",
     "events that arrive when they happen, not all at the end",
     {"arrival"}},
}};

}  // namespace

const StreamRuleRow& row_of(StreamRuleId rule) {
    return kRows[static_cast<std::size_t>(rule)];
}

}  // namespace plumbline::streaming
