#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

using KnownLocation = DocumentKeyword<ParameterLocation>;
constexpr KnownLocation kLocations[]{{"path", ParameterLocation::kPath},
                                     {"query", ParameterLocation::kQuery},
                                     {"header", ParameterLocation::kHeader},
                                     {"cookie", ParameterLocation::kCookie},
                                     {"querystring", ParameterLocation::kQueryString}};

/// Reads `in` into the parameter; returns false if it is present but invalid.
bool read_location(const DocumentNode& in, ParameterValue& parameter) {
    if (!in.exists()) return true;
    if (!in.value->is_string()) return false;
    const std::string name = in.text();
    if (const auto* const row = find_keyword(kLocations, name)) {
        parameter.location = row->value;
        return true;
    }
    in.error(fmt::format("parameter {} cannot be in {}", parameter.name, name),
             name == "body" ? "write a requestBody"
                            : suggestion(name, names_of(kLocations, &KnownLocation::name)));
    return false;
}

/// Parameters `in: querystring` are the whole query as one value. New in Arazzo 1.1.
bool is_whole_query(const ParameterValue& parameter) {
    return parameter.location == ParameterLocation::kQueryString;
}

/// Reports a value that can never be a query: a number, a boolean, an array. Null omits the
/// parameter in every location.
void check_whole_query(const DocumentNode& in, const DocumentNode& value) {
    require_arazzo_1_1(in, "`in: querystring` requires");
    if (value.value->is_string() || value.value->is_object() || value.value->is_null()) return;
    value.error(fmt::format("a whole query cannot be of type {}", type_name(*value.value)),
                "write it as a string, `a=1&b=2`, or as an object with one member for each part "
                "of the query");
}

std::optional<ParameterValue> read_parameter(const DocumentNode& entry) {
    const auto resolved = resolve_reusable(entry, "parameters");
    if (!resolved) return {};
    const DocumentNode& node = resolved->node;
    ParameterValue parameter;
    parameter.name = node.text("name");
    parameter.where = entry.where();
    if (parameter.name.empty() || !node.has("value")) return {};
    if (!read_location(node["in"], parameter)) return {};
    const DocumentNode value = resolved->value ? *resolved->value : node["value"];
    if (is_whole_query(parameter)) check_whole_query(node["in"], value);
    parameter.value = read_template(value);
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
        return operation.path.has_parameter(parameter.name);
    if (parameter.location == ParameterLocation::kQueryString) return true;
    if (parameter.location == ParameterLocation::kHeader &&
        reading::is_ignored_header(parameter.name))
        return true;
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

void check_declared(ProblemCollector& problems, const Step& step, const ParameterValue& given) {
    if (!given.location || is_declared(step, given)) return;
    problems.add(ProblemSeverity::kWarning,
                 given.where,
                 fmt::format("operation {} declares no {} parameter {}",
                             step.operation->id,
                             to_text(*given.location),
                             given.name),
                 suggestion(given.name, declared_names(*step.operation, *given.location)),
                 ErrorCode::kNotFound);
}

bool has_whole_query(const Step& step) {
    return std::any_of(step.parameters.begin(), step.parameters.end(), is_whole_query);
}

bool is_in_query(const ParameterValue& parameter) {
    return is_whole_query(parameter) || parameter.location == ParameterLocation::kQuery;
}

/// Returns whether the query that the step gives may be that of a declared parameter.
bool has_query_of(const Step& step, const Parameter& declared) {
    if (declared.location == ParameterLocation::kQuery) return has_whole_query(step);
    return declared.location == ParameterLocation::kQueryString &&
           std::any_of(step.parameters.begin(), step.parameters.end(), is_in_query);
}

void check_required(const DocumentNode& step_node, const Step& step) {
    for (const std::string& name : step.operation->path.parameters()) {
        if (has_parameter(step, name, ParameterLocation::kPath)) continue;
        step_node.error(
            fmt::format("step {} has no value for {{{}}} of {}",
                        step.id,
                        name,
                        step.operation->path.text()),
            fmt::format("add the parameter `{{name: {}, in: path, value: ...}}`", name));
    }
    for (const Parameter& declared : step.operation->parameters) {
        const bool path = declared.location == ParameterLocation::kPath;
        if (path || !declared.required || has_parameter(step, declared.name, declared.location))
            continue;
        if (has_query_of(step, declared)) continue;
        step_node.warning(fmt::format("step {} omits the required {} parameter {}",
                                      step.id,
                                      to_text(declared.location),
                                      declared.name));
    }
}

/// Reports whole queries of the step, own and inherited, that are not the only one: a second whole
/// query, and parameters `in: query`.
/// Source: OpenAPI 3.2, "Parameter Locations".
void check_single_query(ProblemCollector& problems, const Step& step) {
    if (!has_whole_query(step)) return;
    const auto end = step.parameters.end();
    // The step's own parameters are first, so the position is in the step if one of the two is.
    const auto first = std::find_if(step.parameters.begin(), end, is_in_query);
    const auto other = std::find_if(first + 1, end, [&](const ParameterValue& parameter) {
        return is_in_query(parameter) && (is_whole_query(*first) || is_whole_query(parameter));
    });
    if (other == end) return;
    problems.add(
        ProblemSeverity::kError,
        first->where,
        fmt::format("parameter {} (in: {}) conflicts with parameter {} (in: {}): a query is either "
                    "whole or in parts",
                    first->name,
                    to_text(*first->location),
                    other->name,
                    to_text(*other->location)),
        "give the whole query as one `in: querystring`, or each part of it as `in: query`");
}

}  // namespace

std::vector<ParameterValue> read_parameters(const DocumentNode& list) {
    std::vector<ParameterValue> parameters;
    for (const DocumentNode& entry : list.elements()) {
        auto parameter = read_parameter(entry);
        if (!parameter) continue;
        const bool twice =
            std::any_of(parameters.begin(), parameters.end(), [&](const ParameterValue& earlier) {
                return overrides(*parameter, earlier);
            });
        if (twice) {
            entry.error(fmt::format("parameter {} is given twice", parameter->name),
                        "keep one of them");
        } else {
            parameters.push_back(std::move(*parameter));
        }
    }
    return parameters;
}

void check_parameter_locations(ProblemCollector& problems, const Step& step) {
    for (const ParameterValue& parameter : step.parameters) {
        if (parameter.location) continue;
        problems.add(
            ProblemSeverity::kError,
            parameter.where,
            fmt::format("parameter {} of step {} has no location", parameter.name, step.id),
            "add `in:` with path, query, querystring, header or cookie");
    }
}

void convert_to_inputs(ProblemCollector& problems,
                       std::vector<ParameterValue>& parameters,
                       std::string_view caller,
                       ProblemSeverity severity) {
    for (ParameterValue& parameter : parameters) {
        if (!parameter.location) continue;
        problems.add(
            severity,
            parameter.where,
            fmt::format("parameter {} of {} is an input of a workflow and cannot have `in:`",
                        parameter.name,
                        caller),
            "remove `in:`");
        parameter.location.reset();
    }
}

void merge_parameters(const DocumentNode& step_node,
                      Step& step,
                      const std::vector<ParameterValue>& inherited) {
    ProblemCollector& problems = *step_node.problems;
    const bool calls_operation = step.operation != nullptr;
    if (calls_operation) {
        for (const ParameterValue& own : step.parameters) check_declared(problems, step, own);
    } else {
        convert_to_inputs(problems, step.parameters, "step " + step.id, ProblemSeverity::kWarning);
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
            !step.operation->path.has_parameter(parameter.name)) {
            continue;
        }
        step.parameters.push_back(parameter);
        step.parameters.back().is_inherited = true;
    }
    if (!calls_operation) return;
    check_single_query(problems, step);
    check_required(step_node, step);
}

}  // namespace plumbline::workflow
