#include "mock_server/validation/request_validation.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace plumbline::mock {
namespace {

std::optional<std::string> parameter_text(const Parameter& parameter,
                                          const std::map<std::string, std::string>& path_values,
                                          const http::UrlQuery& query) {
    if (parameter.location == ParameterLocation::kPath) {
        const auto found = path_values.find(parameter.name);
        if (found != path_values.end()) return found->second;
        return std::nullopt;
    }
    const auto found = std::find_if(
        query.begin(), query.end(), [&](const auto& pair) { return pair.first == parameter.name; });
    if (found == query.end()) return std::nullopt;
    return found->second;
}

bool has_wrong_type(const std::vector<Violation>& violations) {
    return std::any_of(violations.begin(), violations.end(), [](const Violation& violation) {
        return violation.keyword == "type";
    });
}

/// A parameter is transferred as text. If its schema requires a number or boolean, the value that
/// the text represents is evaluated.
std::vector<Violation> evaluate_text(const Schema& schema, const std::string& text) {
    std::vector<Violation> as_text = schema.evaluate(Json(text));
    if (!has_wrong_type(as_text)) return as_text;
    if (const auto number = parse_integer(text)) return schema.evaluate(Json(*number));
    const bool wants_whole_number = has_wrong_type(schema.evaluate(Json(0.5)));
    const auto value = parse_json(text);
    const bool is_other = value && (value->is_boolean() || value->is_null() ||
                                    (value->is_number() && !wants_whole_number));
    return is_other ? schema.evaluate(*value) : as_text;
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number);
    // A text that does not print back identically is not canonical: 01, -0.
    if (trouble != std::errc() || std::to_string(number) != text) return std::nullopt;
    return number;
}

Result<std::vector<RequestProblem>> validate_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::UrlQuery& query) {
    std::vector<RequestProblem> problems;
    for (const Parameter& parameter : operation.parameters) {
        const bool in_path = parameter.location == ParameterLocation::kPath;
        if (!in_path && parameter.location != ParameterLocation::kQuery) continue;
        const std::string location = in_path ? "path" : "query";
        const auto text = parameter_text(parameter, path_values, query);
        if (!text) {
            if (parameter.required)
                problems.push_back({{location, parameter.name}, "field required", "missing"});
            continue;
        }
        if (parameter.schema_pointer.empty()) continue;
        const auto& schema = api.schema(parameter.schema_pointer);
        if (!schema) return fail(schema.error());
        for (const Violation& violation : evaluate_text(*schema, *text)) {
            problems.push_back({{location, parameter.name}, violation.message, violation.keyword});
        }
    }
    return problems;
}

}  // namespace plumbline::mock
