#pragma once
// Memory asked for before it is needed: among thousands of streams each one's is far away by the
// time of its next event, and its misses then cost more than the event.

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace plumbline::mock {

/// Asks for the cache lines of some bytes.
inline void prefetch(std::string_view bytes) {
    constexpr std::size_t kLine = 64;
    for (std::size_t at = 0; at < bytes.size(); at += kLine) __builtin_prefetch(bytes.data() + at);
}

/// Asks for those of an object, not for what it points to.
template <typename Object>
requires(!std::is_convertible_v<const Object&, std::string_view>) void prefetch(
    const Object& object) {
    prefetch(std::string_view(reinterpret_cast<const char*>(&object), sizeof object));
}

}  // namespace plumbline::mock
