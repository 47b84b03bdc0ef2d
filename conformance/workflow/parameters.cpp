#include "conformance/workflow/query_string.hpp"
#include "conformance/workflow/reading.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/credential_places.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

struct PlaceName {
    std::string_view name;
    ParameterPlace place;
};
constexpr PlaceName kPlaces[]{{"path", ParameterPlace::kPath},
                              {"query", ParameterPlace::kQuery},
                              {"header", ParameterPlace::kHeader},
                              {"cookie", ParameterPlace::kCookie},
                              {"querystring", ParameterPlace::kQueryString}};

std::string_view place_name(ParameterPlace place) {
    for (const PlaceName& known : kPlaces) {
        if (known.place == place) return known.name;
    }
    return "";
}

/// Reads `in` into the parameter; false if there is one that cannot be used.
bool read_place(const Reading& reading, const Node& node, ParameterValue& parameter) {
    const Json* in = member(*node.value, "in");
    if (!in) return true;
    if (!in->is_string()) return false;
    const std::string name = in->get<std::string>();
    std::vector<std::string> known;
    for (const PlaceName& place : kPlaces) {
        if (place.name == name) {
            parameter.place = place.place;
            return true;
        }
        known.emplace_back(place.name);
    }
    reading.problems.add(Severity::kError,
                         ErrorCode::kInvalid,
                         node.pointer + "/in",
                         fmt::format("parameter {} cannot be in {}", parameter.name, name),
                         name == "body" ? "write a requestBody" : suggestion(name, known));
    return false;
}

std::optional<ParameterValue> read_parameter(const Reading& reading, const Node& entry) {
    const auto resolved = resolve(reading, entry, "parameters");
    if (!resolved) return {};
    const Node& node = resolved->node;
    ParameterValue parameter;
    parameter.name = text_at(node, "name");
    parameter.where = reading.where(entry);
    const Json* value = member(*node.value, "value");
    if (parameter.name.empty() || !value) return {};
    if (!read_place(reading, node, parameter)) return {};
    const Node value_node = resolved->value ? *resolved->value : node.child("value", *value);
    if (parameter.place == ParameterPlace::kQueryString) {
        refuse_in_1_0(reading.problems, node.pointer + "/in", "`in: querystring` came");
        check_query_string_value(reading, value_node);
    }
    parameter.value = read_template(reading, value_node);
    return parameter;
}

bool same_name(const ParameterValue& parameter, std::string_view name, ParameterPlace place) {
    if (parameter.place != place) return false;
    return place == ParameterPlace::kHeader ? equals_ignoring_case(parameter.name, name)
                                            : parameter.name == name;
}

bool overrides(const ParameterValue& own, const ParameterValue& inherited) {
    if (!inherited.place) return !own.place && own.name == inherited.name;
    return same_name(own, inherited.name, *inherited.place);
}

bool gives(const Step& step, std::string_view name, ParameterPlace place) {
    return std::any_of(step.parameters.begin(),
                       step.parameters.end(),
                       [&](const ParameterValue& given) { return same_name(given, name, place); });
}

bool is_hole(const Operation& operation, std::string_view name) {
    const auto& segments = operation.path.segments();
    return std::any_of(segments.begin(), segments.end(), [&](const auto& segment) {
        return segment.is_parameter && segment.text == name;
    });
}

/// Says whether a security scheme of the document is sent as this header, query member or cookie.
bool is_credential(const ApiDocument& api, const ParameterValue& parameter) {
    const auto places = credential_places(api);
    return std::any_of(places.begin(), places.end(), [&](const CredentialPlace& credential) {
        return same_name(parameter, credential.name, credential.place);
    });
}

bool is_declared(const Step& step, const ParameterValue& parameter) {
    const Operation& operation = *step.operation;
    if (parameter.place == ParameterPlace::kPath) return is_hole(operation, parameter.name);
    if (parameter.place == ParameterPlace::kQueryString) return true;
    const auto& declared = operation.parameters;
    return std::any_of(declared.begin(),
                       declared.end(),
                       [&](const Parameter& known) {
                           return same_name(parameter, known.name, known.place);
                       }) ||
           is_credential(*step.api, parameter);
}

std::vector<std::string> declared_names(const Operation& operation, ParameterPlace place) {
    std::vector<std::string> names;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.place == place) names.push_back(parameter.name);
    }
    return names;
}

void check_own(const Reading& reading, const Step& step, const ParameterValue& parameter) {
    if (parameter.place && !is_declared(step, parameter)) {
        const std::string_view place = place_name(*parameter.place);
        reading.problems.add(
            Severity::kWarning,
            Error{ErrorCode::kNotFound,
                  fmt::format("operation {} declares no {} parameter {}",
                              step.operation->id,
                              place,
                              parameter.name),
                  parameter.where,
                  {suggestion(parameter.name, declared_names(*step.operation, *parameter.place))}});
    }
}

void check_missing(const Reading& reading, const Step& step, const Node& step_node) {
    for (const auto& segment : step.operation->path.segments()) {
        if (!segment.is_parameter || gives(step, segment.text, ParameterPlace::kPath)) continue;
        reading.problems.add(
            Severity::kError,
            ErrorCode::kInvalid,
            step_node.pointer,
            fmt::format("step {} gives no value for {{{}}} of {}",
                        step.id,
                        segment.text,
                        step.operation->path.text()),
            fmt::format("add the parameter `{{name: {}, in: path, value: ...}}`", segment.text));
    }
    for (const Parameter& declared : step.operation->parameters) {
        const bool path = declared.place == ParameterPlace::kPath;
        if (path || !declared.required || gives(step, declared.name, declared.place)) continue;
        if (declared.place == ParameterPlace::kQuery && gives_query_string(step)) continue;
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             step_node.pointer,
                             fmt::format("step {} leaves out the required {} parameter {}",
                                         step.id,
                                         place_name(declared.place),
                                         declared.name));
    }
}

}  // namespace

std::vector<ParameterValue> read_parameters(const Reading& reading, const Node& owner) {
    std::vector<ParameterValue> parameters;
    for (const Node& entry : elements_at(owner, "parameters")) {
        auto parameter = read_parameter(reading, entry);
        if (!parameter) continue;
        const bool twice =
            std::any_of(parameters.begin(), parameters.end(), [&](const ParameterValue& earlier) {
                return overrides(*parameter, earlier);
            });
        if (twice) {
            reading.problems.add(Severity::kError,
                                 ErrorCode::kInvalid,
                                 entry.pointer,
                                 fmt::format("parameter {} is given twice", parameter->name),
                                 "keep one of them");
            continue;
        }
        parameters.push_back(std::move(*parameter));
    }
    return parameters;
}

void check_places(const Reading& reading, const Step& step) {
    for (const ParameterValue& parameter : step.parameters) {
        if (parameter.place) continue;
        reading.problems.add(Severity::kError,
                             Error{ErrorCode::kInvalid,
                                   fmt::format("parameter {} of step {} does not say where it goes",
                                               parameter.name,
                                               step.id),
                                   parameter.where,
                                   {"add `in:` with path, query, querystring, header or cookie"}});
    }
}

void take_as_inputs(const Reading& reading,
                    std::vector<ParameterValue>& parameters,
                    std::string_view giver,
                    Severity severity) {
    for (ParameterValue& parameter : parameters) {
        if (!parameter.place) continue;
        reading.problems.add(
            severity,
            Error{ErrorCode::kInvalid,
                  fmt::format("parameter {} of {} is an input of a workflow, `in:` has no "
                              "meaning there",
                              parameter.name,
                              giver),
                  parameter.where,
                  {"leave `in:` out"}});
        parameter.place.reset();
    }
}

void merge_parameters(const Reading& reading,
                      Step& step,
                      const std::vector<ParameterValue>& inherited,
                      const Node& step_node) {
    const bool calls_operation = step.operation != nullptr;
    if (calls_operation) {
        for (const ParameterValue& own : step.parameters) check_own(reading, step, own);
    } else {
        take_as_inputs(reading, step.parameters, "step " + step.id, Severity::kWarning);
    }
    const std::size_t own_count = step.parameters.size();
    for (const ParameterValue& parameter : inherited) {
        // What has a place is for operations, what has none is an input of called workflows.
        if (parameter.place.has_value() != calls_operation) continue;
        const auto end = step.parameters.begin() + static_cast<std::ptrdiff_t>(own_count);
        const bool overridden =
            std::any_of(step.parameters.begin(), end, [&](const ParameterValue& own) {
                return overrides(own, parameter);
            });
        if (overridden) continue;
        // A path parameter handed down to every step goes only where the path has a hole for it.
        if (parameter.place == ParameterPlace::kPath && !is_hole(*step.operation, parameter.name)) {
            continue;
        }
        step.parameters.push_back(parameter);
        step.parameters.back().handed_down = true;
    }
    if (!calls_operation) return;
    check_query_string(reading, step);
    check_missing(reading, step, step_node);
}

}  // namespace plumbline::workflow
