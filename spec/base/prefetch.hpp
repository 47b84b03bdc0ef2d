#pragma once
// Memory asked for before it is needed: among thousands of objects each one's is far away by the
// time of its next turn, and to wait for it then costs more than the turn.

#include <cstddef>
#include <string_view>

namespace plumbline {

/// Asks for the cache lines of some bytes.
inline void prefetch_bytes(std::string_view bytes) {
    constexpr std::size_t kLine = 64;
    for (std::size_t at = 0; at < bytes.size(); at += kLine) __builtin_prefetch(bytes.data() + at);
}

/// Asks for those of an object, not for what it points to.
template <typename Object>
void prefetch(const Object& object) {
    prefetch_bytes(std::string_view(reinterpret_cast<const char*>(&object), sizeof object));
}

}  // namespace plumbline
