#pragma once
// The text of a name, and what decides most comparisons of two.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace plumbline {

/// Returns the first eight bytes as a number, zeros behind a shorter text: two such numbers are in
/// the order of their texts wherever they differ.
inline std::uint64_t first_bytes(std::string_view text) noexcept {
    const auto part = [&](std::size_t at, auto zero) {
        std::memcpy(&zero, text.data() + at, sizeof zero);
        return zero;
    };
    const auto byte = [&](std::size_t at) {
        return std::uint64_t{part(at, std::uint8_t{})} << (56U - 8U * at);
    };
    // Without a loop or a call: parts of what is there, of which some is read twice.
    if (text.size() >= 8) return __builtin_bswap64(part(0, std::uint64_t{}));
    if (text.size() >= 4) {
        const std::size_t last = text.size() - 4;
        return std::uint64_t{__builtin_bswap32(part(0, std::uint32_t{}))} << 32U |
               std::uint64_t{__builtin_bswap32(part(last, std::uint32_t{}))} << (32U - 8U * last);
    }
    if (text.empty()) return 0;
    return byte(0) | byte(text.size() / 2) | byte(text.size() - 1);
}

/// Says whether a text stands in a JSON string as it is.
inline bool needs_no_escapes(std::string_view text) noexcept {
    for (const char one : text) {
        if (one < ' ' || one > '~' || one == '"' || one == '\\') return false;
    }
    return true;
}

/// A name as JSON text has it before a value, `"id":`. Of a fixed size, so that it is copied with
/// its empty end and without a call.
class NameLabel {
  public:
    static constexpr std::size_t kLongestName = 32;

    NameLabel() = default;
    /// The name must not be longer than that.
    explicit NameLabel(std::string_view name) : size_(name.size() + 3) {
        bytes_[0] = bytes_[name.size() + 1] = '"';
        bytes_[name.size() + 2] = ':';
        std::memcpy(bytes_.data() + 1, name.data(), name.size());
    }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const std::array<char, 40>& bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::string_view text() const noexcept { return {bytes_.data(), size_}; }

  private:
    std::array<char, 40> bytes_{};
    std::size_t size_ = 0;
};

/// What a Name points to.
struct NameText {
    NameText() = default;
    explicit NameText(std::string_view its_text) : first(first_bytes(its_text)), text(its_text) {}
    explicit NameText(std::string&& its_text)
        : first(first_bytes(its_text)), text(std::move(its_text)) {}

    std::uint64_t first = 0;  ///< first_bytes of the text
    std::string text;
    NameLabel label;  ///< of one that is kept and needs no escapes, else empty
};

/// A text that is looked for among names. Points to what the caller has.
struct SoughtName {
    explicit SoughtName(std::string_view its_text) noexcept
        : first(first_bytes(its_text)), text(its_text) {}

    std::uint64_t first;
    std::string_view text;
};

/// Says whether a name has the text that is looked for.
inline bool is_same(const NameText& name, const SoughtName& sought) noexcept {
    if (name.first != sought.first || name.text.size() != sought.text.size()) return false;
    return sought.text.size() <= sizeof sought.first || name.text == sought.text;
}

}  // namespace plumbline
