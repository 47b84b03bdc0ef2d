// Heads of responses: the client and the checker of streams read the same status and fields. Their
// bodies: decoding a content coding does not depend on how the bytes are split.

#include "conformance/client/response_reader.hpp"
#include "conformance/streaming/response_head.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/http/content_coding.hpp"

#include <optional>
#include <string>

using namespace plumbline;

namespace {

/// Gives the lines of the head to both readers; returns the rest. The readers agree where nothing
/// is continued on another line, which only the client accepts, and no informational head precedes.
std::string_view check_head(std::string_view text) {
    client::ResponseReader reader("GET", text.size());
    streaming::ResponseHead head;
    bool is_plain = text.starts_with("HTTP/1.1 2");
    while (!text.empty() && !reader.has_complete_head()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const bool continues = reader.take_head_line(text.substr(0, end));
        PLUMBLINE_CHECK(continues || reader.has_unknown_end(), "the head is small");
        head.take_line(text.substr(0, end));
        is_plain = is_plain && text.front() != ' ' && text.front() != '\t';
        text.remove_prefix(end);
    }
    if (!reader.has_complete_head()) return "";
    PLUMBLINE_CHECK(!is_plain || reader.response().status == head.status(),
                    "both read the same status");
    PLUMBLINE_CHECK(!is_plain || reader.response().headers == head.headers(),
                    "both read the same fields");
    return text;
}

struct DecodedContent {
    std::string content;
    bool is_valid = true;
    bool has_ended = false;

    bool operator==(const DecodedContent&) const = default;
};

/// Returns nothing if there is more content than is compared.
std::optional<DecodedContent> decode(std::string_view bytes,
                                     std::string_view coding,
                                     std::size_t piece) {
    constexpr std::size_t kEnough = 100'000;  // a small body can have a large content
    http::ContentDecoder decoder(coding);
    DecodedContent decoded;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::string part(bytes.substr(at, piece));
        decoder.feed(part);
        while (decoded.content.size() < kEnough) {
            const auto content = decoder.next();
            // How much precedes the error depends on the pieces.
            if (!content) return DecodedContent{.content = "", .is_valid = false};
            if (!*content) break;
            decoded.content += **content;
        }
        if (decoded.content.size() >= kEnough) return std::nullopt;
    }
    decoded.has_ended = decoder.has_ended();
    return decoded;
}

void check_input(std::string_view input) {
    if (input.empty()) return;
    const auto [piece, text] = fuzz::split_of(input);
    const std::string_view body = check_head(text);
    for (const char* coding : {"gzip", "deflate"}) {
        const auto whole = decode(body, coding, input.size());
        const auto parts = decode(body, coding, piece);
        PLUMBLINE_CHECK(!whole || !parts || *whole == *parts, "the split makes no difference");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
