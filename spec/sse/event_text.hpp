#pragma once
// One event as the encoder writes it, taken apart to be changed and put together again.

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sse {

struct EventText {
    std::string name;
    std::string data;
    std::optional<std::string> id;

    /// Returns nothing if the bytes are no event, but a comment.
    [[nodiscard]] static std::optional<EventText> take_apart(std::string_view bytes);
    [[nodiscard]] std::string together() const;
};

}  // namespace plumbline::sse
