#include "spec/http/message.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

namespace plumbline::http {
namespace {

struct Phrase {
    int status;
    std::string_view text;
};

// Source: RFC 9110, section 15; RFC 6585 for 428, 429 and 431.
constexpr std::array kPhrases{
    Phrase{100, "Continue"},
    Phrase{101, "Switching Protocols"},
    Phrase{200, "OK"},
    Phrase{201, "Created"},
    Phrase{202, "Accepted"},
    Phrase{203, "Non-Authoritative Information"},
    Phrase{204, "No Content"},
    Phrase{205, "Reset Content"},
    Phrase{206, "Partial Content"},
    Phrase{300, "Multiple Choices"},
    Phrase{301, "Moved Permanently"},
    Phrase{302, "Found"},
    Phrase{303, "See Other"},
    Phrase{304, "Not Modified"},
    Phrase{307, "Temporary Redirect"},
    Phrase{308, "Permanent Redirect"},
    Phrase{400, "Bad Request"},
    Phrase{401, "Unauthorized"},
    Phrase{402, "Payment Required"},
    Phrase{403, "Forbidden"},
    Phrase{404, "Not Found"},
    Phrase{405, "Method Not Allowed"},
    Phrase{406, "Not Acceptable"},
    Phrase{407, "Proxy Authentication Required"},
    Phrase{408, "Request Timeout"},
    Phrase{409, "Conflict"},
    Phrase{410, "Gone"},
    Phrase{411, "Length Required"},
    Phrase{412, "Precondition Failed"},
    Phrase{413, "Content Too Large"},
    Phrase{414, "URI Too Long"},
    Phrase{415, "Unsupported Media Type"},
    Phrase{416, "Range Not Satisfiable"},
    Phrase{417, "Expectation Failed"},
    Phrase{421, "Misdirected Request"},
    Phrase{422, "Unprocessable Content"},
    Phrase{426, "Upgrade Required"},
    Phrase{428, "Precondition Required"},
    Phrase{429, "Too Many Requests"},
    Phrase{431, "Request Header Fields Too Large"},
    Phrase{500, "Internal Server Error"},
    Phrase{501, "Not Implemented"},
    Phrase{502, "Bad Gateway"},
    Phrase{503, "Service Unavailable"},
    Phrase{504, "Gateway Timeout"},
    Phrase{505, "HTTP Version Not Supported"},
};

/// Says whether the name behind the `/` ends with a structured syntax suffix (RFC 6839).
bool has_suffix(std::string_view media_type, std::string_view suffix) {
    const std::size_t slash = media_type.find('/');
    if (slash == std::string_view::npos || slash == 0) return false;
    return media_type.substr(slash + 1).ends_with(suffix);
}

}  // namespace

void Headers::add(std::string name, std::string value) {
    // Most messages have a handful.
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

std::string Headers::joined(std::string_view name) const {
    std::string all;
    bool is_first = true;
    for (const auto& [field, value] : fields_) {
        if (!equals_ignoring_case(field, name)) continue;
        if (!is_first) all += ", ";
        is_first = false;
        all += value;
    }
    return all;
}

bool only_reads(std::string_view method) {
    return method == "GET" || method == "HEAD";
}

bool is_success(int status) {
    return status >= 200 && status < 300;
}

std::string_view reason_phrase(int status) {
    const auto found = std::lower_bound(
        kPhrases.begin(), kPhrases.end(), status, [](const Phrase& phrase, int wanted) {
            return phrase.status < wanted;
        });
    return found != kPhrases.end() && found->status == status ? found->text : std::string_view{};
}

std::string media_type(std::string_view content_type) {
    return to_lower(trimmed(content_type.substr(0, content_type.find(';'))));
}

bool is_json_media_type(std::string_view media_type) {
    return media_type == "application/json" || has_suffix(media_type, "+json");
}

bool is_xml_media_type(std::string_view media_type) {
    return media_type == "application/xml" || media_type == "text/xml" ||
           has_suffix(media_type, "+xml");
}

}  // namespace plumbline::http
