#include "conformance/runner/access/output_mask.hpp"

#include "conformance/client/client.hpp"
#include "conformance/runner/access/spelled_secrets.hpp"

#include <algorithm>
#include <array>

namespace plumbline::runner {
namespace {

using client::kMask;

constexpr std::string_view kCut = "...";  ///< where to_short_text has cut a value

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

using SecretList = std::vector<std::string_view>;

/// Returns the text with all of the secrets replaced; the longest, where several begin.
std::string without_secrets(std::string_view text, const SecretList& secrets) {
    // Nearly every text of a report passes here, and hardly any contains a secret.
    std::vector<std::string> contained;
    for (const std::string_view secret : secrets) {
        if (text.find(secret) != std::string_view::npos) contained.emplace_back(secret);
    }
    return contained.empty() ? std::string(text) : client::mask_secrets(text, contained);
}

/// Returns the length of the longest beginning of a secret at the end of a text, 0 if there is
/// none. A very short one says nothing.
std::size_t beginning_at_end(std::string_view text, const SecretList& secrets) {
    constexpr std::size_t kShortest = 3;
    std::size_t longest = 0;
    for (const std::string_view secret : secrets) {
        const std::size_t most = std::min(secret.size() - 1, text.size());
        for (std::size_t length = most; length >= kShortest && length > longest; --length) {
            if (text.ends_with(secret.substr(0, length))) longest = length;
        }
    }
    return longest;
}

/// Masks the beginnings of secrets whose values were cut.
std::string without_cut_secrets(std::string text, const SecretList& secrets) {
    for (std::size_t at = text.find(kCut); at != std::string::npos; at = text.find(kCut, at + 1)) {
        const std::size_t length = beginning_at_end(std::string_view(text).substr(0, at), secrets);
        if (length == 0) continue;
        text.replace(at - length, length, kMask);
        at = at - length + kMask.size();
    }
    return text;
}

/// Replaces a secret where a text has it as a whole value.
template <typename IsWhole>
void replace_whole(std::string& text, const std::string& secret, IsWhole is_whole) {
    for (std::size_t at = text.find(secret); at != std::string::npos;) {
        if (is_whole(at, at + secret.size())) {
            text.replace(at, secret.size(), kMask);
            at += kMask.size();
        } else {
            ++at;
        }
        at = text.find(secret, at);
    }
}

/// Returns whether the text between two positions is a whole value: quoted, or a part of a URL or
/// of a header.
bool is_whole_value(const std::string& text, std::size_t begin, std::size_t end) {
    constexpr std::string_view kBefore = "\"'=/";
    constexpr std::string_view kAfter = "\"'&/?\\#";
    const bool begins = begin == 0 || kBefore.find(text[begin - 1]) != std::string_view::npos ||
                        (begin > 1 && text.compare(begin - 2, 2, ": ") == 0);
    const bool ends = end == text.size() || kAfter.find(text[end]) != std::string_view::npos;
    return begins && ends;
}

/// Returns the position before the words and signs between a member's name and its value: `": "`,
/// ` is string `, `=`.
std::size_t end_of_name(std::string_view text, std::size_t value) {
    constexpr std::string_view kSigns = "\"'\\]) \t\n:=>";
    constexpr std::array<std::string_view, 9> kWords{
        "is", "was", "to", "be", "string", "integer", "number", "boolean", "found"};
    constexpr std::size_t kMostSigns = 24;
    const std::size_t first = value - std::min(value, kMostSigns);
    std::size_t at = value;
    while (at > first) {
        if (kSigns.find(text[at - 1]) != std::string_view::npos) {
            --at;
            continue;
        }
        const std::string_view before = text.substr(0, at);
        const auto* word = std::ranges::find_if(kWords, [&](std::string_view one) {
            return before.ends_with(one) && before.size() > one.size() &&
                   !is_word(before[before.size() - one.size() - 1]);
        });
        if (at == value || word == kWords.end()) break;
        at -= word->size();
    }
    return at;
}

bool is_value_of(const SecretMember& member,
                 const std::string& text,
                 std::size_t begin,
                 std::size_t end) {
    if (end < text.size() && is_word(text[end])) return false;
    const std::size_t name_end = end_of_name(text, begin);
    if (name_end == begin) return false;
    if (member.name.empty()) {
        const std::string_view between = std::string_view(text).substr(name_end, begin - name_end);
        return between.find(':') != std::string_view::npos && between.back() == '"';
    }
    const std::string_view before = std::string_view(text).substr(0, name_end);
    return before.ends_with(member.name) &&
           (before.size() == member.name.size() ||
            !is_word(before[before.size() - member.name.size() - 1]));
}

}  // namespace

OutputMask::OutputMask(const std::vector<std::string>& secrets,
                       std::shared_ptr<const SecretValues> values)
    : values_(std::move(values)) {
    for (const std::string& secret : secrets) {
        if (secret.empty()) continue;
        (secret.size() >= kShortestMaskedText ? long_secrets_ : short_secrets_).push_back(secret);
    }
}

std::string OutputMask::operator()(std::string_view text) const {
    const auto known = values_ ? values_->known() : nullptr;
    SecretList secrets(long_secrets_.begin(), long_secrets_.end());
    if (known) secrets.insert(secrets.end(), known->texts.begin(), known->texts.end());
    std::string masked = without_cut_secrets(
        without_spelled_secrets(without_secrets(text, secrets), secrets), secrets);
    for (const std::string& secret : short_secrets_) {
        replace_whole(masked, secret, [&](std::size_t begin, std::size_t end) {
            return is_whole_value(masked, begin, end);
        });
    }
    if (!known) return masked;
    for (const SecretMember& member : known->members) {
        replace_whole(masked, member.value, [&](std::size_t begin, std::size_t end) {
            return is_value_of(member, masked, begin, end);
        });
    }
    return masked;
}

std::size_t OutputMask::longest() const {
    const auto known = values_ ? values_->known() : nullptr;
    std::size_t longest = known ? known->longest : 0;
    for (const auto* secrets : {&long_secrets_, &short_secrets_}) {
        for (const std::string& secret : *secrets) longest = std::max(longest, secret.size());
    }
    return longest;
}

}  // namespace plumbline::runner
