#include "spec/base/ids.hpp"

namespace plumbline {

std::uint64_t IdSource::next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

std::string IdSource::uuid() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::uint64_t halves[2] = {(next() & ~0xF000ULL) | 0x4000U,
                                     (next() & ~(3ULL << 62U)) | (2ULL << 62U)};
    std::string text = "00000000-0000-0000-0000-000000000000";
    unsigned digit = 0;
    for (char& place : text) {
        if (place == '-') continue;
        const unsigned shift = 60 - 4 * (digit % 16);
        place = kDigits[(halves[digit / 16] >> shift) & 0xFU];
        ++digit;
    }
    return text;
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (dash ? c != '-' : !hex) return false;
    }
    return true;
}

}  // namespace plumbline
