#include "conformance/client/shell_word.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::client {
namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Returns whether text has no meaning for a shell within double quotes, not even for the history
/// of an interactive one.
bool is_safe_in_double_quotes(std::string_view text) {
    return std::ranges::all_of(text, [](char c) {
        return is_letter_or_digit(c) ||
               std::string_view(" -_.:,;/=@%+&?()[]{}<>|~^#*").find(c) != std::string_view::npos;
    });
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
}

/// Returns the expansion, in braces if the next character would belong to its name.
std::string separated(const std::string& expansion, std::string_view next) {
    const bool continues =
        !next.empty() && (is_letter_or_digit(next.front()) || next.front() == '_');
    return continues ? "${" + expansion.substr(1) + '}' : expansion;
}

std::string in_double_quotes(const ShellWord& word) {
    std::string text = "\"";
    for (std::size_t i = 0; i < word.size(); ++i) {
        const std::string_view next = i + 1 < word.size() ? word[i + 1].text : std::string_view();
        text += word[i].is_expansion ? separated(word[i].text, next) : word[i].text;
    }
    return text + '"';
}

std::string in_parts(const ShellWord& word) {
    std::string text;
    for (const ShellPart& part : word)
        text += part.is_expansion ? '"' + part.text + '"' : shell_quoted(part.text);
    return text;
}

/// Returns the length of the UTF-8 character at the front that printf may print as it is, else 0.
std::size_t printable_length(std::string_view text) {
    return is_control(text.front()) ? 0 : utf8_length(text);
}

std::string printf_format(std::string_view text) {
    std::string format;
    while (!text.empty()) {
        const std::size_t length = printable_length(text);
        if (length == 0) {
            format += fmt::format("\\{:03o}", static_cast<unsigned char>(text.front()));
        } else if (text.front() == '%' || text.front() == '\\') {
            format.append(2, text.front());
        } else {
            format += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return format;
}

}  // namespace

bool SecretReplacer::contains_secret(std::string_view text) const {
    const auto is_in = [&](const std::string& secret) {
        return !secret.empty() && text.find(secret) != std::string_view::npos;
    };
    return std::ranges::any_of(secrets_, is_in) ||
           std::ranges::any_of(
               variables_, [&](const SecretVariable& one) { return is_in(one.value.reveal()); });
}

SecretReplacer::SecretMatch SecretReplacer::match_at(std::string_view text) const {
    SecretMatch match;
    for (const SecretVariable& variable : variables_) {
        const std::string& secret = variable.value.reveal();
        if (secret.size() > match.length && text.starts_with(secret))
            match = {secret.size(), &variable};
    }
    for (const std::string& secret : secrets_) {
        if (secret.size() > match.length && text.starts_with(secret)) match = {secret.size()};
    }
    return match;
}

ShellPart SecretReplacer::placeholder(std::string_view secret, const std::string& where) {
    auto found =
        std::ranges::find_if(numbered_, [&](const auto& known) { return known.first == secret; });
    if (found == numbered_.end()) found = numbered_.insert(found, {std::string(secret), where});
    return {"$PLUMBLINE_SECRET_" + std::to_string(found - numbered_.begin() + 1), true};
}

std::string SecretReplacer::required_variables() const {
    std::string text;
    for (const SecretVariable* variable : unset_)
        text += fmt::format(" \"${{{}:?{}}}\"", variable->name, variable->how);
    for (std::size_t i = 0; i < numbered_.size(); ++i) {
        text += fmt::format(" \"${{PLUMBLINE_SECRET_{}:?set it to the secret in {}}}\"",
                            i + 1,
                            numbered_[i].second);
    }
    return text.empty() ? text : ':' + text + "; ";
}

ShellWord SecretReplacer::replace(std::string_view text, const std::string& where) {
    if (!contains_secret(text)) return {{std::string(text)}};
    ShellWord word;
    std::size_t plain = 0;  // start of the text that is not copied yet
    const auto add_plain = [&](std::size_t end) {
        if (end > plain) word.push_back({std::string(text.substr(plain, end - plain))});
    };
    for (std::size_t at = 0; at < text.size();) {
        const SecretMatch match = match_at(text.substr(at));
        if (match.length == 0) {
            ++at;
            continue;
        }
        add_plain(at);
        if (match.variable && !match.variable->how.empty() &&
            std::ranges::find(unset_, match.variable) == unset_.end()) {
            unset_.push_back(match.variable);
        }
        word.push_back(match.variable ? ShellPart{'$' + match.variable->name, true}
                                      : placeholder(text.substr(at, match.length), where));
        at += match.length;
        plain = at;
    }
    add_plain(text.size());
    return word;
}

bool is_pasteable(std::string_view text, bool allows_lines) {
    return is_utf8(text) && std::ranges::all_of(text, [&](char c) {
               return !is_control(c) || (allows_lines && (c == '\n' || c == '\t'));
           });
}

std::string printf_command(const ShellWord& word) {
    std::string format;
    std::string arguments;
    for (const ShellPart& part : word) {
        format += part.is_expansion ? "%s" : printf_format(part.text);
        if (part.is_expansion) arguments += " \"" + part.text + '"';
    }
    return "printf " + shell_quoted(format) + arguments;
}

std::string to_shell(const ShellWord& word) {
    const auto all = [&](auto fits) {
        return std::ranges::all_of(
            word, [&](const ShellPart& part) { return part.is_expansion || fits(part.text); });
    };
    if (!all([](const std::string& text) { return is_pasteable(text, true); }))
        return "\"$(" + printf_command(word) + ")\"";
    const bool has_expansion =
        std::ranges::any_of(word, [](const ShellPart& part) { return part.is_expansion; });
    if (has_expansion && all(is_safe_in_double_quotes)) return in_double_quotes(word);
    return word.empty() ? shell_quoted("") : in_parts(word);
}

}  // namespace plumbline::client
