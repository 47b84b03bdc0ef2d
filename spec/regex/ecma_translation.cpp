#include "spec/regex/ecma_translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace plumbline::ecma {
namespace {

// White space and line ends of ECMA-262, and all other characters.
constexpr std::string_view kSpaces =
    "\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}"
    "\\x{FEFF}";
constexpr std::string_view kOthers =
    "\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}"
    "\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-"
    "\\x{10FFFF}";
constexpr std::string_view kDot = "[^\\n\\r\\x{2028}\\x{2029}]";
// Classes that match any character, and none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kWholeClasses{{
    {"[^]", "[\\x{0}-\\x{10FFFF}]"},
    {"[]", "[^\\x{0}-\\x{10FFFF}]"},
}};

/// Letters that have a meaning after a backslash.
constexpr std::string_view kEscapedLetters = "bBdDwWfnrtvxpPk";

constexpr std::array<std::pair<std::string_view, std::string_view>, 38> kCategories{{
    {"Letter", "L"},
    {"Cased_Letter", "L&"},
    {"Uppercase_Letter", "Lu"},
    {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Mark", "M"},
    {"Combining_Mark", "M"},
    {"Nonspacing_Mark", "Mn"},
    {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Connector_Punctuation", "Pc"},
    {"Dash_Punctuation", "Pd"},
    {"Open_Punctuation", "Ps"},
    {"Close_Punctuation", "Pe"},
    {"Initial_Punctuation", "Pi"},
    {"Final_Punctuation", "Pf"},
    {"Other_Punctuation", "Po"},
    {"Symbol", "S"},
    {"Math_Symbol", "Sm"},
    {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"},
    {"Other_Symbol", "So"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Line_Separator", "Zl"},
    {"Paragraph_Separator", "Zp"},
    {"Other", "C"},
    {"Control", "Cc"},
    {"Format", "Cf"},
}};

/// Returns the short name of a property: `L` for `Letter`, `Greek` for `Script=Greek`.
std::string_view short_property(std::string_view name) {
    for (const std::string_view prefix :
         {"Script=", "sc=", "Script_Extensions=", "scx=", "General_Category=", "gc="}) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    }
    const auto row =
        std::ranges::find(kCategories, name, [](const auto& one) { return one.first; });
    return row == kCategories.end() ? name : row->second;
}

std::optional<std::uint32_t> hexadecimal(std::string_view digits) {
    std::uint32_t value = 0;
    if (digits.empty() || digits.size() > 6) return std::nullopt;
    for (const char c : digits) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto lower = static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
        const std::size_t digit = kDigits.find(lower);
        if (digit == std::string_view::npos) return std::nullopt;
        value = value * 16U + static_cast<std::uint32_t>(digit);
    }
    return value;
}

class Translator {
  public:
    explicit Translator(std::string_view pattern) : pattern_(pattern) {}

    Result<std::string> run() {
        while (at_ < pattern_.size()) {
            const char c = pattern_[at_];
            if (c == '\\') {
                auto escaped = read_escape();
                if (!escaped) return fail(escaped.error());
            } else if (is_in_class_) {
                is_in_class_ = c != ']';
                // RE2 and PCRE2 read [: as the start of a class with a name.
                out_ += c == '[' ? "\\[" : std::string(1, c);
                ++at_;
            } else if (c == '[') {
                read_class_start();
            } else if (c == '.') {
                out_ += kDot;
                ++at_;
            } else {
                read_group_start_or_copy();
            }
        }
        return std::move(out_);
    }

  private:
    [[nodiscard]] std::string_view rest() const { return pattern_.substr(at_); }

    void read_class_start() {
        for (const auto& [text, characters] : kWholeClasses) {
            if (!rest().starts_with(text)) continue;
            out_ += characters;
            at_ += text.size();
            return;
        }
        is_in_class_ = true;
        out_ += '[';
        if (rest().starts_with("[^")) out_ += '^';
        at_ += rest().starts_with("[^") ? 2 : 1;
    }

    void read_group_start_or_copy() {
        const std::string_view next = rest();
        const bool is_named =
            next.starts_with("(?<") && !next.starts_with("(?<=") && !next.starts_with("(?<!");
        if (is_named) {
            out_ += "(?P<";
            at_ += 3;
        } else {
            out_ += pattern_[at_++];
        }
    }

    Result<void> read_escape() {
        const std::string_view escape = rest();
        if (escape.size() < 2)
            return fail(ErrorCode::kSyntax,
                        fmt::format("the pattern \"{}\" ends with a backslash", pattern_));
        const char c = escape[1];
        if (c == 's' || c == 'S') {
            const std::string_view characters = c == 's' ? kSpaces : kOthers;
            out_ += is_in_class_ ? std::string(characters) : fmt::format("[{}]", characters);
            at_ += 2;
        } else if (c == 'u') {
            read_unicode();
        } else if (c == 'c' && escape.size() > 2) {
            out_ += fmt::format("\\x{{{:X}}}", static_cast<unsigned>(escape[2]) % 32U);
            at_ += 3;
        } else if ((c == 'p' || c == 'P') && escape.size() > 2 && escape[2] == '{') {
            const std::size_t end = std::min(escape.find('}'), escape.size());
            out_ += fmt::format("\\{}{{{}}}", c, short_property(escape.substr(3, end - 3)));
            at_ += std::min(end + 1, escape.size());
        } else if (c == '0' && !(escape.size() > 2 && escape[2] >= '0' && escape[2] <= '9')) {
            out_ += "\\x{0}";
            at_ += 2;
        } else if (c == 'b' && is_in_class_) {
            out_ += "\\x{8}";
            at_ += 2;
        } else {
            return copy_escape(c);
        }
        return {};
    }

    Result<void> copy_escape(char c) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_letter && kEscapedLetters.find(c) == std::string_view::npos)
            return fail(ErrorCode::kSyntax,
                        fmt::format("the pattern \"{}\" is not a regular expression: \\{} has no "
                                    "meaning",
                                    pattern_,
                                    c));
        out_ += '\\';
        out_ += c;
        at_ += 2;
        return {};
    }

    /// Reads `\uXXXX`, a pair of surrogates, or `\u{X}`. Without digits it is the letter u.
    void read_unicode() {
        const std::string_view escape = rest();
        if (escape.starts_with("\\u{")) {
            const std::size_t end = escape.find('}');
            const auto value = end == std::string_view::npos
                                   ? std::nullopt
                                   : hexadecimal(escape.substr(3, end - 3));
            return write_character(value, value ? end + 1 : 2);
        }
        auto value = escape.size() < 6 ? std::nullopt : hexadecimal(escape.substr(2, 4));
        std::size_t size = value ? 6 : 2;
        if (value && (*value & 0xFC00U) == 0xD800U && escape.size() >= 12 &&
            escape.substr(6, 2) == "\\u") {
            if (const auto low = hexadecimal(escape.substr(8, 4));
                low && (*low & 0xFC00U) == 0xDC00U) {
                value = 0x10000U + ((*value & 0x3FFU) << 10U) + (*low & 0x3FFU);
                size = 12;
            }
        }
        write_character(value, size);
    }

    void write_character(std::optional<std::uint32_t> value, std::size_t size) {
        out_ += value ? fmt::format("\\x{{{:X}}}", *value) : std::string("u");
        at_ += size;
    }

    std::string_view pattern_;
    std::size_t at_ = 0;
    bool is_in_class_ = false;
    std::string out_;
};

}  // namespace

Result<std::string> translate_pattern(std::string_view pattern) {
    return Translator(pattern).run();
}

bool has_foreign_groups(std::string_view pattern) {
    for (std::size_t at = 0; at + 2 < pattern.size(); ++at) {
        if (pattern[at] == '\\') {
            ++at;
        } else if (pattern.substr(at, 2) == "(?" &&
                   std::string_view(":=!<").find(pattern[at + 2]) == std::string_view::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace plumbline::ecma
