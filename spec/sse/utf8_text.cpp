#include "spec/sse/utf8_text.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace plumbline::sse {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kBlock = 4 * kWord;

std::uint64_t word_at(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, kWord);
    return word;
}

bool is_ascii_word(std::uint64_t word) {
    return (word & 0x8080808080808080U) == 0;
}

/// Returns an offset before which everything is ASCII: the size, if everything is.
std::size_t ascii_end(std::string_view bytes) {
    const char* const begin = bytes.data();
    std::size_t at = 0;
    for (; at + kBlock <= bytes.size(); at += kBlock) {
        const std::uint64_t all = word_at(begin + at) | word_at(begin + at + kWord) |
                                  word_at(begin + at + 2 * kWord) | word_at(begin + at + 3 * kWord);
        if (!is_ascii_word(all)) break;
    }
    for (; at + kWord <= bytes.size(); at += kWord) {
        if (!is_ascii_word(word_at(begin + at))) return at;
    }
    // Checks the last bytes again together with those before them, as one word.
    if (bytes.size() >= kWord && is_ascii_word(word_at(begin + bytes.size() - kWord)))
        return bytes.size();
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) ++at;
    return at;
}

/// Returns how many bytes at the front one replacement represents: the longest prefix of a valid
/// sequence, which continuation bytes would complete; at least one byte.
std::size_t invalid_length(std::string_view bytes) {
    for (std::size_t length = std::min<std::size_t>(bytes.size(), 3); length > 1; --length) {
        if (utf8_length(std::string(bytes.substr(0, length)) + "\x80\x80") > length) return length;
    }
    return 1;
}

}  // namespace

bool is_ascii(std::string_view bytes) {
    return ascii_end(bytes) == bytes.size();
}

std::size_t find_invalid_utf8(std::string_view bytes) {
    std::size_t at = 0;
    while (true) {
        at += ascii_end(bytes.substr(at));
        if (at == bytes.size()) return std::string_view::npos;
        const std::size_t length = utf8_length(bytes.substr(at));
        if (length == 0) return at;
        at += length;
    }
}

std::string replace_invalid_utf8(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    while (true) {
        const std::size_t bad = find_invalid_utf8(bytes);
        text += bytes.substr(0, bad);
        if (bad == std::string_view::npos) return text;
        text += kReplacement;
        bytes.remove_prefix(bad);
        bytes.remove_prefix(invalid_length(bytes));
    }
}

}  // namespace plumbline::sse
