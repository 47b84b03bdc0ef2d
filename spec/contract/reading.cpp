#include "spec/contract/reading.hpp"

#include "spec/base/check.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::reading {
namespace {

/// Goes down from one schema; remembers the way, so that a recursive schema ends.
class Walk {
  public:
    Walk(const Document& document, const std::function<Result<void>(const Property&)>& visit)
        : document_(document), visit_(visit) {}

    Result<void> enter(const Place& schema, const std::string& pointer) {
        Property property{pointer, {}};
        auto gathered = gather_schemas(document_, schema, property.schemas);
        if (!gathered) return gathered;
        auto visited = visit_(property);
        if (!visited) return visited;
        for (const Place& part : property.schemas) {
            if (!open_.insert(part.pointer).second) continue;
            auto done = descend(part, pointer);
            if (!done) return done;
            open_.erase(part.pointer);
        }
        return {};
    }

  private:
    Result<void> descend(const Place& schema, const std::string& pointer) {
        if (schema.has("properties") && schema.child("properties").node->is_object()) {
            const Place properties = schema.child("properties");
            for (const auto& [name, value] : properties.node->items()) {
                auto done =
                    enter(properties.child(name), pointer + '/' + escape_pointer_token(name));
                if (!done) return done;
            }
        }
        auto done = enter_prefix(schema, pointer);
        if (!done) return done;
        if (schema.has("items") && schema.child("items").node->is_object()) {
            return enter(schema.child("items"), pointer + "/*");
        }
        return {};
    }

    Result<void> enter_prefix(const Place& schema, const std::string& pointer) {
        if (!schema.has("prefixItems")) return {};
        const Place list = schema.child("prefixItems");
        for (std::size_t i = 0; list.node->is_array() && i < list.node->size(); ++i) {
            const std::string at = '/' + std::to_string(i);
            auto done = enter({&(*list.node)[i], list.pointer + at}, pointer + at);
            if (!done) return done;
        }
        return {};
    }

    const Document& document_;
    const std::function<Result<void>(const Property&)>& visit_;
    std::set<std::string> open_;
};

Result<Place> of_type(const Document& document, Place place, bool fits, const char* expected) {
    if (fits) return place;
    return fail(ErrorCode::kInvalid,
                place.pointer + " is of type " + type_name(*place.node) + ", expected " + expected,
                document.where(place.pointer));
}

}  // namespace

Place Place::child(std::string_view key) const {
    const Json* value = member(*node, key);
    PLUMBLINE_CHECK(value, "the caller asks for members that exist");
    return {value, pointer + '/' + escape_pointer_token(key)};
}

bool Place::has(std::string_view key) const {
    return member(*node, key) != nullptr;
}

Result<Place> resolved(const Document& document, Place place) {
    std::set<std::string> seen;
    while (place.node->is_object() && place.has("$ref")) {
        const SourceRef where = document.where(place.pointer + "/$ref");
        const auto reference = as_string(*place.child("$ref").node);
        if (!reference || reference->rfind("#", 0) != 0) {
            return fail(ErrorCode::kUnsupported,
                        "a reference must point into its own document: #/...",
                        where);
        }
        if (!seen.insert(*reference).second) {
            return fail(ErrorCode::kInvalid,
                        "the reference " + *reference + " leads back to itself",
                        where);
        }
        const std::string written = reference->substr(1);
        const std::string pointer = http::percent_decode(written).value_or(written);
        const Json* target = find(*document.root, std::string_view(pointer));
        if (!target) {
            if (auto why = why_unread(document, pointer)) return fail(*std::move(why));
            const std::string named = linked_place(pointer) ? written_pointer(pointer) : *reference;
            return fail(ErrorCode::kNotFound, "nothing stands at " + named, where);
        }
        place = {target, pointer};
    }
    return place;
}

Result<Place> object_at(const Document& document, Place place) {
    const bool fits = place.node->is_object();
    return of_type(document, std::move(place), fits, "an object");
}

Result<Place> array_at(const Document& document, Place place) {
    const bool fits = place.node->is_array();
    return of_type(document, std::move(place), fits, "an array");
}

Result<Place> resolved_object(const Document& document, Place place) {
    return resolved(document, std::move(place)).and_then([&](Place found) {
        return object_at(document, std::move(found));
    });
}

void add_requirements(const Property& property, std::set<std::string>& ids) {
    for (const Place& schema : property.schemas) {
        const auto named = strings_or_empty(*schema.node, "x-requirements");
        ids.insert(named.begin(), named.end());
    }
}

Result<void> gather_schemas(const Document& document,
                            const Place& schema,
                            std::vector<Place>& found) {
    if (!schema.node->is_object()) return {};
    const bool known = std::any_of(found.begin(), found.end(), [&](const Place& other) {
        return other.pointer == schema.pointer;
    });
    if (known) return {};
    found.push_back(schema);
    if (schema.has("$ref")) {
        auto target = resolved(document, schema);
        if (!target) return fail(target.error());
        auto done = gather_schemas(document, *target, found);
        if (!done) return done;
    }
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
        if (!schema.has(keyword) || !(*schema.node)[keyword].is_array()) continue;
        const Place branches = schema.child(keyword);
        for (std::size_t i = 0; i < branches.node->size(); ++i) {
            auto done =
                gather_schemas(document,
                               {&(*branches.node)[i], branches.pointer + '/' + std::to_string(i)},
                               found);
            if (!done) return done;
        }
    }
    return {};
}

Result<void> for_each_property(const Document& document,
                               const Place& root,
                               const std::function<Result<void>(const Property&)>& visit) {
    return Walk(document, visit).enter(root, "");
}

}  // namespace plumbline::reading
