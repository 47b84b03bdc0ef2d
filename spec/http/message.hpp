#pragma once
// HTTP messages as plain values, without sockets or parsing of wire bytes.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::http {

/// Header fields in their order and original spelling, with duplicates.
class Headers {
  public:
    Headers() = default;
    Headers(std::initializer_list<std::pair<std::string, std::string>> fields) : fields_(fields) {}

    void add(std::string name, std::string value);
    /// Replaces all fields of that name (in any case) by one.
    void set(std::string name, std::string value);
    void remove(std::string_view name);

    /// Returns the value of the first field of that name (in any case), or null.
    [[nodiscard]] const std::string* find(std::string_view name) const;
    /// Returns the values of all fields of that name (in any case).
    [[nodiscard]] std::vector<std::string> values_of(std::string_view name) const;
    /// Returns all values of the field joined by `, `; empty if there is none.
    [[nodiscard]] std::string joined(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Returns the number of fields of that name (in any case).
    [[nodiscard]] std::size_t count(std::string_view name) const;
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const {
        return fields_;
    }

    bool operator==(const Headers&) const = default;

  private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

/// A request as received or to be sent. `target` is the raw request target (`/a%20b?x=1`).
struct Request {
    std::string method;
    std::string target;
    Headers headers;
    std::string body;

    bool operator==(const Request&) const = default;
};

/// A response. `status` 0 means that none has arrived.
struct Response {
    int status = 0;
    Headers headers;
    std::string body;

    bool operator==(const Response&) const = default;
};

/// Returns whether a method (upper case) is safe: GET or HEAD. RFC 9110 defines other safe methods,
/// but no part of this project sends them.
[[nodiscard]] bool is_safe_method(std::string_view method);
/// Returns whether a response of this status to this method may have content. Source: RFC 9110,
/// sections 6.4.1 and 15.3.6.
[[nodiscard]] bool has_content(std::string_view method, int status);
/// Returns whether a status is a success: 2xx.
[[nodiscard]] bool is_success(int status);
/// Returns the reason phrase of a status, or "".
[[nodiscard]] std::string_view reason_phrase(int status);

/// Returns the media type of a Content-Type value: lower case, without parameters.
[[nodiscard]] std::string media_type(std::string_view content_type);
/// Returns whether a media type is JSON (`application/json`, `*/*+json`).
[[nodiscard]] bool is_json_media_type(std::string_view media_type);
/// The media type of event streams.
inline constexpr std::string_view kEventStreamType = "text/event-stream";
/// The media type of a sequence of parts.
inline constexpr std::string_view kMultipartMixedType = "multipart/mixed";
/// Returns whether a media type is a sequence of items: an event stream, JSON lines, a JSON text
/// sequence, or parts. Source: OpenAPI 3.2, "Sequential Media Types".
[[nodiscard]] bool is_sequence_media_type(std::string_view media_type);
/// Returns whether a response is a success whose body is a sequence of items.
[[nodiscard]] bool is_sequence(int status, const Headers& headers);
/// Returns whether a media type is XML (`application/xml`, `text/xml`, `*/*+xml`).
[[nodiscard]] bool is_xml_media_type(std::string_view media_type);

}  // namespace plumbline::http
