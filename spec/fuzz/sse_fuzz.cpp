// Event streams: however the bytes are cut, the decoder gives what the standard says, and what it
// gave can be written and read back.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/sse/decoder.hpp"
#include "spec/sse/encoder.hpp"
#include "spec/sse/reference.hpp"

#include <string>

using namespace plumbline;

namespace {

sse::reference::Outcome decode(std::string_view bytes, std::size_t piece) {
    sse::DecoderOptions options;
    options.remarks = true;
    sse::Decoder decoder(options);
    sse::reference::Outcome outcome;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        // A copy of its own, so that a text that was not kept is found.
        const std::string part(bytes.substr(at, piece));
        decoder.feed(part);
        while (true) {
            const auto event = decoder.next();
            PLUMBLINE_CHECK(event.has_value(), "nothing here is too large");
            if (!*event) break;
            const sse::Event& one = **event;
            PLUMBLINE_CHECK(one.offset < one.end && one.end <= bytes.size(),
                            "an event lies in the stream");
            outcome.events.push_back(
                {std::string(one.type), std::string(one.data), std::string(one.id)});
        }
    }
    decoder.finish();
    for (const sse::Remark& remark : decoder.remarks())
        PLUMBLINE_CHECK(remark.offset <= bytes.size(), "a remark points into the stream");
    outcome.last_event_id = decoder.last_event_id();
    return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t piece = 1 + bytes[0] % 16U;
    const std::string_view text = fuzz::text_of(bytes + 1, size - 1);
    const auto expected = sse::reference::decode(text);
    PLUMBLINE_CHECK(decode(text, size) == expected, "the decoder does as the standard says");
    PLUMBLINE_CHECK(decode(text, piece) == expected, "cuts make no difference");
    std::string written;
    for (const auto& [type, data, id] : expected.events)
        PLUMBLINE_CHECK(sse::append_event(written, {type, data, std::string_view(id)}),
                        "what was read can be written");
    PLUMBLINE_CHECK(sse::reference::decode(written).events == expected.events,
                    "what was written reads back");
    return 0;
}
