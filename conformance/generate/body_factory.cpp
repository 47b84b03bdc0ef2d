#include "conformance/generate/body_factory.hpp"

#include "conformance/generate/generated_case.hpp"
#include "conformance/generate/sample_strings.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::generate {
namespace {

double number_or(const BodyLocation& location, std::string_view keyword, double fallback) {
    const Json* value = location.keyword(keyword);
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

/// Adds every value that the pointer of a location matches.
void add_values_at(const Json& root, const std::string& pointer, std::vector<Json>& values) {
    const std::size_t star = pointer.find("/*");
    const Json* value = find(root, std::string_view(pointer).substr(0, star));
    if (!value) return;
    if (star == std::string::npos) return values.push_back(*value);
    if (!value->is_array()) return;
    for (const Json& item : *value) add_values_at(item, pointer.substr(star + 2), values);
}

Json simplest_number(const BodyLocation& location) {
    constexpr double kPlain = 1;
    const double least = std::max(number_or(location, "minimum", kPlain),
                                  number_or(location, "exclusiveMinimum", 0) + 1);
    const double most = std::min(number_or(location, "maximum", kPlain),
                                 number_or(location, "exclusiveMaximum", 2) - 1);
    return number_for(location, least > kPlain ? least : std::min(kPlain, most));
}

}  // namespace

Json number_for(const BodyLocation& location, double value) {
    const bool is_whole = value == std::floor(value);
    if (location.types().contains("integer") || is_whole) return Json(std::llround(value));
    return Json(value);
}

const BodyLocation* CaseContext::find_location(std::string_view pointer) const {
    const auto found =
        std::find_if(locations.begin(), locations.end(), [&](const BodyLocation& location) {
            return location.pointer == pointer;
        });
    return found == locations.end() ? nullptr : &*found;
}

const Rule* CaseContext::find_rule(RuleKind kind, const std::string& pointer) const {
    for (const Rule& rule : operation.rules) {
        if (rule.kind == kind && rule.pointer == pointer) return &rule;
    }
    return nullptr;
}

Json BodyFactory::simplest_value_at(const std::string& pointer) const {
    const BodyLocation* location = context_.find_location(pointer);
    return location ? simplest_value(*location) : Json();
}

Json BodyFactory::simplest_string(const BodyLocation& location) const {
    const Json* format = location.keyword("format");
    const std::string formatted = format ? string_of_format(as_string(*format).value_or("")) : "";
    if (!formatted.empty()) return Json(formatted);
    if (location.keyword("pattern")) {
        const std::string owner = location.keyword_pointer("pattern");
        const auto& schema = context_.api.schema(owner.substr(0, owner.rfind('/')));
        for (const SampleString& text : kSampleStrings) {
            if (schema && schema->accepts(Json(text.text))) return Json(text.text);
        }
        return Json();
    }
    const auto plain = static_cast<double>(kPlainString.size());
    const double least = number_or(location, "minLength", 0);
    const double most = number_or(location, "maxLength", std::max(plain, least));
    return Json(string_of_length(static_cast<std::size_t>(std::clamp(plain, least, most))));
}

Json BodyFactory::simplest_value(const BodyLocation& location) const {
    if (const Json* only = location.keyword("const")) return Json(*only);
    if (const std::string* existing = context_.examples.existing_at(location.pointer))
        return Json(*existing);
    if (const Json* members = location.keyword("enum")) {
        const auto first = std::find_if(
            members->begin(), members->end(), [](const Json& one) { return !one.is_null(); });
        return first == members->end() ? Json() : Json(*first);
    }
    const auto types = location.types();
    if (types.contains("string")) return simplest_string(location);
    if (types.contains("integer") || types.contains("number")) return simplest_number(location);
    if (types.contains("boolean")) return Json(false);
    if (types.contains("array")) {
        Json list = Json::array();
        const double wanted = number_or(location, "minItems", 0);
        const auto least = static_cast<std::size_t>(std::min(wanted, double{kMaxItems}));
        while (list.size() < least) list.push_back(simplest_value_at(location.pointer + "/*"));
        return list;
    }
    if (!types.contains("object")) return Json();
    Json object = Json::object();
    for (const reading::OpenApiNode& schema : location.schemas) {
        for (const std::string& name : strings_or_empty(*schema.value, "required"))
            object[name] = simplest_value_at(location.pointer + '/' + escape_pointer_token(name));
    }
    return object;
}

Json BodyFactory::value_for(const BaseBody& base, const BodyLocation& location) const {
    const Json* held = find(*base.body, std::string_view(first_item_pointer(location.pointer)));
    const bool is_scalar = held && held->is_primitive() && !held->is_null();
    if (held && (context_.is_create() || is_scalar)) return Json(*held);
    const bool is_issued = context_.find_rule(RuleKind::kIssuedBy, location.pointer) != nullptr;
    return is_issued ? Json(kIssuedValue) : simplest_value(location);
}

SharedJson BodyFactory::initial_body(const BaseBody& base) const {
    return context_.is_create() ? base.body : to_shared(Json::object());
}

SharedJson BodyFactory::body_with(const BaseBody& base, const BodyLocation& location) const {
    return body_with(base, location, value_for(base, location));
}

SharedJson BodyFactory::body_with(const BaseBody& base,
                                  const BodyLocation& location,
                                  const Json& value) const {
    if (location.pointer.empty()) return initial_body(base);
    Json body = *initial_body(base);
    set_value(body, location.pointer, value);
    add_referenced_items(body);
    return to_shared(std::move(body));
}

void BodyFactory::set_value(Json& body, const std::string& location, const Json& value) const {
    const auto pointer = JsonPointer::parse(location);
    if (!pointer) return;
    Json* node = &body;
    std::string at;
    for (const std::string& token : pointer->tokens()) {
        at += '/' + escape_pointer_token(token);
        // In a user's own document this location may have a value of another type. It is replaced;
        // verification then reports the difference.
        if (token == "*") {
            if (!node->is_array()) *node = Json::array();
            if (node->empty()) node->push_back(Json());
            node = &node->front();
        } else {
            if (!node->is_object()) *node = Json::object();
            node = &(*node)[token];
        }
        if (node->is_null()) *node = simplest_value_at(at);
    }
    *node = value;
}

Json BodyFactory::similar_string(const BodyLocation& location, std::string_view wanted) const {
    const auto& schema = context_.api.schema(location.schemas.front().pointer);
    if (schema && schema->accepts(Json(wanted))) return Json(wanted);
    const Json first = simplest_value(location);
    if (wanted == kPlainString || !first.is_string()) return first;
    std::string other = first.get<std::string>();
    if (!other.empty()) other.back() = wanted.back();
    return Json(other);
}

Json BodyFactory::two_items(const BodyLocation& location,
                            const std::string& key,
                            std::string_view second) const {
    Json list = Json::array();
    const BodyLocation* key_place = context_.find_location(location.pointer + "/*/" + key);
    for (const std::string_view text : {kPlainString, second}) {
        Json item = simplest_value_at(location.pointer + "/*");
        Json& held = item.is_object() ? item[key] : item;
        held = key_place ? similar_string(*key_place, text) : Json(text);
        list.push_back(std::move(item));
    }
    return list;
}

void BodyFactory::add_referenced_items(Json& body) const {
    for (const Rule& rule : context_.operation.rules) {
        if (rule.kind != RuleKind::kKeyRef) continue;
        const std::string& list = rule.values[0];
        const std::string& to = rule.values[1];
        std::vector<Json> keys;  // copies, because the loop below changes the body
        add_values_at(body, rule.pointer + "/*/" + rule.field, keys);
        for (const Json& key : keys) {
            const Json* held = find(body, std::string_view(list));
            Json known = held && held->is_array() ? Json(*held) : Json::array();
            if (item_with(known, to, key)) continue;
            Json item = simplest_value_at(list + "/*");
            if (!item.is_object()) continue;
            item[to] = key;
            known.push_back(std::move(item));
            set_value(body, list, known);
        }
    }
}

}  // namespace plumbline::generate
