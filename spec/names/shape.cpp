#include "spec/names/shape.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline {
namespace {

using reading::Place;

Json translated_object(const Json& value, const Shape& shape, Toward toward) {
    Json result = Json::object();
    for (const auto& [name, part] : value.items()) {
        const std::string& other = shape.names.translated(name, toward);
        const Shape* member = shape.member(toward == Toward::kTheirs ? name : other);
        result[other] = translated(part, member, toward);
    }
    return result;
}

Json translated_array(const Json& value, const Shape& shape, Toward toward) {
    Json result = Json::array();
    for (std::size_t i = 0; i < value.size(); ++i) {
        result.push_back(translated(value[i], shape.item(i), toward));
    }
    return result;
}

std::vector<const Shape*> parts_of(const Shape& shape) {
    std::vector<const Shape*> parts = shape.leading;
    parts.push_back(shape.items);
    parts.push_back(shape.others);
    for (const auto& [name, member] : shape.members) parts.push_back(member);
    return parts;
}

}  // namespace

const Shape* Shape::member(const std::string& ours) const {
    const auto found = members.find(ours);
    return found == members.end() ? others : found->second;
}

const Shape* Shape::item(std::size_t index) const {
    return index < leading.size() ? leading[index] : items;
}

Json translated(const Json& value, const Shape* shape, Toward toward) {
    if (!shape || !shape->differs) return value;
    if (value.is_object()) return translated_object(value, *shape, toward);
    if (value.is_array()) return translated_array(value, *shape, toward);
    if (!value.is_string()) return value;
    return shape->values.translated(value.get_ref<const std::string&>(), toward);
}

Result<const Shape*> Shapes::of_body(const std::vector<std::string>& schema_pointers) {
    Places roots;
    for (const std::string& pointer : schema_pointers) {
        roots.push_back({find(*document_.root, std::string_view(pointer)), pointer});
    }
    return make(roots, {});
}

Result<const Shape*> Shapes::of_parameter(const std::string& name,
                                          const std::string& schema_pointer) {
    return make({{find(*document_.root, std::string_view(schema_pointer)), schema_pointer}},
                {"", name});
}

Result<const Shape*> Shapes::make(const Places& roots, const Standing& standing) {
    if (roots.empty()) return nullptr;
    std::string key = standing.parent + '/' + standing.field;
    for (const Place& root : roots) key += ' ' + root.pointer;
    auto& slot = shapes_[key];
    if (slot) return slot.get();
    slot = std::make_unique<Shape>();
    Shape& shape = *slot;  // before its parts are made: a recursive schema finds itself
    Places schemas;
    for (const Place& root : roots) {
        auto gathered = reading::gather_schemas(document_, root, schemas);
        if (!gathered) return fail(gathered.error());
    }
    for (auto step : {&Shapes::add_values, &Shapes::add_members, &Shapes::add_items}) {
        auto done = (this->*step)(schemas, standing, shape);
        if (!done) return fail(done.error());
    }
    return &shape;
}

Result<void> Shapes::add_values(const Places& schemas, const Standing& standing, Shape& shape) {
    std::set<std::string> declared;
    const auto declare = [&](const Json& value) {
        if (value.is_string()) declared.insert(value.get<std::string>());
    };
    for (const Place& schema : schemas) {
        if (const Json* only = member(*schema.node, "const")) declare(*only);
        const Json* listed = member(*schema.node, "enum");
        if (listed) std::for_each(listed->begin(), listed->end(), declare);
    }
    NameEntries* entries =
        declared.empty() ? nullptr : file_.values_of(standing.parent, standing.field);
    if (!entries) return {};
    auto map = file_.map_of(declared,
                            "the values of " + standing.field,
                            [&](const std::string& value) { return entries->find(value); });
    if (!map) return fail(map.error());
    shape.values = std::move(*map);
    return {};
}

Result<void> Shapes::add_members(const Places& schemas, const Standing& standing, Shape& shape) {
    std::map<std::string, Places> properties;
    Places others;
    for (const Place& schema : schemas) {
        if (schema.has("additionalProperties")) {
            others.push_back(schema.child("additionalProperties"));
        }
        if (!schema.has("properties")) continue;
        const Place all = schema.child("properties");
        for (const auto& [name, value] : all.node->items()) {
            properties[name].push_back(all.child(name));
        }
    }
    std::set<std::string> declared;
    for (const auto& [name, places] : properties) declared.insert(name);
    auto map = file_.map_of(
        declared,
        standing.field.empty() ? "the same body" : "the field " + standing.field,
        [&](const std::string& name) { return file_.fields.find_inside(standing.field, name); });
    if (!map) return fail(map.error());
    shape.names = std::move(*map);
    for (const auto& [name, places] : properties) {
        auto made = make(places, {standing.field, name});
        if (!made) return fail(made.error());
        shape.members[name] = *made;
    }
    auto made = make(others, {standing.field, "*"});
    if (!made) return fail(made.error());
    shape.others = *made;
    return {};
}

Result<void> Shapes::add_items(const Places& schemas, const Standing& standing, Shape& shape) {
    std::vector<Places> leading;
    Places items;
    for (const Place& schema : schemas) {
        if (schema.has("items")) items.push_back(schema.child("items"));
        if (!schema.has("prefixItems")) continue;
        const Place list = schema.child("prefixItems");
        leading.resize(std::max(leading.size(), list.node->size()));
        for (std::size_t i = 0; i < list.node->size(); ++i) {
            leading[i].push_back({&(*list.node)[i], list.pointer + '/' + std::to_string(i)});
        }
    }
    for (const Places& places : leading) {
        auto made = make(places, standing);
        if (!made) return fail(made.error());
        shape.leading.push_back(*made);
    }
    auto made = make(items, standing);
    if (!made) return fail(made.error());
    shape.items = *made;
    return {};
}

void Shapes::mark_differences() {
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [key, shape] : shapes_) {
            if (shape->differs) continue;
            const auto parts = parts_of(*shape);
            shape->differs = !shape->names.empty() || !shape->values.empty() ||
                             std::any_of(parts.begin(), parts.end(), [](const Shape* part) {
                                 return part && part->differs;
                             });
            changed = changed || shape->differs;
        }
    }
}

}  // namespace plumbline
