#include "conformance/workflow/readers/query_string.hpp"
#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

struct LocationKeyword {
    std::string_view name;
    ParameterLocation location;
};
constexpr LocationKeyword kLocations[]{{"path", ParameterLocation::kPath},
                                       {"query", ParameterLocation::kQuery},
                                       {"header", ParameterLocation::kHeader},
                                       {"cookie", ParameterLocation::kCookie},
                                       {"querystring", ParameterLocation::kQueryString}};

std::string_view location_name(ParameterLocation location) {
    for (const LocationKeyword& known : kLocations) {
        if (known.location == location) return known.name;
    }
    return "";
}

/// Reads `in` into the parameter; returns false if it is present but invalid.
bool read_location(const ReadingContext& reading,
                   const DocumentNode& node,
                   ParameterValue& parameter) {
    const Json* in = member(*node.value, "in");
    if (!in) return true;
    if (!in->is_string()) return false;
    const std::string name = in->get<std::string>();
    std::vector<std::string> known;
    for (const LocationKeyword& keyword : kLocations) {
        if (keyword.name == name) {
            parameter.location = keyword.location;
            return true;
        }
        known.emplace_back(keyword.name);
    }
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         node.pointer + "/in",
                         fmt::format("parameter {} cannot be in {}", parameter.name, name),
                         name == "body" ? "write a requestBody" : suggestion(name, known));
    return false;
}

std::optional<ParameterValue> read_parameter(const ReadingContext& reading,
                                             const DocumentNode& entry) {
    const auto resolved = resolve_reusable(reading, entry, "parameters");
    if (!resolved) return {};
    const DocumentNode& node = resolved->node;
    ParameterValue parameter;
    parameter.name = text_at(node, "name");
    parameter.where = reading.where(entry);
    const Json* value = member(*node.value, "value");
    if (parameter.name.empty() || !value) return {};
    if (!read_location(reading, node, parameter)) return {};
    const DocumentNode value_node =
        resolved->value ? *resolved->value : node.child("value", *value);
    if (parameter.location == ParameterLocation::kQueryString) {
        require_arazzo_1_1(reading.problems, node.pointer + "/in", "`in: querystring` requires");
        check_query_string_value(reading, value_node);
    }
    parameter.value = read_template(reading, value_node);
    return parameter;
}

bool same_name(const ParameterValue& parameter, std::string_view name, ParameterLocation location) {
    if (parameter.location != location) return false;
    return location == ParameterLocation::kHeader ? equals_ignoring_case(parameter.name, name)
                                                  : parameter.name == name;
}

bool overrides(const ParameterValue& own, const ParameterValue& inherited) {
    if (!inherited.location) return !own.location && own.name == inherited.name;
    return same_name(own, inherited.name, *inherited.location);
}

bool has_parameter(const Step& step, std::string_view name, ParameterLocation location) {
    return std::any_of(
        step.parameters.begin(), step.parameters.end(), [&](const ParameterValue& given) {
            return same_name(given, name, location);
        });
}

bool is_path_parameter(const Operation& operation, std::string_view name) {
    const auto& segments = operation.path.segments();
    return std::any_of(segments.begin(), segments.end(), [&](const auto& segment) {
        return segment.is_parameter && segment.text == name;
    });
}

/// Returns whether a security scheme of the document is sent as this header, query parameter or
/// cookie.
bool is_credential(const ApiDocument& api, const ParameterValue& parameter) {
    const auto locations = credential_locations(api);
    return std::any_of(
        locations.begin(), locations.end(), [&](const CredentialLocation& credential) {
            return same_name(parameter, credential.name, credential.location);
        });
}

bool is_declared(const Step& step, const ParameterValue& parameter) {
    const Operation& operation = *step.operation;
    if (parameter.location == ParameterLocation::kPath)
        return is_path_parameter(operation, parameter.name);
    if (parameter.location == ParameterLocation::kQueryString) return true;
    const auto& declared = operation.parameters;
    return std::any_of(declared.begin(),
                       declared.end(),
                       [&](const Parameter& known) {
                           return same_name(parameter, known.name, known.location);
                       }) ||
           is_credential(*step.api, parameter);
}

std::vector<std::string> declared_names(const Operation& operation, ParameterLocation location) {
    std::vector<std::string> names;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.location == location) names.push_back(parameter.name);
    }
    return names;
}

void check_declared(const ReadingContext& reading,
                    const Step& step,
                    const ParameterValue& parameter) {
    if (parameter.location && !is_declared(step, parameter)) {
        const std::string_view location = location_name(*parameter.location);
        reading.problems.add(
            ProblemSeverity::kWarning,
            Error{ErrorCode::kNotFound,
                  fmt::format("operation {} declares no {} parameter {}",
                              step.operation->id,
                              location,
                              parameter.name),
                  parameter.where,
                  {suggestion(parameter.name,
                              declared_names(*step.operation, *parameter.location))}});
    }
}

void check_required(const ReadingContext& reading,
                    const Step& step,
                    const DocumentNode& step_node) {
    for (const auto& segment : step.operation->path.segments()) {
        if (!segment.is_parameter || has_parameter(step, segment.text, ParameterLocation::kPath))
            continue;
        reading.problems.add(
            ProblemSeverity::kError,
            ErrorCode::kInvalid,
            step_node.pointer,
            fmt::format("step {} has no value for {{{}}} of {}",
                        step.id,
                        segment.text,
                        step.operation->path.text()),
            fmt::format("add the parameter `{{name: {}, in: path, value: ...}}`", segment.text));
    }
    for (const Parameter& declared : step.operation->parameters) {
        const bool path = declared.location == ParameterLocation::kPath;
        if (path || !declared.required || has_parameter(step, declared.name, declared.location))
            continue;
        if (declared.location == ParameterLocation::kQuery && has_query_string(step)) continue;
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             step_node.pointer,
                             fmt::format("step {} omits the required {} parameter {}",
                                         step.id,
                                         location_name(declared.location),
                                         declared.name));
    }
}

}  // namespace

std::vector<ParameterValue> read_parameters(const ReadingContext& reading,
                                            const DocumentNode& owner) {
    std::vector<ParameterValue> parameters;
    for (const DocumentNode& entry : elements_at(owner, "parameters")) {
        auto parameter = read_parameter(reading, entry);
        if (!parameter) continue;
        const bool twice =
            std::any_of(parameters.begin(), parameters.end(), [&](const ParameterValue& earlier) {
                return overrides(*parameter, earlier);
            });
        if (twice) {
            reading.problems.add(ProblemSeverity::kError,
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

void check_parameter_locations(const ReadingContext& reading, const Step& step) {
    for (const ParameterValue& parameter : step.parameters) {
        if (parameter.location) continue;
        reading.problems.add(
            ProblemSeverity::kError,
            Error{ErrorCode::kInvalid,
                  fmt::format("parameter {} of step {} has no location", parameter.name, step.id),
                  parameter.where,
                  {"add `in:` with path, query, querystring, header or cookie"}});
    }
}

void convert_to_inputs(const ReadingContext& reading,
                       std::vector<ParameterValue>& parameters,
                       std::string_view caller,
                       ProblemSeverity severity) {
    for (ParameterValue& parameter : parameters) {
        if (!parameter.location) continue;
        reading.problems.add(
            severity,
            Error{ErrorCode::kInvalid,
                  fmt::format("parameter {} of {} is an input of a workflow and cannot have `in:`",
                              parameter.name,
                              caller),
                  parameter.where,
                  {"remove `in:`"}});
        parameter.location.reset();
    }
}

void merge_parameters(const ReadingContext& reading,
                      Step& step,
                      const std::vector<ParameterValue>& inherited,
                      const DocumentNode& step_node) {
    const bool calls_operation = step.operation != nullptr;
    if (calls_operation) {
        for (const ParameterValue& own : step.parameters) check_declared(reading, step, own);
    } else {
        convert_to_inputs(reading, step.parameters, "step " + step.id, ProblemSeverity::kWarning);
    }
    const std::size_t own_count = step.parameters.size();
    for (const ParameterValue& parameter : inherited) {
        // A parameter with a location is for operations, one without is an input of a called
        // workflow.
        if (parameter.location.has_value() != calls_operation) continue;
        const auto end = step.parameters.begin() + static_cast<std::ptrdiff_t>(own_count);
        const bool overridden =
            std::any_of(step.parameters.begin(), end, [&](const ParameterValue& own) {
                return overrides(own, parameter);
            });
        if (overridden) continue;
        // An inherited path parameter is used only if the path has a parameter of that name.
        if (parameter.location == ParameterLocation::kPath &&
            !is_path_parameter(*step.operation, parameter.name)) {
            continue;
        }
        step.parameters.push_back(parameter);
        step.parameters.back().is_inherited = true;
    }
    if (!calls_operation) return;
    check_query_string(reading, step);
    check_required(reading, step, step_node);
}

}  // namespace plumbline::workflow
