#include "spec/contract/load/reference_siblings.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

/// Members whose values are data, not parts of the description.
constexpr std::array<std::string_view, 4> kDataMembers{"example", "examples", "default", "enum"};

bool is_data(std::string_view name) {
    return name.starts_with("x-") || std::ranges::count(kDataMembers, name) > 0;
}

bool has_siblings(const Json& value) {
    const auto reference = value.find("$ref");
    return reference != value.end() && reference->is_string() && value.size() > 1;
}

/// `are_names` if the members are named by the author: of `properties`, of `schemas`.
void drop_siblings(Json& value, bool are_names = false) {
    if (value.is_array()) {
        for (Json& item : value) drop_siblings(item);
    }
    if (!value.is_object()) return;
    if (!are_names && has_siblings(value)) value = Json{{"$ref", value["$ref"]}};
    for (auto& [name, part] : value.items()) {
        if (are_names || !is_data(name)) drop_siblings(part, !are_names && name == "properties");
    }
}

}  // namespace

Document without_reference_siblings(Document document) {
    Json root = *document.root;
    for (auto& [name, part] : root.items()) {
        if (is_data(name)) continue;
        if (name != "paths" || !part.is_object()) {
            drop_siblings(part);
            continue;
        }
        for (auto& [path, item] : part.items()) {
            for (auto& [member, inner] : item.items()) drop_siblings(inner);
        }
    }
    if (root == *document.root) return document;
    document.root = std::make_shared<const Json>(std::move(root));
    document.fingerprint = 0;  // the text is another one
    return document;
}

}  // namespace plumbline
