#pragma once
// URLs, targets and their percent-encoding.

#include "spec/base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::http {

/// Name and value pairs of a query, decoded, in their order, duplicates kept.
using Query = std::vector<std::pair<std::string, std::string>>;

/// Encodes every byte outside RFC 3986 `unreserved`.
[[nodiscard]] std::string percent_encode(std::string_view text);
/// Decodes %XX; `plus_is_space` for queries. Errors: kSyntax for a broken escape.
[[nodiscard]] Result<std::string> percent_decode(std::string_view text, bool plus_is_space = false);

/// A request target, split and decoded.
struct Target {
    std::string path;                   ///< raw, before decoding, without query
    std::vector<std::string> segments;  ///< of the path, decoded after splitting on `/`
    Query query;

    bool operator==(const Target&) const = default;
    /// Returns the first value of the query parameter, or nothing.
    [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
    /// Returns the first segments of the raw path, `/a/b`; the whole path if it has no more.
    [[nodiscard]] std::string_view first_segments(std::size_t count) const;
};

/// Splits an origin-form or absolute-form target. Errors: kSyntax.
[[nodiscard]] Result<Target> parse_target(std::string_view target);

/// Says whether parse_target takes a target, at less cost. Errors: as parse_target.
[[nodiscard]] Result<void> check_target(std::string_view target);

/// An absolute http or https URL without user info.
struct Url {
    std::string scheme;
    std::string host;  ///< an IPv6 address in brackets
    int port = 0;      ///< always set: the scheme's default if not given
    std::string path;  ///< with a leading slash, without a trailing one; "" for the root

    bool operator==(const Url&) const = default;
    [[nodiscard]] std::string to_text() const;
    /// Returns scheme, host and port, the port only where it is not the default.
    [[nodiscard]] std::string origin() const;
};

/// Reads a base URL. Errors: kSyntax (says which part), kUnsupported (user info, other schemes).
[[nodiscard]] Result<Url> parse_url(std::string_view text);

}  // namespace plumbline::http
