#include "spec/contract/load/description_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

using PartChange = std::function<void(Json& part)>;

/// Members whose values are data, not parts of the description.
constexpr std::array<std::string_view, 5> kDataMembers{
    "example", "examples", "default", "enum", "const"};

bool is_data(std::string_view name) {
    return name.starts_with("x-") || std::ranges::count(kDataMembers, name) > 0;
}

/// `are_names` if the members are named by the author: of `properties`.
void change_parts(Json& value, const PartChange& change, bool are_names = false) {
    if (value.is_array()) {
        for (Json& item : value) change_parts(item, change);
    }
    if (!value.is_object()) return;
    for (auto& [name, part] : value.items()) {
        if (are_names || !is_data(name))
            change_parts(part, change, !are_names && name == "properties");
    }
    if (!are_names) change(value);
}

}  // namespace

Document with_changed_parts(Document document, const PartChange& change) {
    Json root = *document.root;
    for (auto& [name, part] : root.items()) {
        if (is_data(name)) continue;
        if (name != "paths" || !part.is_object()) {
            change_parts(part, change);
            continue;
        }
        for (auto& [path, item] : part.items()) {
            for (auto& [member, inner] : item.items()) change_parts(inner, change);
        }
    }
    if (root == *document.root) return document;
    document.root = std::make_shared<const Json>(std::move(root));
    document.fingerprint = 0;  // the text is another one
    return document;
}

}  // namespace plumbline
