// Reads the parameters of an operation.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::reading {
namespace {

struct LocationStyles {
    ParameterLocation location;
    std::array<std::string_view, 4> styles;  ///< the default first; "" behind the last
};
constexpr std::array<LocationStyles, 5> kParameterLocations{{
    {ParameterLocation::kPath, {"simple", "label", "matrix"}},
    {ParameterLocation::kQuery, {"form", "spaceDelimited", "pipeDelimited", "deepObject"}},
    {ParameterLocation::kHeader, {"simple"}},
    {ParameterLocation::kCookie, {"form", "cookie"}},
    {ParameterLocation::kQueryString, {"form"}},
}};

bool has_parameter(const std::vector<Parameter>& parameters,
                   const std::string& name,
                   ParameterLocation node) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
        return parameter.name == name && parameter.location == node;
    });
}

bool is_ignored_parameter(const OpenApiNode& node) {
    return node.value->is_object() && string_or(*node.value, "in", "") == "header" &&
           is_ignored_header(string_or(*node.value, "name", ""));
}

/// Reads `style` and `explode`. A style that the location does not have is left out, as if the
/// document had none.
Result<void> read_style(const Document& document,
                        const OpenApiNode& node,
                        const LocationStyles& location,
                        const UnreadPartSink& leave_out,
                        Parameter& parameter) {
    const auto& styles = location.styles;
    parameter.style = string_or(*node.value, "style", styles.front());
    Result<void> result;
    if (std::ranges::find(styles, parameter.style) == styles.end()) {
        std::vector<std::string> known(styles.begin(), std::ranges::find(styles, ""));
        result = leave_out(invalid_node(document,
                                        node,
                                        fmt::format("the {} parameter {} has the style \"{}\", "
                                                    "expected {}; its values are sent as {}",
                                                    to_text(location.location),
                                                    parameter.name,
                                                    parameter.style,
                                                    join(known, " or "),
                                                    styles.front()))
                               .value());
        parameter.style = styles.front();
    }
    parameter.explode =
        bool_or(*node.value, "explode", parameter.style == "form" || parameter.style == "cookie");
    return result;
}

Result<Parameter> read_parameter(const Document& document,
                                 const OpenApiNode& node,
                                 const http::PathTemplate& path,
                                 const UnreadPartSink& leave_out) {
    const std::string in = string_or(*node.value, "in", "");
    const auto* known = std::find_if(
        kParameterLocations.begin(), kParameterLocations.end(), [&](const LocationStyles& one) {
            return to_text(one.location) == in;
        });
    const bool is_open_api_3_2 = string_or(*document.root, "openapi", "").starts_with("3.2.");
    const bool is_known = known != kParameterLocations.end() &&
                          (known->location != ParameterLocation::kQueryString || is_open_api_3_2);
    if (!is_known) {
        return invalid_node(document,
                            node,
                            "a parameter needs \"in\": path, query, header or cookie, from "
                            "OpenAPI 3.2 on also querystring");
    }
    Parameter parameter;
    parameter.name = string_or(*node.value, "name", "");
    parameter.location = known->location;
    if (parameter.name.empty()) return invalid_node(document, node, "a parameter needs a \"name\"");
    if (parameter.location == ParameterLocation::kPath && !path.has_parameter(parameter.name)) {
        return invalid_node(document,
                            node,
                            "the path " + path.text() + " has no {" + parameter.name +
                                "}; give the parameter a name that the path has in braces");
    }
    parameter.required =
        bool_or(*node.value, "required", known->location == ParameterLocation::kPath);
    const auto style = read_style(document, node, *known, leave_out, parameter);
    if (!style) return fail(style.error());
    parameter.allow_reserved = parameter.location == ParameterLocation::kQuery &&
                               bool_or(*node.value, "allowReserved", false);
    parameter.requirements = strings_or_empty(*node.value, "x-requirements");
    if (node.has("schema")) parameter.schema_pointer = node.pointer + "/schema";
    auto media_type = read_media_type(document, node);
    if (!media_type) return fail(media_type.error());
    if (*media_type) {
        parameter.media_type = std::move((*media_type)->name);
        parameter.schema_pointer = std::move((*media_type)->schema_pointer);
    }
    return parameter;
}

}  // namespace

bool is_ignored_header(std::string_view parameter) {
    constexpr std::array<std::string_view, 3> kNames{"Accept", "Content-Type", "Authorization"};
    return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
        return equals_ignoring_case(name, parameter);
    });
}

Result<std::optional<ContentEntry>> read_media_type(const Document& document,
                                                    const OpenApiNode& owner) {
    if (!owner.has("content")) return std::nullopt;
    const auto content = require_object(document, owner.child("content"));
    if (!content) return fail(content.error());
    if (content->value->size() != 1 || owner.has("schema")) {
        return invalid_node(
            document,
            *content,
            "a parameter or header has either a \"schema\" or \"content\" with one media type");
    }
    const std::string name = content->value->begin().key();
    auto media = require_object(document, content->child(name));
    if (!media) return fail(media.error());
    std::string schema = media->has("schema") ? media->pointer + "/schema" : "";
    return ContentEntry{http::media_type(name), std::move(*media), std::move(schema)};
}

Result<std::vector<Parameter>> read_parameters(const Document& document,
                                               const std::vector<const OpenApiNode*>& owners,
                                               const http::PathTemplate& path,
                                               const UnreadPartSink& leave_out) {
    std::vector<Parameter> parameters;
    for (const OpenApiNode* owner : owners) {
        if (!owner->has("parameters")) continue;
        const auto list = require_array(document, owner->child("parameters"));
        if (!list) {
            if (auto left_out = leave_out(list.error()); !left_out) return fail(left_out.error());
            continue;
        }
        for (const OpenApiNode& item : list->items()) {
            const auto node = resolve_node(document, item);
            if (node && is_ignored_parameter(*node)) continue;
            auto parameter = node.and_then([&](const OpenApiNode& found) {
                return read_parameter(document, found, path, leave_out);
            });
            if (!parameter) {
                auto left_out = leave_out(parameter.error());
                if (!left_out) return fail(left_out.error());
            } else if (!has_parameter(parameters, parameter->name, parameter->location)) {
                parameters.push_back(std::move(*parameter));
            }
        }
    }
    return parameters;
}

Result<void> check_path_parameters(const Operation& operation) {
    for (const std::string& name : operation.path.parameters()) {
        if (has_parameter(operation.parameters, name, ParameterLocation::kPath)) continue;
        return fail(ErrorCode::kInvalid,
                    "no parameter describes {" + name + "} of the path " + operation.path.text() +
                        "; add one with \"in\": path",
                    operation.where);
    }
    return {};
}

}  // namespace plumbline::reading
