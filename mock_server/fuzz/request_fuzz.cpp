// Bytes of a client: which requests are taken does not depend on how the bytes were cut. Only a
// request that has not ended may be refused at once in one cut and waited for in another: the
// library looks ahead in what it has.

#include "mock_server/transport/request_parser.hpp"
#include "spec/fuzz/fuzzing.hpp"

#include <string>
#include <vector>

using namespace plumbline;
using namespace plumbline::mock;

namespace {

/// What became of an input.
struct Outcome {
    std::vector<ParsedRequest> requests;
    int refused = 0;       ///< the status, or 0
    std::size_t left = 0;  ///< bytes that nobody took
    bool waits = false;    ///< for the rest of a request

    bool operator==(const Outcome&) const = default;
};

/// Feeds pieces of `size` bytes as a connection does: what is not consumed stays in front.
Outcome read(std::string_view text, std::size_t size, const ServerOptions& options) {
    RequestParser parser(options);
    Outcome outcome;
    std::string buffer;
    for (std::size_t at = 0; at < text.size(); at += size) {
        buffer += text.substr(at, size);
        auto step = RequestParser::Step::kExpectsContinue;
        while (!buffer.empty() && step != RequestParser::Step::kNeedMore) {
            const auto fed = parser.feed(buffer);
            PLUMBLINE_CHECK(fed.consumed <= buffer.size(), "no more is consumed than was fed");
            buffer.erase(0, fed.consumed);
            step = fed.step;
            if (step == RequestParser::Step::kComplete) outcome.requests.push_back(*parser.take());
            if (step == RequestParser::Step::kRefused) {
                outcome.refused = parser.refusal().status;
                return outcome;
            }
        }
    }
    outcome.waits = parser.is_in_head() || parser.is_in_body();
    // How much of an open request is consumed says nothing.
    if (!outcome.waits) outcome.left = buffer.size();
    return outcome;
}

/// What is refused whole is refused in pieces, or its end still waited for. Of two mistakes either
/// may be named.
bool agree(const Outcome& whole, const Outcome& cut) {
    return whole == cut || (whole.requests == cut.requests && whole.refused != 0 &&
                            (cut.refused != 0 || cut.waits));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    // Small limits, so that short inputs reach them.
    static const ServerOptions options{
        .max_body = 256, .max_request_line = 128, .max_head = 512, .max_fields = 8};
    const std::string_view text = fuzz::text_of(bytes, size);
    if (text.empty()) return 0;
    const Outcome whole = read(text, text.size(), options);
    PLUMBLINE_CHECK(agree(whole, read(text, 1, options)), "byte by byte it is the same");
    PLUMBLINE_CHECK(agree(whole, read(text, 7, options)), "in pieces it is the same");
    for (const ParsedRequest& parsed : whole.requests) {
        PLUMBLINE_CHECK(parsed.request.body.size() <= options.max_body,
                        "a body keeps to the limit");
    }
    return 0;
}
