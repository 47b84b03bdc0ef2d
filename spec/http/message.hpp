#pragma once
// HTTP messages as plain values; no sockets, no parsing of wire bytes.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::http {

/// Header fields in their order, original spelling, duplicates kept.
class Headers {
  public:
    Headers() = default;
    Headers(std::initializer_list<std::pair<std::string, std::string>> fields) : fields_(fields) {}

    void add(std::string name, std::string value);
    /// Replaces every field of that name (any case) by one.
    void set(std::string name, std::string value);
    void remove(std::string_view name);

    /// Returns the first value of the field, any case of its name, or null.
    [[nodiscard]] const std::string* find(std::string_view name) const;
    /// Returns all values of the field joined by `, `; empty if there is none.
    [[nodiscard]] std::string joined(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const {
        return fields_;
    }

    bool operator==(const Headers&) const = default;

  private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

/// A request as received or as it is to be sent. `target` is the raw request target (`/a%20b?x=1`).
struct Request {
    std::string method;
    std::string target;
    Headers headers;
    std::string body;

    bool operator==(const Request&) const = default;
};

/// A response. `status` 0 means none has come.
struct Response {
    int status = 0;
    Headers headers;
    std::string body;

    bool operator==(const Response&) const = default;
};

/// Says whether a request of that method (upper case) does nothing but read. RFC 9110 knows other
/// safe methods; nobody here sends them.
[[nodiscard]] bool only_reads(std::string_view method);
/// Says whether a status tells of success: 2xx.
[[nodiscard]] bool is_success(int status);
/// Returns the reason phrase of a status, or "".
[[nodiscard]] std::string_view reason_phrase(int status);

/// Returns the media type of a Content-Type value: lower case, without parameters.
[[nodiscard]] std::string media_type(std::string_view content_type);
/// Says whether a media type carries JSON (`application/json`, `*/*+json`).
[[nodiscard]] bool is_json_media_type(std::string_view media_type);
/// Says whether a media type carries XML (`application/xml`, `text/xml`, `*/*+xml`).
[[nodiscard]] bool is_xml_media_type(std::string_view media_type);

}  // namespace plumbline::http
