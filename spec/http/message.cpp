#include "spec/http/message.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

namespace plumbline::http {
namespace {

struct ReasonPhrase {
    int status;
    std::string_view text;
};

// Source: RFC 9110, section 15; RFC 6585 for 428, 429 and 431.
constexpr std::array kReasonPhrases{
    ReasonPhrase{100, "Continue"},
    ReasonPhrase{101, "Switching Protocols"},
    ReasonPhrase{200, "OK"},
    ReasonPhrase{201, "Created"},
    ReasonPhrase{202, "Accepted"},
    ReasonPhrase{203, "Non-Authoritative Information"},
    ReasonPhrase{204, "No Content"},
    ReasonPhrase{205, "Reset Content"},
    ReasonPhrase{206, "Partial Content"},
    ReasonPhrase{300, "Multiple Choices"},
    ReasonPhrase{301, "Moved Permanently"},
    ReasonPhrase{302, "Found"},
    ReasonPhrase{303, "See Other"},
    ReasonPhrase{304, "Not Modified"},
    ReasonPhrase{307, "Temporary Redirect"},
    ReasonPhrase{308, "Permanent Redirect"},
    ReasonPhrase{400, "Bad Request"},
    ReasonPhrase{401, "Unauthorized"},
    ReasonPhrase{402, "Payment Required"},
    ReasonPhrase{403, "Forbidden"},
    ReasonPhrase{404, "Not Found"},
    ReasonPhrase{405, "Method Not Allowed"},
    ReasonPhrase{406, "Not Acceptable"},
    ReasonPhrase{407, "Proxy Authentication Required"},
    ReasonPhrase{408, "Request Timeout"},
    ReasonPhrase{409, "Conflict"},
    ReasonPhrase{410, "Gone"},
    ReasonPhrase{411, "Length Required"},
    ReasonPhrase{412, "Precondition Failed"},
    ReasonPhrase{413, "Content Too Large"},
    ReasonPhrase{414, "URI Too Long"},
    ReasonPhrase{415, "Unsupported Media Type"},
    ReasonPhrase{416, "Range Not Satisfiable"},
    ReasonPhrase{417, "Expectation Failed"},
    ReasonPhrase{421, "Misdirected Request"},
    ReasonPhrase{422, "Unprocessable Content"},
    ReasonPhrase{426, "Upgrade Required"},
    ReasonPhrase{428, "Precondition Required"},
    ReasonPhrase{429, "Too Many Requests"},
    ReasonPhrase{431, "Request Header Fields Too Large"},
    ReasonPhrase{500, "Internal Server Error"},
    ReasonPhrase{501, "Not Implemented"},
    ReasonPhrase{502, "Bad Gateway"},
    ReasonPhrase{503, "Service Unavailable"},
    ReasonPhrase{504, "Gateway Timeout"},
    ReasonPhrase{505, "HTTP Version Not Supported"},
};

/// Returns whether the name after the `/` ends with a structured syntax suffix (RFC 6839).
bool has_suffix(std::string_view media_type, std::string_view suffix) {
    const std::size_t slash = media_type.find('/');
    if (slash == std::string_view::npos || slash == 0) return false;
    return media_type.substr(slash + 1).ends_with(suffix);
}

}  // namespace

void Headers::add(std::string name, std::string value) {
    // Most messages have only a few.
    if (fields_.empty()) fields_.reserve(8);
    fields_.emplace_back(std::move(name), std::move(value));
}

void Headers::set(std::string name, std::string value) {
    remove(name);
    add(std::move(name), std::move(value));
}

void Headers::remove(std::string_view name) {
    std::erase_if(fields_,
                  [&](const auto& field) { return equals_ignoring_case(field.first, name); });
}

const std::string* Headers::find(std::string_view name) const {
    const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const auto& field) {
        return equals_ignoring_case(field.first, name);
    });
    return found == fields_.end() ? nullptr : &found->second;
}

std::vector<std::string> Headers::values_of(std::string_view name) const {
    std::vector<std::string> values;
    for (const auto& [field, value] : fields_) {
        if (equals_ignoring_case(field, name)) values.push_back(value);
    }
    return values;
}

std::string Headers::joined(std::string_view name) const {
    return join(values_of(name), ", ");
}

std::size_t Headers::count(std::string_view name) const {
    return static_cast<std::size_t>(
        std::count_if(fields_.begin(), fields_.end(), [&](const auto& field) {
            return equals_ignoring_case(field.first, name);
        }));
}

bool is_safe_method(std::string_view method) {
    return method == "GET" || method == "HEAD" || method == "QUERY";
}

bool has_content(std::string_view method, int status) {
    return method != "HEAD" && status >= 200 && status != 204 && status != 205 && status != 304;
}

bool is_success(int status) {
    return status >= 200 && status < 300;
}

std::string_view reason_phrase(int status) {
    const auto found = std::lower_bound(
        kReasonPhrases.begin(),
        kReasonPhrases.end(),
        status,
        [](const ReasonPhrase& phrase, int wanted) { return phrase.status < wanted; });
    return found != kReasonPhrases.end() && found->status == status ? found->text
                                                                    : std::string_view{};
}

std::string media_type(std::string_view content_type) {
    return to_lower(trimmed(content_type.substr(0, content_type.find(';'))));
}

bool is_json_media_type(std::string_view media_type) {
    return media_type == "application/json" || has_suffix(media_type, "+json");
}

bool is_sequence_media_type(std::string_view media_type) {
    constexpr std::string_view kNames[] = {kEventStreamType,
                                           kMultipartMixedType,
                                           "application/jsonl",
                                           "application/x-ndjson",
                                           "application/json-seq"};
    return std::find(std::begin(kNames), std::end(kNames), media_type) != std::end(kNames) ||
           has_suffix(media_type, "+json-seq");
}

bool is_sequence(int status, const Headers& headers) {
    const std::string* type = headers.find("Content-Type");
    return is_success(status) && type && is_sequence_media_type(media_type(*type));
}

bool is_xml_media_type(std::string_view media_type) {
    return media_type == "application/xml" || media_type == "text/xml" ||
           has_suffix(media_type, "+xml");
}

}  // namespace plumbline::http
