#pragma once
// Random schemas and values whose parts often meet, for property tests. For tests only.

#include "spec/base/ids.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace plumbline {

/// Makes small schemas and values whose parts often meet: few names, few numbers, few words.
class RandomSchemas {
  public:
    explicit RandomSchemas(std::uint64_t seed) : ids_(seed) {}

    Json value(int depth) {
        switch (pick(depth > 0 ? 8 : 6)) {
            case 0:
                return Json(nullptr);
            case 1:
                return Json(pick(2) == 0);
            case 2:
                return Json(static_cast<int>(pick(5)));
            case 3:
                return Json(static_cast<double>(pick(9)) / 2);
            case 4:
                return Json(word());
            case 5:
                return Json("2026-01-0" + std::to_string(pick(3)));
            case 6:
                return filled(Json::array(), depth);
            default:
                return filled(Json::object(), depth);
        }
    }

    Json schema(int depth) {
        if (pick(12) == 0) return Json(pick(2) == 0);
        Json schema = Json::object();
        for (std::size_t i = pick(3) + 1; i > 0; --i) add_keyword(schema, depth);
        return schema;
    }

  private:
    std::size_t pick(std::size_t count) { return static_cast<std::size_t>(ids_.next() % count); }
    std::string word() { return std::string(pick(3), static_cast<char>('a' + pick(2))); }

    Json filled(Json container, int depth) {
        for (std::size_t i = pick(4); i > 0; --i) {
            if (container.is_array()) {
                container.push_back(value(depth - 1));
            } else {
                container[word()] = value(depth - 1);
            }
        }
        return container;
    }

    void add_keyword(Json& schema, int depth) {
        if (depth > 0 && pick(2) == 0) {
            add_applicator(schema, depth);
        } else {
            add_assertion(schema);
        }
    }

    void add_assertion(Json& schema) {
        static const char* const kTypes[] = {
            "null", "boolean", "integer", "number", "array", "object", "string"};
        static const char* const kCounts[] = {
            "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"};
        static const char* const kBounds[] = {
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};
        switch (pick(9)) {
            case 0:
                schema["type"] = kTypes[pick(7)];
                break;
            case 1:
                schema["enum"] = Json::array({value(1), value(1), value(0)});
                break;
            case 2:
                schema["const"] = value(1);
                break;
            case 3:
                schema[kCounts[pick(6)]] = pick(3);
                break;
            case 4:
                schema[kBounds[pick(4)]] = static_cast<double>(pick(9)) / 2;
                break;
            case 5:
                schema["multipleOf"] = static_cast<double>(pick(3) + 1) / 2;
                break;
            case 6:
                schema["required"] = Json::array({word()});
                break;
            case 7:
                schema["pattern"] = "^" + word() + "$";
                break;
            default:
                schema[pick(2) == 0 ? "uniqueItems" : "deprecated"] = true;
                break;
        }
    }

    void add_applicator(Json& schema, int depth) {
        static const char* const kOne[] = {"not",
                                           "if",
                                           "then",
                                           "else",
                                           "contains",
                                           "items",
                                           "propertyNames",
                                           "additionalProperties"};
        static const char* const kLists[] = {"allOf", "anyOf", "oneOf", "prefixItems"};
        static const char* const kMaps[] = {"properties", "patternProperties", "dependentSchemas"};
        switch (pick(3)) {
            case 0:
                schema[kOne[pick(8)]] = this->schema(depth - 1);
                break;
            case 1:
                schema[kLists[pick(4)]] =
                    Json::array({this->schema(depth - 1), this->schema(depth - 1)});
                break;
            default:
                schema[kMaps[pick(3)]][word()] = this->schema(depth - 1);
                break;
        }
    }

    IdSource ids_;
};

}  // namespace plumbline
