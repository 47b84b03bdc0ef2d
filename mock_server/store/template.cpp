#include "mock_server/store/template.hpp"

#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace plumbline::mock {
namespace {

/// A placeholder in a text: [begin, end) includes the braces, `name` is the text between them.
struct TextPlaceholder {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view name;
};

std::optional<TextPlaceholder> next_placeholder(std::string_view text, std::size_t from) {
    const std::size_t open = text.find('{', from);
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    return TextPlaceholder{open, close + 1, text.substr(open + 1, close - open - 1)};
}

std::string as_text(const Json& value) {
    const auto* text = value.get_ptr<const std::string*>();
    return text ? *text : to_text(value);
}

Json fill_text(const std::string& text, const PlaceholderLookup& lookup) {
    std::string filled;
    std::size_t at = 0;
    while (const auto placeholder = next_placeholder(text, at)) {
        std::optional<Json> value = lookup(placeholder->name);
        if (value && placeholder->begin == 0 && placeholder->end == text.size())
            return *std::move(value);
        filled += text.substr(at, placeholder->begin - at);
        filled += value ? as_text(*value)
                        : text.substr(placeholder->begin, placeholder->end - placeholder->begin);
        at = placeholder->end;
    }
    return Json(filled + text.substr(at));
}

void collect(const Json& json, std::vector<std::string>& names) {
    if (json.is_string()) {
        const std::string text = json.get<std::string>();
        std::size_t at = 0;
        while (const auto placeholder = next_placeholder(text, at)) {
            names.emplace_back(placeholder->name);
            at = placeholder->end;
        }
    } else if (json.is_structured()) {
        for (const Json& part : json) collect(part, names);
    }
}

}  // namespace

Json fill_template(const Json& json, const PlaceholderLookup& lookup) {
    if (json.is_string()) return fill_text(json.get_ref<const std::string&>(), lookup);
    if (!json.is_structured()) return json;
    Json filled(json.is_object() ? Json::value_t::object : Json::value_t::array);
    if (json.is_object()) {
        for (const auto& [name, part] : json.get_ref<const Json::object_t&>())
            filled[name] = fill_template(part, lookup);
    } else {
        for (const Json& part : json) filled.push_back(fill_template(part, lookup));
    }
    return filled;
}

std::vector<std::string> placeholders(const Json& json) {
    std::vector<std::string> names;
    collect(json, names);
    return names;
}

}  // namespace plumbline::mock
