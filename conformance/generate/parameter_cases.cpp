#include "conformance/generate/parameter_cases.hpp"

#include "conformance/generate/generated_case.hpp"
#include "conformance/generate/sample_strings.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace plumbline::generate {
namespace {

/// A keyword of a parameter's schema, with a value on each side of its limit.
struct BoundaryValues {
    std::string_view keyword;
    Json (*inside)(const Json& schema_value);  ///< null: no such value can be sent
    Json (*outside)(const Json& schema_value);
};

const std::array<BoundaryValues, 4>& boundary_values() {
    static const std::array<BoundaryValues, 4> kSides{{
        {"type",
         [](const Json&) { return Json(); },
         [](const Json& schema_value) {
             return schema_value == "string" ? Json() : Json(std::string(kPlainString));
         }},
        {"format",
         [](const Json& schema_value) {
             return Json(string_of_format(as_string(schema_value).value_or("")));
         },
         [](const Json&) { return Json(std::string(kPlainString)); }},
        {"minimum",
         [](const Json& schema_value) { return schema_value; },
         [](const Json& schema_value) { return Json(schema_value.get<std::int64_t>() - 1); }},
        {"maximum",
         [](const Json& schema_value) { return schema_value; },
         [](const Json& schema_value) { return Json(schema_value.get<std::int64_t>() + 1); }},
    }};
    return kSides;
}

/// Checks that the value violates only this keyword, or nothing if the case is to be accepted.
Result<void> verify(const Schema& schema, const ParameterCase& one, std::string_view keyword) {
    const auto violations = schema.evaluate(*one.value);
    const bool fits = one.is_refused
                          ? violations.size() == 1 && violations.front().keyword == keyword
                          : violations.empty();
    if (fits) return {};
    return fail(ErrorCode::kInvalid,
                "the generated case " + scenario_name(one) +
                    " cannot be verified: " + to_short_text(*one.value) + " violates " +
                    std::to_string(violations.size()) + " keywords of its schema",
                one.operation->where);
}

/// Adds the cases of one parameter.
void add_cases(const ApiDocument& api,
               const Operation& operation,
               const Parameter& parameter,
               ParameterCases& result) {
    const Json* schema_value =
        find(*api.document().root, std::string_view(parameter.schema_pointer));
    const bool is_path = parameter.location == ParameterLocation::kPath;
    if (!schema_value || (!is_path && parameter.location != ParameterLocation::kQuery)) return;
    const auto& schema = api.schema(parameter.schema_pointer);
    if (!schema) {
        result.omissions.push_back(schema.error());
        return;
    }
    for (const BoundaryValues& sides : boundary_values()) {
        const Json* value = member(*schema_value, sides.keyword);
        if (!value) continue;
        for (const bool is_refused : {true, false}) {
            Json sent = is_refused ? sides.outside(*value) : sides.inside(*value);
            if (sent.is_null() || (is_path && !is_refused)) continue;
            const std::string rule =
                std::string(sides.keyword) + (is_refused ? "-outside" : "-inside");
            ParameterCase one{&operation,
                              &parameter,
                              rule,
                              to_shared(std::move(sent)),
                              is_refused,
                              api.requirements_at(parameter.schema_pointer)};
            auto verified = verify(*schema, one, sides.keyword);
            if (verified) {
                result.cases.push_back(std::move(one));
            } else {
                result.omissions.push_back(verified.error());
            }
        }
    }
}

}  // namespace

std::string scenario_name(const ParameterCase& one) {
    const char* location =
        one.parameter->location == ParameterLocation::kPath ? "/path/" : "/query/";
    return "generated/" + one.operation->id + location + one.parameter->name + '/' + one.rule;
}

ParameterCases parameter_cases(const ApiDocument& api) {
    ParameterCases result;
    for (const Operation& operation : api.operations()) {
        for (const Parameter& parameter : operation.parameters)
            add_cases(api, operation, parameter, result);
    }
    return result;
}

}  // namespace plumbline::generate
