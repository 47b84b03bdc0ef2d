#pragma once
// How texts stand in JSON strings.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace plumbline::string_text {

/// Eight bytes, looked at as one number.
using Block = std::uint64_t;
inline constexpr Block kEach = 0x0101010101010101U;

/// Sets the highest bit of each byte that does not stand in a JSON text as it is: what is not
/// ASCII, a control, a quote, a backslash. A borrow between bytes comes only from one that is not
/// plain itself.
inline Block specials(Block bytes) {
    const auto with_zero = [](Block some) { return (some - kEach) & ~some; };
    return (bytes | (bytes - kEach * ' ') | with_zero(bytes ^ (kEach * '"')) |
            with_zero(bytes ^ (kEach * '\\'))) &
           (kEach * 0x80U);
}

/// Sixteen bytes that the machine looks at side by side.
using Row = signed char __attribute__((vector_size(16)));

/// The same for a row: all bits of such a byte. As signed numbers, what is not ASCII is negative.
inline Row specials(Row bytes) {
    return (bytes < ' ') | (bytes == '"') | (bytes == '\\');
}

inline bool is_zero(Block bytes) {
    return bytes == 0;
}
inline bool is_zero(Row bytes) {
    const auto halves = std::bit_cast<std::array<Block, 2>>(bytes);
    return (halves[0] | halves[1]) == 0;
}

/// Copies a text of at least one `Piece` to a place; says whether all of it is plain.
template <typename Piece>
bool copy_plain_pieces(std::string_view text, char* place) {
    Piece found{};
    const auto copy_piece = [&](std::size_t at) {
        Piece bytes;
        std::memcpy(&bytes, text.data() + at, sizeof bytes);
        std::memcpy(place + at, &bytes, sizeof bytes);
        found |= specials(bytes);
    };
    const std::size_t last = text.size() - sizeof(Piece);
    for (std::size_t at = 0; at < last; at += sizeof(Piece)) copy_piece(at);
    copy_piece(last);
    return is_zero(found);
}

/// How much is written at most behind a text that is copied.
inline constexpr std::size_t kRoomBehind = sizeof(Block);

/// Copies a text to a place with `kRoomBehind` more; says whether all of it is plain.
inline bool copy_plain(std::string_view text, char* place) {
    if (text.size() >= sizeof(Row)) return copy_plain_pieces<Row>(text, place);
    if (text.size() >= sizeof(Block)) return copy_plain_pieces<Block>(text, place);
    Block bytes = kEach * 'a';
    std::memcpy(&bytes, text.data(), text.size());
    std::memcpy(place, &bytes, sizeof bytes);
    return specials(bytes) == 0;
}

/// Stands for what is not ASCII: whether it is UTF-8 is for the library to say.
inline constexpr char kForeign = '?';

/// Returns what stands behind the backslash for each byte; 0: the byte stands as it is.
constexpr std::array<char, 256> escapes() {
    std::array<char, 256> letters{};
    for (std::size_t byte = 0; byte < ' '; ++byte) letters[byte] = 'u';
    for (std::size_t byte = 0x80; byte < letters.size(); ++byte) letters[byte] = kForeign;
    for (const auto& [byte, letter] : {std::pair{'"', '"'},
                                       {'\\', '\\'},
                                       {'\b', 'b'},
                                       {'\f', 'f'},
                                       {'\n', 'n'},
                                       {'\r', 'r'},
                                       {'\t', 't'}})
        letters[static_cast<unsigned char>(byte)] = letter;
    return letters;
}
inline constexpr std::array<char, 256> kEscapes = escapes();
inline constexpr std::size_t kLongestEscape = 6;

/// Writes ASCII text as it stands in a JSON string, at most kLongestEscape bytes for one of it, and
/// returns where the next goes; null if some is not ASCII.
inline char* escaped(std::string_view text, char* to) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char one : text) {
        const auto byte = static_cast<unsigned char>(one);
        const char escape = kEscapes[byte];
        if (escape == 0) {
            *to++ = one;
            continue;
        }
        if (escape == kForeign) return nullptr;
        *to++ = '\\';
        *to++ = escape;
        if (escape != 'u') continue;
        for (const char digit : {'0', '0', kDigits[byte >> 4U], kDigits[byte & 0xFU]})
            *to++ = digit;
    }
    return to;
}

}  // namespace plumbline::string_text
