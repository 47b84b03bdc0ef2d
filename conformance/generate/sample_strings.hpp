#pragma once
// Strings for test bodies.

#include <array>
#include <string>
#include <string_view>

namespace plumbline::generate {

/// A string and a name for its special property.
struct SampleString {
    std::string_view name;
    std::string_view text;
};

/// The string for a location that accepts any.
inline constexpr std::string_view kPlainString = "plumbline";

/// Tried with each `pattern`, matching or not; the first match is the simplest.
inline constexpr std::array<SampleString, 7> kSampleStrings{{
    {"plain", kPlainString},
    {"with-hyphen", "plumb-line"},
    {"with-underscore", "plumb_line"},
    {"with-capital", "Plumbline"},
    {"with-leading-digit", "1plumbline"},
    {"with-leading-hyphen", "-plumbline"},
    {"empty", ""},
}};

/// A second string for values that must differ; it fits wherever kPlainString does, except for
/// hyphens.
inline constexpr std::string_view kOtherString = "plumbline2";

/// The limits of generated bodies; longer ones would test a server's limits instead of its rules.
inline constexpr std::size_t kMaxStringLength = 65'536;
inline constexpr std::size_t kMaxItems = 1'000;

/// Returns a string with that many characters, at most kMaxStringLength.
[[nodiscard]] std::string string_of_length(std::size_t length);

/// Returns a string with a `format`, "" for an unknown format.
[[nodiscard]] std::string string_of_format(std::string_view format);

}  // namespace plumbline::generate
