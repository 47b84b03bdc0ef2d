#pragma once
// The name of a member of a JSON object.

#include "spec/json/name_text.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline {

/// A text in one word. Most names are of a few hundred words of the contract: their text is kept
/// once for the whole program (name_pool.hpp), and a copy of such a name is a copy of a pointer.
/// Any other owns its text. Which of the two it is shows in nothing but time and memory.
///
/// Thread: as a std::string.
class Name {
  public:
    Name() noexcept : place_(empty()) {}
    explicit Name(std::string_view text);
    explicit Name(std::string&& text);
    explicit Name(const char* text) : Name(std::string_view(text)) {}

    Name(const Name& other) : place_(other.is_own() ? owned(other.text()) : other.place_) {}
    /// Leaves a name that is kept once where it is as well: that is cheaper than any other.
    Name(Name&& other) noexcept : place_(other.place_) {
        if (is_own()) other.place_ = empty();
    }
    Name& operator=(const Name& other) { return *this = Name(other); }
    Name& operator=(Name&& other) noexcept {
        std::swap(place_, other.place_);
        return *this;
    }
    ~Name() {
        if (is_own()) delete &held();
    }

    [[nodiscard]] const std::string& text() const noexcept { return held().text; }
    // As a std::string wherever one is read: a name is one to all who do not keep many.
    operator const std::string&() const noexcept { return text(); }
    operator std::string_view() const noexcept { return text(); }
    /// Returns the name as JSON text has it before a value; empty where that is not known.
    [[nodiscard]] const NameLabel& label() const noexcept { return held().label; }
    /// Says whether the text is kept once.
    [[nodiscard]] bool is_kept() const noexcept { return !is_own(); }
    /// Says whether it is the same as one that is kept once.
    [[nodiscard]] bool is_kept_as(const Name& kept) const noexcept { return place_ == kept.place_; }
    [[nodiscard]] std::size_t size() const noexcept { return text().size(); }
    [[nodiscard]] const char* c_str() const noexcept { return text().c_str(); }
    [[nodiscard]] bool starts_with(char first) const noexcept { return text().starts_with(first); }

    friend bool operator==(const Name& a, const Name& b) noexcept {
        if (a.place_ == b.place_) return true;
        // What is kept is kept once.
        return (a.is_own() || b.is_own()) && is_same_text(a, b);
    }
    friend bool operator==(const Name& a, const SoughtName& b) noexcept {
        return is_same(a.held(), b);
    }
    friend bool operator==(const Name& a, std::string_view b) noexcept { return a.text() == b; }
    /// By bytes, as std::string.
    friend std::strong_ordering operator<=>(const Name& a, const Name& b) noexcept {
        if (a.place_ == b.place_) return std::strong_ordering::equal;
        return order(a.held(), b.held());
    }
    friend std::strong_ordering operator<=>(const Name& a, const SoughtName& b) noexcept {
        return order(a.held(), b);
    }
    friend std::strong_ordering operator<=>(const Name& a, std::string_view b) noexcept {
        return std::string_view(a) <=> b;
    }

  private:
    static const char* empty();
    /// Returns the place of the text that is kept once; null if it is not.
    static const char* kept(std::string_view text);
    static const char* owned(std::string text);
    static bool is_same_text(const Name& a, const Name& b) noexcept;

    template <typename Text>
    static std::strong_ordering order(const NameText& a, const Text& b) noexcept {
        return a.first != b.first ? a.first <=> b.first : std::string_view(a.text) <=> b.text;
    }

    [[nodiscard]] std::uintptr_t own_bit() const noexcept {
        return reinterpret_cast<std::uintptr_t>(place_) & 1U;
    }
    [[nodiscard]] bool is_own() const noexcept { return own_bit() != 0; }
    [[nodiscard]] const NameText& held() const noexcept {
        return *reinterpret_cast<const NameText*>(place_ - own_bit());
    }

    const char* place_;  ///< of a NameText: its first byte, the second if it is our own
};

std::ostream& operator<<(std::ostream& out, const Name& name);

}  // namespace plumbline
