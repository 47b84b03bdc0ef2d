#include "spec/sse/event_text.hpp"

#include "spec/sse/decoder.hpp"
#include "spec/sse/encoder.hpp"

namespace plumbline::sse {

std::optional<EventText> EventText::take_apart(std::string_view bytes) {
    Decoder decoder;
    decoder.feed(bytes);
    const auto event = decoder.next();
    if (!event || !*event) return std::nullopt;
    EventText text{std::string((*event)->type), std::string((*event)->data), std::nullopt};
    if (bytes.find("\nid: ") != std::string_view::npos) text.id = std::string((*event)->id);
    return text;
}

std::string EventText::together() const {
    std::string bytes;
    Outgoing event{.type = name, .data = data};
    if (id) event.id = *id;
    (void)append_event(bytes, event);
    return bytes;
}

}  // namespace plumbline::sse
