#include "mock_server/store/template.hpp"

#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace plumbline::mock {
namespace {

/// A placeholder within a text: [begin, end) with the braces, and the name between them.
struct Hole {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view name;
};

std::optional<Hole> next_hole(std::string_view text, std::size_t from) {
    const std::size_t open = text.find('{', from);
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    return Hole{open, close + 1, text.substr(open + 1, close - open - 1)};
}

std::string as_text(const Json& value) {
    const auto* text = value.get_ptr<const std::string*>();
    return text ? *text : to_text(value);
}

Json fill_text(const std::string& text, const Lookup& lookup) {
    std::string filled;
    std::size_t at = 0;
    while (const auto hole = next_hole(text, at)) {
        std::optional<Json> value = lookup(hole->name);
        if (value && hole->begin == 0 && hole->end == text.size()) return *std::move(value);
        filled += text.substr(at, hole->begin - at);
        filled += value ? as_text(*value) : text.substr(hole->begin, hole->end - hole->begin);
        at = hole->end;
    }
    return Json(filled + text.substr(at));
}

void collect(const Json& form, std::vector<std::string>& names) {
    if (form.is_string()) {
        const std::string text = form.get<std::string>();
        std::size_t at = 0;
        while (const auto hole = next_hole(text, at)) {
            names.emplace_back(hole->name);
            at = hole->end;
        }
    } else if (form.is_structured()) {
        for (const Json& part : form) collect(part, names);
    }
}

}  // namespace

Json fill_template(const Json& form, const Lookup& lookup) {
    if (form.is_string()) return fill_text(form.get_ref<const std::string&>(), lookup);
    if (!form.is_structured()) return form;
    Json filled(form.is_object() ? Json::value_t::object : Json::value_t::array);
    if (form.is_object()) {
        for (const auto& [name, part] : form.get_ref<const Json::object_t&>())
            filled[name] = fill_template(part, lookup);
    } else {
        for (const Json& part : form) filled.push_back(fill_template(part, lookup));
    }
    return filled;
}

std::optional<std::string> whole_placeholder(const Json& form) {
    if (!form.is_string()) return std::nullopt;
    const auto& text = form.get_ref<const std::string&>();
    const auto hole = next_hole(text, 0);
    if (!hole || hole->begin != 0 || hole->end != text.size()) return std::nullopt;
    return std::string(hole->name);
}

std::vector<std::string> placeholders(const Json& form) {
    std::vector<std::string> names;
    collect(form, names);
    return names;
}

}  // namespace plumbline::mock
