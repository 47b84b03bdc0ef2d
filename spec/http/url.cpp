#include "spec/http/url.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace plumbline::http {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

/// Source: RFC 3986, section 2.3.
bool is_unreserved(char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// Returns the byte of the `%XX` at `at`, or -1.
int escaped_byte(std::string_view text, std::size_t at) {
    if (text.size() - at < 3) return -1;
    const int high = hex_value(text[at + 1]);
    const int low = hex_value(text[at + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool is_space_or_control(char c) {
    return static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) == 0x7F;
}

/// Splits `text` at `end`: the text before it, and the rest including it. Without `end` the rest is
/// empty.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, std::size_t end) {
    const std::size_t at = std::min(end, text.size());
    return {text.substr(0, at), text.substr(at)};
}

/// Returns the text after `http://` or `https://` (in any case), or nothing.
std::optional<std::string_view> after_scheme(std::string_view text) {
    const std::size_t end = text.find("://");
    if (end == std::string_view::npos) return std::nullopt;
    const std::string scheme = to_lower(text.substr(0, end));
    if (scheme != "http" && scheme != "https") return std::nullopt;
    return text.substr(end + 3);
}

Result<std::vector<std::string>> parse_segments(std::string_view path) {
    std::vector<std::string> segments;
    const auto parts = split(path.substr(1), '/');
    segments.reserve(parts.size());
    for (const std::string_view part : parts) {
        auto segment = percent_decode(part);
        if (!segment) return fail(std::move(segment).error());
        segments.push_back(std::move(*segment));
    }
    return segments;
}

/// A target's path and query, undecoded.
struct RawTarget {
    std::string_view path;
    std::string_view query;
};

/// Splits a target; only its percent escapes may still be invalid.
Result<RawTarget> split_target(std::string_view target) {
    const auto refuse = [&](const char* why) {
        return fail(ErrorCode::kSyntax, "the request target `" + std::string(target) + "` " + why);
    };
    std::string_view rest = target;
    if (!target.starts_with('/')) {
        const auto absolute = after_scheme(target);
        if (!absolute) return refuse("does not begin with `/` or `http://`");
        const auto [authority, after] = split_at(*absolute, absolute->find_first_of("/?"));
        if (authority.empty()) return refuse("has no host");
        rest = after;
    }
    if (std::any_of(rest.begin(), rest.end(), [](char c) { return is_space_or_control(c); }) ||
        rest.find('#') != std::string_view::npos) {
        return refuse("contains a space, a control character or a `#`; percent-encode it");
    }
    const auto [path, query] = split_at(rest, rest.find('?'));
    return RawTarget{path, query.substr(query.empty() ? 0 : 1)};
}

int default_port(std::string_view scheme) {
    return scheme == "https" ? 443 : 80;
}

/// Returns whether `host` is a name, an IPv4 address or an IPv6 address in brackets.
bool is_host(std::string_view host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
        return std::count(host.begin(), host.end(), ':') >= 2 &&
               std::all_of(host.begin(), host.end(), [](char c) {
                   return hex_value(c) >= 0 || c == ':' || c == '.';
               });
    }
    return !host.empty() && std::all_of(host.begin(), host.end(), is_unreserved);
}

Result<int> parse_port(std::string_view text, std::string_view url) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error == std::errc{} && end == text.data() + text.size() && port >= 1 && port <= 65535) {
        return port;
    }
    return fail(ErrorCode::kSyntax,
                "the URL `" + std::string(url) + "` has the port `" + std::string(text) +
                    "`, expected a number from 1 to 65535 (write an IPv6 address in brackets)");
}

/// Sets host and port from `host[:port]`.
Result<Url> parse_authority(Url url, std::string_view authority, std::string_view text) {
    if (authority.find('@') != std::string_view::npos) {
        return fail(
            ErrorCode::kUnsupported,
            "the URL contains user info before an `@`; pass credentials with their own option");
    }
    const std::size_t bracket = authority.find(']');
    const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    url.host = to_lower(authority.substr(0, colon));
    if (!is_host(url.host)) {
        return fail(ErrorCode::kSyntax,
                    "the URL `" + std::string(text) + "` has the host `" + url.host +
                        "`, expected a name, an IPv4 address or an IPv6 address in brackets");
    }
    url.port = default_port(url.scheme);
    if (colon == std::string_view::npos) return url;
    const auto port = parse_port(authority.substr(colon + 1), text);
    if (!port) return fail(port.error());
    url.port = *port;
    return url;
}

}  // namespace

std::string percent_encode(std::string_view text) {
    std::string encoded;
    for (const char c : text) {
        if (is_unreserved(c)) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += {'%', kHexDigits[byte >> 4U], kHexDigits[byte & 0xFU]};
    }
    return encoded;
}

Result<std::string> percent_decode(std::string_view text, bool plus_is_space) {
    const std::size_t plain =
        std::min(text.find('%'), plus_is_space ? text.find('+') : text.size());
    if (plain >= text.size()) return std::string(text);
    std::string decoded(text.substr(0, plain));
    for (std::size_t at = plain; at < text.size(); ++at) {
        if (text[at] == '+' && plus_is_space) {
            decoded += ' ';
        } else if (text[at] != '%') {
            decoded += text[at];
        } else if (const int byte = escaped_byte(text, at); byte >= 0) {
            decoded += static_cast<char>(byte);
            at += 2;
        } else {
            return fail(
                ErrorCode::kSyntax,
                "`" + std::string(text.substr(at, 3)) + "` in `" + std::string(text) +
                    "` is not an escape, expected % and two hexadecimal digits (%25 for %)");
        }
    }
    return decoded;
}

std::optional<std::string> RequestTarget::parameter(std::string_view name) const {
    const auto found = std::find_if(
        query.begin(), query.end(), [&](const auto& pair) { return pair.first == name; });
    return found == query.end() ? std::nullopt : std::optional(found->second);
}

std::string_view RequestTarget::first_segments(std::size_t count) const {
    const std::string_view whole = path;
    std::size_t end = 0;
    for (; count > 0 && end != std::string_view::npos; --count) end = whole.find('/', end + 1);
    return whole.substr(0, end);
}

Result<void> check_target(std::string_view target) {
    const auto raw = split_target(target);
    if (!raw) return fail(raw.error());
    // Only a percent escape can still be invalid.
    if (target.find('%') == std::string_view::npos) return {};
    return parse_target(target).map([](const RequestTarget&) {});
}

Result<UrlQuery> parse_query(std::string_view text) {
    UrlQuery query;
    if (text.empty()) return query;
    for (const std::string_view part : split(text, '&')) {
        if (part.empty()) continue;
        const auto [raw_name, rest] = split_at(part, part.find('='));
        auto name = percent_decode(raw_name, true);
        if (!name) return fail(std::move(name).error());
        auto value = percent_decode(rest.substr(rest.empty() ? 0 : 1), true);
        if (!value) return fail(std::move(value).error());
        query.emplace_back(std::move(*name), std::move(*value));
    }
    return query;
}

Result<RequestTarget> parse_target(std::string_view target) {
    const auto raw = split_target(target);
    if (!raw) return fail(raw.error());
    RequestTarget result{
        .path = raw->path.empty() ? "/" : std::string(raw->path), .segments = {}, .query = {}};
    auto segments = parse_segments(result.path);
    if (!segments) return fail(std::move(segments).error());
    auto query = parse_query(raw->query);
    if (!query) return fail(std::move(query).error());
    result.segments = std::move(*segments);
    result.query = std::move(*query);
    return result;
}

std::string Url::origin() const {
    std::string text = scheme + "://" + host;
    if (port != default_port(scheme)) text += ':' + std::to_string(port);
    return text;
}

std::string Url::to_text() const {
    return origin() + path;
}

Result<Url> parse_url(std::string_view text) {
    // A text with an `@` may contain a password, so messages do not repeat it.
    const bool is_safe = text.find('@') == std::string_view::npos;
    const std::string quoted = is_safe ? "the URL `" + std::string(text) + "` " : "the URL ";
    const auto [raw_scheme, rest] = split_at(text, text.find(':'));
    if (!rest.starts_with("://")) {
        return fail(ErrorCode::kSyntax, quoted + "has no scheme; write http://... or https://...");
    }
    const std::string_view after = rest.substr(3);
    const auto [authority, tail] = split_at(after, after.find_first_of("/?#"));
    Url url{.scheme = to_lower(raw_scheme), .host = {}, .port = 0, .path = {}};
    if (url.scheme != "http" && url.scheme != "https") {
        return fail(ErrorCode::kUnsupported,
                    "the scheme `" + url.scheme + "` is not supported, expected http or https");
    }
    auto parsed = parse_authority(std::move(url), authority, text);
    if (!parsed) return parsed;
    if (tail.find_first_of("?#") != std::string_view::npos) {
        return fail(ErrorCode::kSyntax, quoted + "has a query or fragment; a base URL has neither");
    }
    if (std::any_of(tail.begin(), tail.end(), is_space_or_control)) {
        return fail(ErrorCode::kSyntax, quoted + "has a space or control character in its path");
    }
    parsed->path = tail.substr(0, tail.find_last_not_of('/') + 1);
    return parsed;
}

}  // namespace plumbline::http
