#include "conformance/generate/bodies.hpp"

#include "conformance/generate/case.hpp"
#include "conformance/generate/texts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::generate {
namespace {

double number_or(const BodyPlace& place, std::string_view keyword, double fallback) {
    const Json* value = place.keyword(keyword);
    return value && value->is_number() ? value->get<double>() : fallback;
}

/// Returns the item that has `value` as its member `key`; null if none has.
const Json* item_with(const Json& list, const std::string& key, const Json& value) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Json& item) {
        const Json* held = member(item, key);
        return held && *held == value;
    });
    return found == list.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::pair<std::string, const Json*>> values_at(const Json& root,
                                                           const std::string& pointer) {
    const std::size_t star = pointer.find("/*");
    if (star == std::string::npos) {
        const Json* value = find(root, std::string_view(pointer));
        if (!value) return {};
        return {{pointer, value}};
    }
    std::vector<std::pair<std::string, const Json*>> found;
    const std::string above = pointer.substr(0, star);
    const Json* list = find(root, std::string_view(above));
    for (std::size_t i = 0; list && list->is_array() && i < list->size(); ++i) {
        const std::string item = above + '/' + std::to_string(i) + pointer.substr(star + 2);
        for (auto& one : values_at(root, item)) found.push_back(std::move(one));
    }
    return found;
}

Json number_for(const BodyPlace& place, double value) {
    const bool is_whole = value == std::floor(value);
    if (place.types().contains("integer") || is_whole) return Json(std::llround(value));
    return Json(value);
}

const BodyPlace* Bodies::find_place(std::string_view pointer) const {
    const auto found = std::find_if(places_.begin(), places_.end(), [&](const BodyPlace& place) {
        return place.pointer == pointer;
    });
    return found == places_.end() ? nullptr : &*found;
}

Json Bodies::simplest_of(const std::string& pointer) const {
    const BodyPlace* place = find_place(pointer);
    return place ? simplest(*place) : Json();
}

Json Bodies::simplest_text(const BodyPlace& place) const {
    const Json* format = place.keyword("format");
    const std::string formatted = format ? text_of_format(as_string(*format).value_or("")) : "";
    if (!formatted.empty()) return Json(formatted);
    if (place.keyword("pattern")) {
        const std::string owner = place.keyword_pointer("pattern");
        const auto& schema = api_.schema(owner.substr(0, owner.rfind('/')));
        for (const NamedText& text : kTexts) {
            if (schema && schema->accepts(Json(text.text))) return Json(text.text);
        }
        return Json();
    }
    const auto plain = static_cast<double>(kPlainText.size());
    const double least = number_or(place, "minLength", 0);
    const double most = number_or(place, "maxLength", std::max(plain, least));
    return Json(text_of_length(static_cast<std::size_t>(std::clamp(plain, least, most))));
}

Json Bodies::simplest_number(const BodyPlace& place) {
    constexpr double kPlain = 1;
    const double least =
        std::max(number_or(place, "minimum", kPlain), number_or(place, "exclusiveMinimum", 0) + 1);
    const double most =
        std::min(number_or(place, "maximum", kPlain), number_or(place, "exclusiveMaximum", 2) - 1);
    return number_for(place, least > kPlain ? least : std::min(kPlain, most));
}

Json Bodies::simplest(const BodyPlace& place) const {
    if (const Json* only = place.keyword("const")) return Json(*only);
    if (const std::string* existing = examples_.existing_at(place.pointer)) return Json(*existing);
    if (const Json* members = place.keyword("enum")) {
        const auto first = std::find_if(
            members->begin(), members->end(), [](const Json& one) { return !one.is_null(); });
        return first == members->end() ? Json() : Json(*first);
    }
    const auto types = place.types();
    if (types.contains("string")) return simplest_text(place);
    if (types.contains("integer") || types.contains("number")) return simplest_number(place);
    if (types.contains("boolean")) return Json(false);
    if (types.contains("array")) {
        Json list = Json::array();
        const double wanted = number_or(place, "minItems", 0);
        const auto least = static_cast<std::size_t>(std::min(wanted, double{kMostItems}));
        while (list.size() < least) list.push_back(simplest_of(place.pointer + "/*"));
        return list;
    }
    if (!types.contains("object")) return Json();
    Json object = Json::object();
    for (const reading::Place& schema : place.schemas) {
        for (const std::string& name : strings_or_empty(*schema.node, "required"))
            object[name] = simplest_of(place.pointer + '/' + escape_pointer_token(name));
    }
    return object;
}

Json Bodies::value_for(const BodyPlace& place, const Base& base) const {
    const Json* held = find(*base.body, std::string_view(first_at(place.pointer)));
    if (held && held->is_primitive() && !held->is_null()) return Json(*held);
    for (const Rule& rule : operation_.rules) {
        if (rule.kind == RuleKind::kIssuedBy && rule.pointer == place.pointer) return Json(kIssued);
    }
    return simplest(place);
}

void Bodies::put(Json& body, const std::string& place, const Json& value) const {
    const auto pointer = JsonPointer::parse(place);
    if (!pointer) return;
    Json* node = &body;
    std::string at;
    for (const std::string& token : pointer->tokens()) {
        at += '/' + escape_pointer_token(token);
        // What a document of somebody's own has in the way gives way; the proof then says so.
        if (token == "*") {
            if (!node->is_array()) *node = Json::array();
            if (node->empty()) node->push_back(Json());
            node = &node->front();
        } else {
            if (!node->is_object()) *node = Json::object();
            node = &(*node)[token];
        }
        if (node->is_null()) *node = simplest_of(at);
    }
    *node = value;
}

bool Bodies::takes(const BodyPlace& place, const Json& value) const {
    const auto& schema = api_.schema(place.schemas.front().pointer);
    return schema && schema->accepts(value);
}

Json Bodies::text_like(const BodyPlace& place, std::string_view wanted) const {
    if (takes(place, Json(wanted))) return Json(wanted);
    const Json first = simplest(place);
    if (wanted == kPlainText || !first.is_string()) return first;
    std::string other = first;
    if (!other.empty()) other.back() = wanted.back();
    return Json(other);
}

Json Bodies::two_items(const BodyPlace& place,
                       const std::string& key,
                       std::string_view second) const {
    Json list = Json::array();
    const BodyPlace* key_place = find_place(place.pointer + "/*/" + key);
    for (const std::string_view text : {kPlainText, second}) {
        Json item = simplest_of(place.pointer + "/*");
        Json& held = item.is_object() ? item[key] : item;
        held = key_place ? text_like(*key_place, text) : Json(text);
        list.push_back(std::move(item));
    }
    return list;
}

void Bodies::complete_references(Json& body) const {
    for (const Rule& rule : operation_.rules) {
        if (rule.kind != RuleKind::kKeyRef) continue;
        const std::string& list = rule.values[0];
        const std::string& to = rule.values[1];
        std::vector<Json> keys;  // copies: what follows changes the body
        for (const auto& [at, key] : values_at(body, rule.pointer + "/*/" + rule.field))
            keys.push_back(*key);
        for (const Json& key : keys) {
            const Json* held = find(body, std::string_view(list));
            Json known = held && held->is_array() ? Json(*held) : Json::array();
            if (item_with(known, to, key)) continue;
            Json item = simplest_of(list + "/*");
            if (!item.is_object()) continue;
            item[to] = key;
            known.push_back(std::move(item));
            put(body, list, known);
        }
    }
}

}  // namespace plumbline::generate
