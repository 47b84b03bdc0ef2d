#include "spec/http/media_type.hpp"

#include "spec/base/text.hpp"
#include "spec/http/message.hpp"

#include <algorithm>

namespace plumbline::http {
namespace {

constexpr std::string_view kCharset = "charset";
constexpr std::size_t kMaxParameters = 100;

/// Returns the length of the front of `text` up to the first semicolon outside of quotes.
std::size_t parameter_length(std::string_view text) {
    bool is_quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (is_quoted && text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            is_quoted = !is_quoted;
        } else if (text[at] == ';' && !is_quoted) {
            return at;
        }
    }
    return text.size();
}

std::string unquoted(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
    text = text.substr(1, text.size() - 2);
    std::string value;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        value += text[at];
    }
    return value;
}

/// Returns a charset in one spelling: `utf8` is a label of UTF-8 in the WHATWG Encoding Standard.
std::string charset_value(std::string_view text) {
    std::string value = to_lower(text);
    return value == "utf8" ? "utf-8" : value;
}

/// Returns whether the type has a parameter of a range. A boundary belongs to one message only.
bool has_parameter(const ContentType& type, const std::pair<std::string, std::string>& wanted) {
    if (wanted.first == "boundary") return true;
    const std::string* value = type.parameter(wanted.first);
    return value ? *value == wanted.second : wanted.first == kCharset;
}

}  // namespace

const std::string* ContentType::parameter(std::string_view name) const {
    const auto found = std::find_if(
        parameters.begin(), parameters.end(), [&](const auto& one) { return one.first == name; });
    return found == parameters.end() ? nullptr : &found->second;
}

ContentType parse_content_type(std::string_view text) {
    ContentType type{media_type(text), {}};
    std::size_t at = text.find(';');
    while (at < text.size() && type.parameters.size() < kMaxParameters) {
        const std::string_view rest = text.substr(at + 1);
        const std::size_t length = parameter_length(rest);
        const std::string_view written = trimmed(rest.substr(0, length));
        at += 1 + length;
        if (written.empty()) continue;
        const std::size_t equals = std::min(written.find('='), written.size());
        std::string name = to_lower(trimmed(written.substr(0, equals)));
        std::string value = unquoted(trimmed(written.substr(std::min(equals + 1, written.size()))));
        if (name == kCharset) value = charset_value(value);
        type.parameters.emplace_back(std::move(name), std::move(value));
    }
    return type;
}

std::optional<std::size_t> match_specificity(std::string_view range,
                                             std::string_view content_type) {
    constexpr std::size_t kWholeType = 1000;
    const ContentType wanted = parse_content_type(range);
    const ContentType found = parse_content_type(content_type);
    const bool is_missing = found.media_type.empty();
    const bool fits =
        is_missing ? wanted.media_type == "*/*" : matches_glob(found.media_type, wanted.media_type);
    const auto has = [&](const auto& one) { return has_parameter(found, one); };
    if (!fits || !std::all_of(wanted.parameters.begin(), wanted.parameters.end(), has))
        return std::nullopt;
    // Of two ranges that match the same type, the longer one leaves less open.
    const std::size_t of_type = wanted.media_type.find('*') == std::string::npos
                                    ? kWholeType
                                    : std::min(wanted.media_type.size(), kWholeType - 1);
    return of_type * (kMaxParameters + 1) + wanted.parameters.size();
}

}  // namespace plumbline::http
