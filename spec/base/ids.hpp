#pragma once
// Randomness is a parameter: code that creates ids receives an IdSource.

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline {

/// Generates ids and random numbers from a seed: the same seed gives the same sequence on every
/// machine. Not thread-safe.
class IdSource {
  public:
    explicit IdSource(std::uint64_t seed) : state_(seed) {}

    /// Returns the next 64 random bits (splitmix64).
    [[nodiscard]] std::uint64_t next();
    /// Returns a random UUID, version 4, in lower case.
    [[nodiscard]] std::string uuid();

  private:
    std::uint64_t state_;
};

/// Returns whether `text` is a UUID of 8-4-4-4-12 hexadecimal digits in either case.
[[nodiscard]] bool is_uuid(std::string_view text);

}  // namespace plumbline
