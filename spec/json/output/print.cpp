#include "spec/json/print.hpp"

#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

/// Invalid bytes are replaced: by default the library throws on them.
std::string dump(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_text(const Json& value) {
    return dump(value, -1);
}

std::string plain_text(const Json& value) {
    return value.is_string() ? value.get_ref<const std::string&>() : to_text(value);
}

void append_string(std::string_view text, std::string& json) {
    const bool is_plain = std::all_of(text.begin(), text.end(), [](char each) {
        return each >= ' ' && each < '\x7F' && each != '"' && each != '\\';
    });
    if (!is_plain) {
        json += to_text(Json(text));
        return;
    }
    json += '"';
    json += text;
    json += '"';
}

std::string to_pretty_text(const Json& value) {
    return dump(value, 2);
}

std::string to_short_text(const Json& value, std::size_t max_bytes) {
    std::string text = to_text(value);
    if (text.size() <= max_bytes) return text;
    return std::string(truncate(text, max_bytes)) + "...";
}

std::string type_name(const Json& value) {
    // The library's names are those of JSON Schema, except for integers.
    return value.is_number_integer() ? "integer" : value.type_name();
}

}  // namespace plumbline
