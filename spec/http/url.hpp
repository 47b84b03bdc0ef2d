#pragma once
// URLs, request targets and their percent-encoding.

#include "spec/base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::http {

/// Name and value pairs of a query, decoded, in their order, with duplicates.
using UrlQuery = std::vector<std::pair<std::string, std::string>>;

/// Encodes every byte outside RFC 3986 `unreserved`.
[[nodiscard]] std::string percent_encode(std::string_view text);
/// Decodes %XX; `plus_is_space` for queries. Errors: kSyntax for an invalid escape.
[[nodiscard]] Result<std::string> percent_decode(std::string_view text, bool plus_is_space = false);

/// Splits and decodes a query or a form, `a=1&b=x+y`. Errors: kSyntax.
[[nodiscard]] Result<UrlQuery> parse_query(std::string_view text);

/// A request target, split and decoded.
struct RequestTarget {
    std::string path;                   ///< undecoded, without the query
    std::vector<std::string> segments;  ///< segments of the path, decoded after splitting on `/`
    UrlQuery query;

    bool operator==(const RequestTarget&) const = default;
    /// Returns the first value of the query parameter, or nothing.
    [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
    /// Returns the first segments of the undecoded path, `/a/b`; the whole path if it has no more.
    [[nodiscard]] std::string_view first_segments(std::size_t count) const;
};

/// Splits an origin-form or absolute-form target. Errors: kSyntax.
[[nodiscard]] Result<RequestTarget> parse_target(std::string_view target);

/// Returns whether parse_target accepts a target, at a lower cost. Errors: as parse_target.
[[nodiscard]] Result<void> check_target(std::string_view target);

/// An absolute http or https URL without user info.
struct Url {
    std::string scheme;
    std::string host;  ///< an IPv6 address in brackets
    int port = 0;      ///< always set: the scheme's default if not written
    std::string path;  ///< path with a leading slash, without a trailing one; "" for the root

    bool operator==(const Url&) const = default;
    [[nodiscard]] std::string to_text() const;
    /// Returns scheme, host and port, the port only where it is not the default.
    [[nodiscard]] std::string origin() const;
};

/// Parses a base URL. Errors: kSyntax (names the part), kUnsupported (user info, other schemes).
[[nodiscard]] Result<Url> parse_url(std::string_view text);

}  // namespace plumbline::http
