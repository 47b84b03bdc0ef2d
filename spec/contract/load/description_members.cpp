#include "spec/contract/load/description_members.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

constexpr std::array<std::string_view, 5> kDataMembers{
    "default", "example", "enum", "const", "value"};

constexpr std::array<std::string_view, 21> kFreelyNamedMembers{
    "properties", "patternProperties", "$defs",      "definitions", "dependentSchemas",
    "schemas",    "responses",         "parameters", "examples",    "requestBodies",
    "headers",    "securitySchemes",   "links",      "callbacks",   "pathItems",
    "paths",      "webhooks",          "content",    "mediaTypes",  "additionalOperations",
    "encoding"};

}  // namespace

bool holds_data(std::string_view name, const Json& value) {
    return std::ranges::count(kDataMembers, name) > 0 || name.starts_with("x-") ||
           (name == "examples" && value.is_array());
}

bool has_free_names(std::string_view name) {
    return std::ranges::count(kFreelyNamedMembers, name) > 0;
}

}  // namespace plumbline
