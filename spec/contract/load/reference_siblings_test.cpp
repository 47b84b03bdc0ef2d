#include "spec/contract/load/reference_siblings.hpp"

#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

Json without_siblings(const std::string& text) {
    return *without_reference_siblings(parse_document(text, "api.json").value()).root;
}

TEST(ReferenceSiblings, AreRemoved) {
    EXPECT_THAT(without_siblings(R"({"components": {"schemas": {"A": {"properties": {
                    "b": {"$ref": "#/components/schemas/B", "minLength": 3, "nullable": true}}}}}})"),
                EqualsJson(R"({"components": {"schemas": {"A": {"properties": {
                    "b": {"$ref": "#/components/schemas/B"}}}}}})"));
}

TEST(ReferenceSiblings, StayWhereTheyHaveAMeaning) {
    for (
        const char* text :
        {R"({"paths": {"/a": {"$ref": "#/x", "parameters": []}}})",
         R"({"components": {"schemas": {"A": {"example": {"$ref": "b", "c": 1}}}}})",
         R"({"components": {"schemas": {"A": {"properties": {"$ref": {"type": "string"}, "b": {}}}}}})",
         R"({"x-own": {"$ref": "b", "c": 1}, "paths": 3})"})
        EXPECT_THAT(without_siblings(text), EqualsJson(text)) << text;
}

TEST(ReferenceSiblings, AreRemovedUnderNamesOfTheAuthor) {
    for (const char* map : {"properties", "schemas", "$defs", "headers"}) {
        const auto text = [&](const char* part) {
            return std::string(R"({"a": {")") + map + R"(": {"default": )" + part + "}}}";
        };
        EXPECT_THAT(without_siblings(text(R"({"$ref": "b", "c": 1})")),
                    EqualsJson(text(R"({"$ref": "b"})")));
    }
}

}  // namespace
}  // namespace plumbline
