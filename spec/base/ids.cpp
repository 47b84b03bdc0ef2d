#include "spec/base/ids.hpp"

#include "spec/base/text.hpp"

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
    std::string text = "00000000-0000-0000-0000-000000000000";
    const auto put = [&](std::uint64_t& digits, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i, digits <<= 4U) text[i] = kDigits[digits >> 60U];
    };
    std::uint64_t front = (next() & ~0xF000ULL) | 0x4000U;
    std::uint64_t back = (next() & ~(3ULL << 62U)) | (2ULL << 62U);
    put(front, 0, 8);
    put(front, 9, 13);
    put(front, 14, 18);
    put(back, 19, 23);
    put(back, 24, 36);
    return text;
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? c != '-' : hex_value(c) < 0) return false;
    }
    return true;
}

}  // namespace plumbline
