#pragma once
// The beginning and the latest part of bytes that may never end.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::streaming {

/// Keeps at most `first` + `last` (times two, while they come) bytes of all that it takes.
class BoundedText {
  public:
    BoundedText(std::size_t first, std::size_t last) : first_(first), last_(last) {}

    void take(std::string_view bytes);

    /// Returns how many bytes have come.
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Returns what is kept; where bytes are missing, a line says how many.
    [[nodiscard]] std::string text() const;
    /// Returns those bytes from `begin` to `end` (of all that came) that are kept up to there
    /// without a gap.
    [[nodiscard]] std::string between(std::uint64_t begin, std::uint64_t end) const;

  private:
    [[nodiscard]] std::uint64_t tail_begins() const { return size_ - tail_.size(); }

    std::size_t first_;
    std::size_t last_;
    std::uint64_t size_ = 0;
    std::string head_;
    std::string tail_;  ///< the latest bytes, those of head_ among them while they are few
};

}  // namespace plumbline::streaming
