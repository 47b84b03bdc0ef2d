// The parameters of an operation.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::reading {
namespace {

struct PlaceName {
    std::string_view text;
    ParameterPlace place;
    std::string_view style;
};
constexpr std::array<PlaceName, 4> kPlaces{{
    {"path", ParameterPlace::kPath, "simple"},
    {"query", ParameterPlace::kQuery, "form"},
    {"header", ParameterPlace::kHeader, "simple"},
    {"cookie", ParameterPlace::kCookie, "form"},
}};

bool is_in_path(const http::PathTemplate& path, const std::string& name) {
    const auto& segments = path.segments();
    return std::any_of(segments.begin(), segments.end(), [&](const auto& segment) {
        return segment.is_parameter && segment.text == name;
    });
}

bool is_among(const std::vector<Parameter>& parameters,
              const std::string& name,
              ParameterPlace place) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
        return parameter.name == name && parameter.place == place;
    });
}

Result<Parameter> read_parameter(const Document& document,
                                 const Place& place,
                                 const http::PathTemplate& path) {
    const std::string in = string_or(*place.node, "in", "");
    const auto* known = std::find_if(
        kPlaces.begin(), kPlaces.end(), [&](const PlaceName& name) { return name.text == in; });
    if (known == kPlaces.end()) {
        return fail(ErrorCode::kInvalid,
                    "a parameter needs \"in\": path, query, header or cookie",
                    document.where(place.pointer));
    }
    Parameter parameter;
    parameter.name = string_or(*place.node, "name", "");
    parameter.place = known->place;
    if (parameter.name.empty()) {
        return fail(
            ErrorCode::kInvalid, "a parameter needs a \"name\"", document.where(place.pointer));
    }
    if (parameter.place == ParameterPlace::kPath && !is_in_path(path, parameter.name)) {
        return fail(ErrorCode::kInvalid,
                    "the path " + path.text() + " has no {" + parameter.name +
                        "}; give the parameter a name that stands there in braces",
                    document.where(place.pointer));
    }
    parameter.required = bool_or(*place.node, "required", known->place == ParameterPlace::kPath);
    parameter.style = string_or(*place.node, "style", known->style);
    parameter.explode = bool_or(*place.node, "explode", parameter.style == "form");
    parameter.allow_reserved =
        parameter.place == ParameterPlace::kQuery && bool_or(*place.node, "allowReserved", false);
    parameter.requirements = strings_or_empty(*place.node, "x-requirements");
    if (place.has("schema")) parameter.schema_pointer = place.pointer + "/schema";
    auto media_type = read_media_type(document, place);
    if (!media_type) return fail(media_type.error());
    if (*media_type) {
        parameter.media_type = std::move((*media_type)->name);
        parameter.schema_pointer = std::move((*media_type)->schema_pointer);
    }
    return parameter;
}

}  // namespace

Result<std::optional<MediaType>> read_media_type(const Document& document, const Place& owner) {
    if (!owner.has("content")) return std::nullopt;
    const auto content = object_at(document, owner.child("content"));
    if (!content) return fail(content.error());
    if (content->node->size() != 1 || owner.has("schema")) {
        return fail(ErrorCode::kInvalid,
                    "a parameter or header has either a \"schema\" or \"content\" with one media "
                    "type",
                    document.where(content->pointer));
    }
    const std::string name = content->node->begin().key();
    auto media = object_at(document, content->child(name));
    if (!media) return fail(media.error());
    std::string schema = media->has("schema") ? media->pointer + "/schema" : "";
    return MediaType{to_lower(name), std::move(*media), std::move(schema)};
}

Result<std::vector<Parameter>> read_parameters(const Document& document,
                                               const std::vector<const Place*>& owners,
                                               const http::PathTemplate& path) {
    std::vector<Parameter> parameters;
    for (const Place* owner : owners) {
        if (!owner->has("parameters")) continue;
        const auto list = array_at(document, owner->child("parameters"));
        if (!list) return fail(list.error());
        for (std::size_t i = 0; i < list->node->size(); ++i) {
            const auto place =
                resolved(document, {&(*list->node)[i], list->pointer + '/' + std::to_string(i)});
            if (!place) return fail(place.error());
            auto parameter = read_parameter(document, *place, path);
            if (!parameter) return fail(parameter.error());
            if (!is_among(parameters, parameter->name, parameter->place))
                parameters.push_back(std::move(*parameter));
        }
    }
    return parameters;
}

Result<void> check_path_parameters(const Operation& operation) {
    for (const auto& segment : operation.path.segments()) {
        if (!segment.is_parameter ||
            is_among(operation.parameters, segment.text, ParameterPlace::kPath)) {
            continue;
        }
        return fail(ErrorCode::kInvalid,
                    "no parameter describes {" + segment.text + "} of the path " +
                        operation.path.text() + "; add one with \"in\": path",
                    operation.where);
    }
    return {};
}

}  // namespace plumbline::reading
