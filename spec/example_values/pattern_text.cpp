#include "spec/example_values/pattern_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

/// The characters of texts, the most usual first.
constexpr std::string_view kCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_.~ "
    "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}";
constexpr std::string_view kDigits = "1234567890";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kWordCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890_";
constexpr std::size_t kMaxNesting = 100;
constexpr std::size_t kMaxRepetitions = 10'000;
constexpr std::size_t kMaxSteps = 4 * kMaxExampleText;

std::string without(std::string_view characters) {
    std::string rest;
    for (const char c : kCharacters) {
        if (characters.find(c) == std::string_view::npos) rest += c;
    }
    return rest;
}

/// The characters that an escape of several characters represents; nothing for other escapes.
std::optional<std::string> escape_class(char escape) {
    switch (escape) {
        case 'd':
            return std::string(kDigits);
        case 'D':
            return without(kDigits);
        case 'w':
            return std::string(kWordCharacters);
        case 'W':
            return without(kWordCharacters);
        case 's':
            return " ";
        case 'S':
            return without(" ");
        default:
            return std::nullopt;
    }
}

/// The characters of a property of Unicode: of letters, digits and their subsets.
std::optional<std::string> property_class(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kProperties{{
        {"L", kLetters},
        {"Letter", kLetters},
        {"Alphabetic", kLetters},
        {"N", kDigits},
        {"Nd", kDigits},
        {"Number", kDigits},
        {"Ll", kLetters.substr(0, 26)},
        {"Lu", kLetters.substr(26)},
    }};
    for (const auto& [property, characters] : kProperties) {
        if (property == name) return std::string(characters);
    }
    return std::nullopt;
}

/// How often a part of a pattern occurs.
struct Repetition {
    std::size_t least = 1;
    std::size_t most = 1;
};

/// Reads a pattern and writes a text at the same time.
class PatternReader {
  public:
    PatternReader(std::string_view pattern, std::size_t index, std::size_t extra)
        : pattern_(pattern), index_(index), extra_(extra) {}

    std::optional<std::string> read() {
        auto text = alternatives(0);
        if (at_ < pattern_.size()) return std::nullopt;
        return text;
    }

  private:
    using Text = std::optional<std::string>;

    [[nodiscard]] bool is_next(std::string_view expected) const {
        return pattern_.substr(at_).starts_with(expected);
    }
    bool skip(std::string_view expected) {
        if (!is_next(expected)) return false;
        at_ += expected.size();
        return true;
    }

    /// Reads `a|b|c`; returns a text of one of them.
    Text alternatives(std::size_t nesting) {
        if (nesting > kMaxNesting) return std::nullopt;
        std::vector<std::string> texts;
        do {
            auto text = sequence(nesting);
            if (!text) return std::nullopt;
            texts.push_back(std::move(*text));
        } while (skip("|"));
        return texts[choose(texts.size())];
    }

    Text sequence(std::size_t nesting) {
        std::string text;
        while (at_ < pattern_.size() && !is_next("|") && !is_next(")")) {
            const std::size_t begin = at_;
            auto part = one_part(nesting);
            if (!part) return std::nullopt;
            const auto times = repetition();
            if (!times) return std::nullopt;
            const std::size_t end = at_;
            const std::size_t count = times->least + std::min(extra_, times->most - times->least);
            if (count == 0) continue;
            text += *part;
            // Read again, so that the characters of a repetition may differ.
            for (std::size_t i = 1; i < count; ++i) {
                at_ = begin;
                part = one_part(nesting);
                if (!part) return std::nullopt;
                text += *part;
                if (text.size() > kMaxExampleText) return std::nullopt;
            }
            at_ = end;
        }
        return text;
    }

    Text one_part(std::size_t nesting) {
        // Nested repetitions of nothing write no text that would reach the limit.
        if (++steps_ > kMaxSteps) return std::nullopt;
        if (skip("^") || skip("$") || skip("\\b") || skip("\\B")) return "";
        if (skip("(")) return group(nesting);
        if (skip("[")) return character_class();
        if (skip("\\")) return escape();
        if (skip(".")) return pick(std::string(kCharacters));
        if (is_next("*") || is_next("+") || is_next("?")) return std::nullopt;
        return std::string(1, pattern_[at_++]);
    }

    Text group(std::size_t nesting) {
        if (skip("?<")) {
            if (is_next("=") || is_next("!")) return std::nullopt;  // look-behind
            const std::size_t end = pattern_.find('>', at_);
            if (end == std::string_view::npos) return std::nullopt;
            at_ = end + 1;
        } else if (!skip("?:") && is_next("?")) {
            return std::nullopt;  // look-ahead
        }
        auto text = alternatives(nesting + 1);
        if (!skip(")")) return std::nullopt;
        return text;
    }

    /// Reads an escape outside a class, after its backslash.
    Text escape() {
        const auto characters = escaped_characters();
        if (!characters) return std::nullopt;
        return pick(*characters);
    }

    /// Reads an escape after its backslash; returns the characters that it represents.
    Text escaped_characters() {
        if (at_ == pattern_.size()) return std::nullopt;
        const char letter = pattern_[at_++];
        if (auto several = escape_class(letter)) return several;
        if (letter == 'p' || letter == 'P') {
            const std::size_t end = pattern_.find('}', at_);
            if (!is_next("{") || end == std::string_view::npos) return std::nullopt;
            const auto characters = property_class(pattern_.substr(at_ + 1, end - at_ - 1));
            at_ = end + 1;
            if (!characters || letter == 'p') return characters;
            return without(*characters);
        }
        if (letter == 'n') return "\n";
        if (letter == 't') return "\t";
        if (letter == 'r') return "\r";
        const bool is_special =
            std::string_view("^$\\.*+?()[]{}|/-").find(letter) != std::string_view::npos;
        const bool is_alphanumeric = kWordCharacters.find(letter) != std::string_view::npos;
        if (!is_special && is_alphanumeric) return std::nullopt;  // a back-reference, \u, \x, \c
        return std::string(1, letter);
    }

    /// Reads a class after its opening bracket.
    Text character_class() {
        const bool is_negated = skip("^");
        std::string characters;
        while (at_ < pattern_.size() && !is_next("]")) {
            const bool is_escaped = skip("\\");
            auto first = is_escaped ? escaped_characters() : Text(std::string(1, pattern_[at_++]));
            if (!first) return std::nullopt;
            const bool is_range = first->size() == 1 && is_next("-") && !is_next("-]");
            if (is_range && !add_range(first->front(), characters)) return std::nullopt;
            if (!is_range) characters += *first;
        }
        if (!skip("]")) return std::nullopt;
        std::string usable;
        for (const char c : kCharacters) {
            if ((characters.find(c) != std::string::npos) != is_negated) usable += c;
        }
        return pick(usable);
    }

    /// Reads the rest of a range, from its hyphen on.
    bool add_range(char first, std::string& characters) {
        ++at_;
        const bool is_escaped = skip("\\");
        if (at_ == pattern_.size()) return false;
        const auto last = is_escaped ? escaped_characters() : Text(std::string(1, pattern_[at_++]));
        if (!last || last->size() != 1) return false;
        for (const char c : kCharacters) {
            if (c >= first && c <= last->front()) characters += c;
        }
        return true;
    }

    /// Reads a quantifier, if there is one.
    std::optional<Repetition> repetition() {
        Repetition times;
        if (skip("*")) {
            times = {0, kMaxRepetitions};
        } else if (skip("+")) {
            times = {1, kMaxRepetitions};
        } else if (skip("?")) {
            times = {0, 1};
        } else if (is_next("{")) {
            const std::size_t before = at_++;
            const auto least = number();
            if (!least) {  // a brace that is no quantifier
                at_ = before;
                return times;
            }
            times = {*least, *least};
            if (skip(",")) times.most = number().value_or(kMaxRepetitions);
            if (!skip("}") || times.most < times.least || times.least > kMaxRepetitions)
                return std::nullopt;
        } else {
            return times;
        }
        (void)skip("?");  // a lazy quantifier
        return times;
    }

    std::optional<std::size_t> number() {
        std::size_t value = 0;
        const std::size_t begin = at_;
        while (at_ < pattern_.size() && pattern_[at_] >= '0' && pattern_[at_] <= '9') {
            value = value * 10 + static_cast<std::size_t>(pattern_[at_++] - '0');
            if (value > kMaxExampleText) return std::nullopt;
        }
        if (at_ == begin) return std::nullopt;
        return value;
    }

    Text pick(const std::string& characters) {
        if (characters.empty()) return std::nullopt;
        return std::string(1, characters[choose(characters.size())]);
    }

    /// Returns one of `count` choices; all choices together are the digits of the index.
    std::size_t choose(std::size_t count) {
        const std::size_t choice = index_ % count;
        index_ /= count;
        return choice;
    }

    std::string_view pattern_;
    std::size_t at_ = 0;
    std::size_t index_;
    std::size_t extra_;
    std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::string> text_of_pattern(std::string_view pattern,
                                           std::size_t index,
                                           std::size_t extra_repetitions) {
    auto text = PatternReader(pattern, index, extra_repetitions).read();
    if (text && text->size() > kMaxExampleText) return std::nullopt;
    return text;
}

}  // namespace plumbline
