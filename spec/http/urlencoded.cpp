#include "spec/http/urlencoded.hpp"

#include "spec/base/text.hpp"

namespace plumbline::http {
namespace {

bool is_escape(std::string_view text) {
    return text.size() >= 3 && text[0] == '%' && hex_value(text[1]) >= 0 && hex_value(text[2]) >= 0;
}

/// Returns whether the byte is allowed in a query besides the unreserved ones. Source: RFC 3986,
/// section 3.4.
bool is_query_mark(char c) {
    return std::string_view("!$&'()*+,;=:@/?").find(c) != std::string_view::npos;
}

}  // namespace

std::string form_encode(std::string_view text) {
    const std::string with_plus = replace_all(percent_encode(text), "%20", "+");
    return replace_all(replace_all(with_plus, "%2A", "*"), "~", "%7E");
}

std::string to_urlencoded(const UrlQuery& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        if (!text.empty()) text += '&';
        text += form_encode(name) + '=' + form_encode(value);
    }
    return text;
}

std::string query_encode(std::string_view query) {
    std::string encoded;
    for (std::size_t at = 0; at < query.size(); ++at) {
        const bool stays = is_query_mark(query[at]) || is_escape(query.substr(at));
        encoded += stays ? std::string(1, query[at]) : percent_encode(query.substr(at, 1));
    }
    return encoded;
}

}  // namespace plumbline::http
