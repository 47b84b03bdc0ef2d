#pragma once
// Stores the beginning and the end of a byte sequence of any length.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::streaming {

/// Stores at most `first` + `last` bytes (temporarily `first` + 2 * `last`) of the appended bytes.
class BoundedText {
  public:
    BoundedText(std::size_t first, std::size_t last) : first_(first), last_(last) {}

    void append(std::string_view bytes);

    /// Returns the number of appended bytes.
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Returns the stored bytes; a line reports how many are omitted.
    [[nodiscard]] std::string text() const;
    /// Returns the stored bytes from `begin` to `end` (offsets in the whole sequence). If bytes
    /// between them are omitted, only those after the omitted ones.
    [[nodiscard]] std::string between(std::uint64_t begin, std::uint64_t end) const;

  private:
    [[nodiscard]] std::uint64_t tail_start() const { return size_ - tail_.size(); }

    std::size_t first_;
    std::size_t last_;
    std::uint64_t size_ = 0;
    std::string head_;
    std::string tail_;  ///< the last bytes; at first also those of head_
};

}  // namespace plumbline::streaming
