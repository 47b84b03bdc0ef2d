// Fuzzes the request parser: the parsed requests must not depend on how the bytes are split. Only
// an incomplete request may be refused immediately for one split and awaited for another: the
// library looks ahead in the available input.

#include "mock_server/transport/request_parser.hpp"
#include "spec/fuzz/fuzzing.hpp"

#include <string>
#include <vector>

using namespace plumbline;
using namespace plumbline::mock;

namespace {

/// The result of parsing an input.
struct RequestFuzzOutcome {
    std::vector<ParsedRequest> requests;
    int refused = 0;       ///< the status, or 0
    std::size_t left = 0;  ///< bytes that were not consumed
    bool waits = false;    ///< for the rest of a request

    bool operator==(const RequestFuzzOutcome&) const = default;
};

/// Feeds pieces of `size` bytes like a connection: bytes that are not consumed precede the next
/// piece.
RequestFuzzOutcome read(std::string_view text, std::size_t size, const ServerOptions& options) {
    RequestParser parser(options);
    RequestFuzzOutcome outcome;
    std::string buffer;
    for (std::size_t at = 0; at < text.size(); at += size) {
        buffer += text.substr(at, size);
        auto step = RequestParser::ParseStep::kExpectsContinue;
        while (!buffer.empty() && step != RequestParser::ParseStep::kNeedMore) {
            const auto fed = parser.feed(buffer);
            PLUMBLINE_CHECK(fed.consumed <= buffer.size(), "the parser consumes at most the input");
            buffer.erase(0, fed.consumed);
            step = fed.step;
            if (step == RequestParser::ParseStep::kComplete)
                outcome.requests.push_back(*parser.take_request());
            if (step == RequestParser::ParseStep::kRefused) {
                outcome.refused = parser.refusal().status;
                return outcome;
            }
        }
    }
    outcome.waits = parser.is_in_head() || parser.is_in_body();
    // The number of consumed bytes of an incomplete request does not matter.
    if (!outcome.waits) outcome.left = buffer.size();
    return outcome;
}

/// An input that is refused as a whole is refused in pieces, or its end is still awaited. If it has
/// two errors, either may be reported.
bool agree(const RequestFuzzOutcome& whole, const RequestFuzzOutcome& cut) {
    return whole == cut || (whole.requests == cut.requests && whole.refused != 0 &&
                            (cut.refused != 0 || cut.waits));
}

void check_input(std::string_view text) {
    // Small limits, so that short inputs reach them.
    static const ServerOptions options{
        .max_body = 256, .max_request_line = 128, .max_head = 512, .max_fields = 8};
    if (text.empty()) return;
    const RequestFuzzOutcome whole = read(text, text.size(), options);
    PLUMBLINE_CHECK(agree(whole, read(text, 1, options)), "the result is the same byte by byte");
    PLUMBLINE_CHECK(agree(whole, read(text, 7, options)), "the result is the same in pieces");
    for (const ParsedRequest& parsed : whole.requests) {
        PLUMBLINE_CHECK(parsed.request.body.size() <= options.max_body,
                        "a body respects the limit");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
