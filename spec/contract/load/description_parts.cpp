#include "spec/contract/load/description_parts.hpp"

#include "spec/contract/load/description_members.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using PartChange = std::function<void(Json& part)>;

/// `has_names` if the author names the members.
void change_parts(Json& value, const PartChange& change, bool has_names = false) {
    if (value.is_array()) {
        for (Json& item : value) change_parts(item, change);
    }
    if (!value.is_object()) return;
    for (auto& [name, part] : value.items()) {
        if (has_names || !holds_data(name, part))
            change_parts(part, change, !has_names && has_free_names(name));
    }
    if (!has_names) change(value);
}

}  // namespace

Document with_changed_parts(Document document, const PartChange& change) {
    Json root = *document.root;
    for (auto& [name, part] : root.items()) {
        if (holds_data(name, part)) continue;
        if (name != "paths" || !part.is_object()) {
            change_parts(part, change, has_free_names(name));
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
