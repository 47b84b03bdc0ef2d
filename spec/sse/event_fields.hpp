#pragma once
// One encoded event as separate fields, to modify and encode again.

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

struct EventFields {
    std::string name;
    std::string data;
    std::optional<std::string> id;

    /// Returns nothing if the bytes are a comment and not an event.
    [[nodiscard]] static std::optional<EventFields> parse(std::string_view bytes);
    [[nodiscard]] std::string encode() const;
};

}  // namespace plumbline::sse
