#pragma once
// Prefetching: among thousands of objects each one has left the cache by its next use, and waiting
// for its memory then costs more than the work itself.

#include <cstddef>
#include <string_view>

namespace plumbline {

/// Prefetches the cache lines of some bytes.
inline void prefetch_bytes(std::string_view bytes) {
    constexpr std::size_t kLine = 64;
    for (std::size_t at = 0; at < bytes.size(); at += kLine) __builtin_prefetch(bytes.data() + at);
}

/// Prefetches the cache lines of an object, but not of what it points to.
template <typename Object>
void prefetch(const Object& object) {
    prefetch_bytes(std::string_view(reinterpret_cast<const char*>(&object), sizeof object));
}

}  // namespace plumbline
