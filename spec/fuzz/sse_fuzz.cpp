// Event streams: the decoder follows the standard however the bytes are split, and its events can
// be encoded and decoded again.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/sse/decoder.hpp"
#include "spec/sse/encoder.hpp"
#include "spec/sse/reference_decoder.hpp"

#include <string>

using namespace plumbline;

namespace {

sse::reference::ReferenceResult decode(std::string_view bytes, std::size_t piece) {
    sse::Decoder decoder({.on_warning = [&](const sse::StreamWarning& warning) {
        PLUMBLINE_CHECK(warning.offset <= bytes.size(), "a warning points into the stream");
    }});
    sse::reference::ReferenceResult outcome;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        // A separate copy, so that a text that was not copied is detected.
        const std::string part(bytes.substr(at, piece));
        decoder.feed(part);
        while (true) {
            const auto event = decoder.next();
            PLUMBLINE_CHECK(event.has_value(), "no input is too large");
            if (!*event) break;
            const sse::Event& one = **event;
            PLUMBLINE_CHECK(one.offset < one.end && one.end <= bytes.size(),
                            "an event is inside the stream");
            outcome.events.push_back(
                {std::string(one.type), std::string(one.data), std::string(one.id)});
        }
    }
    decoder.finish();
    outcome.last_event_id = decoder.last_event_id();
    return outcome;
}

void check_input(std::string_view input) {
    if (input.empty()) return;
    const auto [piece, text] = fuzz::split_of(input);
    const auto expected = sse::reference::decode(text);
    PLUMBLINE_CHECK(decode(text, input.size()) == expected, "the decoder follows the standard");
    PLUMBLINE_CHECK(decode(text, piece) == expected, "the split makes no difference");
    std::string written;
    for (const auto& [type, data, id] : expected.events)
        PLUMBLINE_CHECK(sse::append_event(written, {type, data, std::string_view(id)}),
                        "a decoded event can be encoded");
    PLUMBLINE_CHECK(sse::reference::decode(written).events == expected.events,
                    "an encoded event decodes to itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
