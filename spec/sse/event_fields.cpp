#include "spec/sse/event_fields.hpp"

#include "spec/sse/decoder.hpp"
#include "spec/sse/encoder.hpp"

namespace plumbline::sse {

std::optional<EventFields> EventFields::parse(std::string_view bytes) {
    Decoder decoder;
    decoder.feed(bytes);
    const auto event = decoder.next();
    if (!event || !*event) return std::nullopt;
    EventFields text{std::string((*event)->type), std::string((*event)->data), std::nullopt};
    if (bytes.find("\nid: ") != std::string_view::npos) text.id = std::string((*event)->id);
    return text;
}

std::string EventFields::encode() const {
    std::string bytes;
    OutgoingEvent event{.type = name, .data = data};
    if (id) event.id = *id;
    (void)append_event(bytes, event);
    return bytes;
}

}  // namespace plumbline::sse
