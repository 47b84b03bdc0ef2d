#include "conformance/streaming/bounded_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::streaming {

void BoundedText::append(std::string_view bytes) {
    size_ += bytes.size();
    head_.append(bytes.substr(0, first_ - head_.size()));
    if (bytes.size() >= last_) tail_.clear();
    tail_.append(bytes.substr(bytes.size() - std::min(bytes.size(), last_)));
    // Trimmed from time to time: trimming for each byte would take quadratic time.
    if (tail_.size() > 2 * last_) tail_.erase(0, tail_.size() - last_);
}

std::string BoundedText::text() const {
    const std::string_view tail =
        std::string_view(tail_).substr(tail_.size() - std::min(tail_.size(), last_));
    const std::uint64_t begins = size_ - tail.size();
    if (begins <= head_.size()) return head_ + std::string(tail.substr(head_.size() - begins));
    return fmt::format("{}\n[{} bytes omitted]\n{}", head_, begins - head_.size(), tail);
}

std::string BoundedText::between(std::uint64_t begin, std::uint64_t end) const {
    end = std::min(end, size_);
    if (begin >= end) return {};
    const std::uint64_t tail = tail_start();
    const bool has_gap = tail > head_.size();
    if (end <= head_.size()) return head_.substr(begin, end - begin);
    std::string bytes;
    if (!has_gap && begin < tail) bytes = head_.substr(begin, tail - begin);
    begin = std::max(begin, tail);
    return begin >= end ? bytes : bytes + tail_.substr(begin - tail, end - begin);
}

}  // namespace plumbline::streaming
