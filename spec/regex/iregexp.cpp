#include "spec/regex/iregexp.hpp"

#include "spec/base/text.hpp"
#include "spec/regex/character_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace plumbline {
namespace {

// RE2's limit; RE2 would read a larger count as plain text.
constexpr int kMaxCount = 1000;
// Regex accepts as many bytes of the translation, which is hardly ever shorter.
constexpr std::size_t kMaxBytes = std::size_t{8} * 1024U;
// How much of a pattern a message shows.
constexpr std::size_t kShownBytes = 80;
// No pattern that a person writes is nested this deep.
constexpr int kMaxGroups = 200;

/// Returns the pattern for a message, shortened.
std::string quoted_pattern(std::string_view text) {
    const std::string_view part = utf8_prefix(text.substr(0, kShownBytes));
    return "the pattern \"" + std::string(part) + (part.size() < text.size() ? "...\"" : "\"");
}

/// Reads an I-Regexp from left to right and translates it to RE2 syntax.
class IRegexpTranslator {
  public:
    explicit IRegexpTranslator(std::string_view text) : text_(text) {}

    Result<std::string> translate() {
        if (const std::size_t valid = utf8_prefix(text_).size(); valid < text_.size()) {
            return syntax_error(valid, "a byte that is not UTF-8");
        }
        while (at_ < text_.size()) {
            if (auto step = translate_next(); !step) return fail(std::move(step.error()));
        }
        if (open_groups_ > 0) return syntax_error(at_, "a `(` is not closed");
        return std::move(out_);
    }

  private:
    Result<void> translate_next() {
        switch (const char c = text_[at_]; c) {
            case '(':
                return open_group();
            case ')':
                return close_group();
            case '|':
                return translate_as("|", false);
            case '.':
                // As the RFC maps it; the two other line separators (U+2028, U+2029) match.
                return translate_as("[^\\n\\r]", true);
            case '\\':
                return translate_escape();
            case '[':
                return translate_class();
            case '*':
            case '+':
            case '?':
                return may_repeat_ ? translate_as(text_.substr(at_, 1), false)
                                   : nothing_to_repeat_error();
            case '{':
                return may_repeat_ ? translate_count() : nothing_to_repeat_error();
            case ']':
            case '}':
                return syntax_error(at_, fmt::format("a `{0}` outside of a class; write \\{0}", c));
            default:
                return translate_as(text_.substr(at_, utf8_length(text_.substr(at_))), true);
        }
    }

    /// Appends the translation of what has been read.
    Result<void> add(std::string_view translation, bool may_repeat) {
        out_ += translation;
        may_repeat_ = may_repeat;
        return {};
    }

    /// Skips one character and appends its translation.
    Result<void> translate_as(std::string_view translation, bool may_repeat) {
        at_ += utf8_length(text_.substr(at_));
        return add(translation, may_repeat);
    }

    Result<void> open_group() {
        if (++open_groups_ > kMaxGroups) {
            return limit_error(fmt::format("has more than {} levels of nested groups", kMaxGroups));
        }
        return translate_as("(?:", false);
    }

    Result<void> close_group() {
        if (--open_groups_ < 0)
            return syntax_error(at_, "this `)` has no matching `(`; write \\) for the character");
        return translate_as(")", true);
    }

    Result<void> translate_escape() {
        if (is_category()) {
            iregexp::CharacterClass one;
            if (auto read = read_category(one); !read) return read;
            return add(iregexp::class_text(one), true);
        }
        const auto character = read_escape();
        if (!character) return fail(character.error());
        return add(escape_for_re2(*character), true);
    }

    /// Translates `{2}`, `{2,}` or `{2,5}`.
    Result<void> translate_count() {
        const std::size_t start = at_++;
        const auto least = read_count();
        if (!least) return fail(least.error());
        std::string text = '{' + std::to_string(*least);
        if (take(',')) {
            text += ',';
            if (text_.substr(at_, 1) != "}") {
                const auto most = read_count();
                if (!most) return fail(most.error());
                if (*most < *least) return syntax_error(start, "the counts are in the wrong order");
                text += std::to_string(*most);
            }
        }
        if (!take('}')) return syntax_error(at_, "expected `}` after a count, as in {2,5}");
        return add(text + '}', false);
    }

    Result<int> read_count() {
        const std::size_t start = at_;
        int value = 0;
        while (at_ < text_.size() && is_ascii_digit(text_[at_])) {
            value = std::min(value * 10 + (text_[at_++] - '0'), kMaxCount + 1);
        }
        if (at_ == start) return syntax_error(start, "expected a count, as in {2,5}");
        if (value <= kMaxCount) return value;
        return limit_error(
            fmt::format("repeats more than {} times; write smaller repetitions", kMaxCount));
    }

    Result<void> translate_class() {
        const std::size_t start = at_++;
        iregexp::CharacterClass one;
        one.negated = take('^');
        for (bool is_first = true; !take(']'); is_first = false) {
            if (at_ >= text_.size()) return syntax_error(start, "this `[` is not closed");
            if (auto read = read_class_item(one, is_first); !read) return read;
        }
        if (one.characters.empty() && one.categories == 0) {
            return syntax_error(start, "a class without characters");
        }
        return add(iregexp::class_text(one), true);
    }

    Result<void> read_class_item(iregexp::CharacterClass& one, bool is_first) {
        if (is_category()) return read_category(one);
        if (text_[at_] == '-') {
            if (!is_first && text_.substr(at_, 2) != "-]") {
                return syntax_error(at_,
                                    "a `-` must be first or last in a class; elsewhere write \\-");
            }
            ++at_;
            one.characters += "\\-";
            return {};
        }
        const std::size_t start = at_;
        const auto first = read_class_character();
        if (!first) return fail(first.error());
        one.characters += escape_for_re2(*first);
        if (text_.substr(at_, 1) != "-" || text_.substr(at_, 2) == "-]") return {};
        ++at_;
        const auto last = read_class_character();
        if (!last) return fail(last.error());
        // UTF-8 bytes sort like code points.
        if (*last < *first)
            return syntax_error(start, "the ends of a range are in the wrong order");
        one.characters += '-' + escape_for_re2(*last);
        return {};
    }

    Result<std::string> read_class_character() {
        if (at_ >= text_.size()) return syntax_error(at_, "a class is not closed");
        const char c = text_[at_];
        if (c == '\\') return read_escape();
        if (c == '[' || c == '-') {
            return syntax_error(at_, fmt::format("a `{0}` within a class; write \\{0}", c));
        }
        if (c == ']') return syntax_error(at_, "a range without an end");
        const std::size_t length = utf8_length(text_.substr(at_));
        return std::string(text_.substr(std::exchange(at_, at_ + length), length));
    }

    [[nodiscard]] bool is_category() const { return to_lower(text_.substr(at_, 2)) == "\\p"; }

    /// Reads `\p{Lu}` or `\P{Lu}` into a class.
    Result<void> read_category(iregexp::CharacterClass& one) {
        const std::size_t end = text_.find('}', at_);
        const std::string_view name =
            text_.substr(at_ + 2, 1) == "{" && end != std::string_view::npos
                ? text_.substr(at_ + 3, end - at_ - 3)
                : "";
        const iregexp::Categories found =
            name == "Cs" || name.empty() ? 0 : iregexp::categories_of(name);
        if (found == 0) {
            return syntax_error(
                at_,
                "expected a category of Unicode, one or two letters in braces, as in "
                "\\p{L} or \\p{Lu}");
        }
        one.categories |= text_[at_ + 1] == 'p' ? found : iregexp::kAllCategories & ~found;
        at_ = end + 1;
        return {};
    }

    /// Reads an escape and returns the character that it denotes.
    Result<std::string> read_escape() {
        constexpr std::string_view kEscapes = "()*+-.?[\\]^{|}nrt";
        constexpr std::string_view kCharacters = "()*+-.?[\\]^{|}\n\r\t";
        const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        const std::size_t known = kEscapes.find(c);
        if (known == std::string_view::npos) return syntax_error(at_, escape_error(c));
        at_ += 2;
        return std::string(1, kCharacters[known]);
    }

    static std::string escape_error(char c) {
        constexpr std::pair<char, std::string_view> kInstead[] = {
            {'d', "[0-9] or \\p{Nd}"},
            {'D', "[^0-9] or \\P{Nd}"},
            {'w', "[0-9A-Za-z_]"},
            {'W', "[^0-9A-Za-z_]"},
            {'s', "[ \\t\\n\\r]"},
            {'S', "[^ \\t\\n\\r]"},
        };
        for (const auto& [letter, instead] : kInstead) {
            if (c == letter) return fmt::format("unsupported escape \\{}; write {}", c, instead);
        }
        return "unsupported escape; supported are \\n \\r \\t \\p{..} \\P{..} and a \\ before "
               "one of ( ) * + - . ? [ \\ ] ^ { | }";
    }

    static std::string escape_for_re2(const std::string& character) {
        constexpr std::string_view kSpecial = "\\^$.|?*+()[]{}-";
        return (kSpecial.find(character) != std::string_view::npos ? "\\" : "") + character;
    }

    bool take(char c) {
        if (text_.substr(at_, 1) != std::string_view(&c, 1)) return false;
        ++at_;
        return true;
    }

    [[nodiscard]] Result<void> nothing_to_repeat_error() const {
        return syntax_error(
            at_,
            fmt::format("there is nothing to repeat before it; for the character itself write \\{}",
                        text_[at_]));
    }

    [[nodiscard]] tl::unexpected<Error> syntax_error(std::size_t offset,
                                                     const std::string& why) const {
        return fail(ErrorCode::kSyntax,
                    fmt::format("{} is not an I-Regexp (RFC 9485), character {}: {}",
                                quoted_pattern(text_),
                                1 + utf8_character_count(text_.substr(0, offset)),
                                why));
    }

    [[nodiscard]] tl::unexpected<Error> limit_error(const std::string& why) const {
        return fail(ErrorCode::kLimit, quoted_pattern(text_) + ' ' + why);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string out_;
    int open_groups_ = 0;
    bool may_repeat_ = false;
};

}  // namespace

Result<Regex> compile_iregexp(std::string_view pattern, MatchScope scope) {
    if (pattern.size() > kMaxBytes) {
        return fail(ErrorCode::kLimit,
                    fmt::format("a pattern of {} bytes is too long, at most {} are supported",
                                pattern.size(),
                                kMaxBytes));
    }
    auto translated = IRegexpTranslator(pattern).translate();
    if (!translated) return fail(std::move(translated.error()));
    auto regex =
        Regex::compile(scope == MatchScope::kWhole ? "\\A(?:" + *translated + ")\\z" : *translated);
    if (regex) return regex;
    // Regex's own message would show the translation, which the user did not write.
    return fail(ErrorCode::kLimit,
                quoted_pattern(pattern) +
                    " is too large once it is compiled; write smaller "
                    "repetitions or fewer categories (\\p{..})");
}

}  // namespace plumbline
