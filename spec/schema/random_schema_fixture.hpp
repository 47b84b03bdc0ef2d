#pragma once
// Random schemas and values for property tests. They use few names, so that schemas and values
// often refer to the same members. For tests only.

#include "spec/base/ids.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace plumbline {

/// Generates small schemas and values from few names, numbers and words.
class RandomSchemas {
  public:
    explicit RandomSchemas(std::uint64_t seed) : ids_(seed) {}

    Json value(int depth) {
        switch (random_index(depth > 0 ? 8 : 6)) {
            case 0:
                return Json(nullptr);
            case 1:
                return Json(random_index(2) == 0);
            case 2:
                return Json(static_cast<int>(random_index(5)));
            case 3:
                return Json(static_cast<double>(random_index(9)) / 2);
            case 4:
                return Json(word());
            case 5:
                return Json("2026-01-0" + std::to_string(random_index(3)));
            case 6:
                return fill_container(Json::array(), depth);
            default:
                return fill_container(Json::object(), depth);
        }
    }

    Json schema(int depth) {
        if (random_index(12) == 0) return Json(random_index(2) == 0);
        Json schema = Json::object();
        for (std::size_t i = random_index(3) + 1; i > 0; --i) add_keyword(schema, depth);
        return schema;
    }

  private:
    std::size_t random_index(std::size_t count) {
        return static_cast<std::size_t>(ids_.next() % count);
    }
    std::string word() {
        return std::string(random_index(3), static_cast<char>('a' + random_index(2)));
    }

    Json fill_container(Json container, int depth) {
        for (std::size_t i = random_index(4); i > 0; --i) {
            if (container.is_array()) {
                container.push_back(value(depth - 1));
            } else {
                container[word()] = value(depth - 1);
            }
        }
        return container;
    }

    void add_keyword(Json& schema, int depth) {
        if (depth > 0 && random_index(2) == 0) {
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
        switch (random_index(9)) {
            case 0:
                schema["type"] = kTypes[random_index(7)];
                break;
            case 1:
                schema["enum"] = Json::array({value(1), value(1), value(0)});
                break;
            case 2:
                schema["const"] = value(1);
                break;
            case 3:
                schema[kCounts[random_index(6)]] = random_index(3);
                break;
            case 4:
                schema[kBounds[random_index(4)]] = static_cast<double>(random_index(9)) / 2;
                break;
            case 5:
                schema["multipleOf"] = static_cast<double>(random_index(3) + 1) / 2;
                break;
            case 6:
                schema["required"] = Json::array({word()});
                break;
            case 7:
                schema["pattern"] = "^" + word() + "$";
                break;
            default:
                schema[random_index(2) == 0 ? "uniqueItems" : "deprecated"] = true;
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
        switch (random_index(3)) {
            case 0:
                schema[kOne[random_index(8)]] = this->schema(depth - 1);
                break;
            case 1:
                schema[kLists[random_index(4)]] =
                    Json::array({this->schema(depth - 1), this->schema(depth - 1)});
                break;
            default:
                schema[kMaps[random_index(3)]][word()] = this->schema(depth - 1);
                break;
        }
    }

    IdSource ids_;
};

}  // namespace plumbline
