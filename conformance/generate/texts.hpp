#pragma once
// Texts to try places with.

#include <array>
#include <string>
#include <string_view>

namespace plumbline::generate {

/// A text and the word for what is special about it.
struct NamedText {
    std::string_view name;
    std::string_view text;
};

/// The text that goes where any does.
inline constexpr std::string_view kPlainText = "plumbline";

/// Tried on each `pattern`, as fits and as does not; the first that fits is the simplest.
inline constexpr std::array<NamedText, 7> kTexts{{
    {"plain", kPlainText},
    {"with-hyphen", "plumb-line"},
    {"with-underscore", "plumb_line"},
    {"with-capital", "Plumbline"},
    {"with-leading-digit", "1plumbline"},
    {"with-leading-hyphen", "-plumbline"},
    {"empty", ""},
}};

/// A second text where two must differ; it fits wherever kPlainText does but for hyphens.
inline constexpr std::string_view kOtherText = "plumbline2";

/// What a body has at most; more would show a server's limits, not its rules.
inline constexpr std::size_t kLongestText = 65'536;
inline constexpr std::size_t kMostItems = 1'000;

/// Returns a text of that many characters, at most kLongestText.
[[nodiscard]] std::string text_of_length(std::size_t length);

/// Returns a text of a `format`, "" for one that is not known.
[[nodiscard]] std::string text_of_format(std::string_view format);

}  // namespace plumbline::generate
