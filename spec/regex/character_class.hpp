#pragma once
// Character classes of I-Regexp, written for RE2.

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::iregexp {

/// General categories of Unicode, one bit each. Every character has exactly one.
using Categories = std::uint32_t;
inline constexpr Categories kAllCategories = (Categories{1} << 30U) - 1;

/// Returns the categories whose names begin with `name`, such as all letters for L; 0 if there are
/// none.
[[nodiscard]] Categories categories_of(std::string_view name);

/// A character class: single characters and ranges in RE2's syntax, and categories.
struct CharacterClass {
    bool negated = false;
    std::string characters;
    Categories categories = 0;
};

/// Returns a class as an RE2 pattern that matches one character.
[[nodiscard]] std::string class_text(const CharacterClass& one);

}  // namespace plumbline::iregexp
