#include "conformance/generate/parameters.hpp"

#include "conformance/generate/case.hpp"
#include "conformance/generate/texts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace plumbline::generate {
namespace {

/// One keyword of a parameter's schema and values on both sides of it.
struct Sides {
    std::string_view keyword;
    Json (*inside)(const Json& said);  ///< null: none that could be sent
    Json (*outside)(const Json& said);
};

const std::array<Sides, 4>& all_sides() {
    static const std::array<Sides, 4> kSides{{
        {"type",
         [](const Json&) { return Json(); },
         [](const Json& said) {
             return said == "string" ? Json() : Json(std::string(kPlainText));
         }},
        {"format",
         [](const Json& said) { return Json(text_of_format(as_string(said).value_or(""))); },
         [](const Json&) { return Json(std::string(kPlainText)); }},
        {"minimum",
         [](const Json& said) { return said; },
         [](const Json& said) { return Json(said.get<std::int64_t>() - 1); }},
        {"maximum",
         [](const Json& said) { return said; },
         [](const Json& said) { return Json(said.get<std::int64_t>() + 1); }},
    }};
    return kSides;
}

/// Says whether the schema finds a value to break this keyword alone, or nothing for "".
Result<void> prove(const Schema& schema, const ParameterCase& one, std::string_view keyword) {
    const auto violations = schema.judge(*one.value);
    const bool fits = one.is_refused
                          ? violations.size() == 1 && violations.front().keyword == keyword
                          : violations.empty();
    if (fits) return {};
    return fail(ErrorCode::kInvalid,
                "the generated case " + name_of(one) +
                    " cannot be proven: " + to_short_text(*one.value) + " breaks " +
                    std::to_string(violations.size()) + " keywords of its schema",
                one.operation->where);
}

/// Makes the cases of one parameter.
void add_cases(const ApiDocument& api,
               const Operation& operation,
               const Parameter& parameter,
               ParameterCases& made) {
    const Json* said = find(*api.document().root, std::string_view(parameter.schema_pointer));
    const bool is_path = parameter.place == ParameterPlace::kPath;
    if (!said || (!is_path && parameter.place != ParameterPlace::kQuery)) return;
    const auto& schema = api.schema(parameter.schema_pointer);
    if (!schema) {
        made.left_out.push_back(schema.error());
        return;
    }
    for (const Sides& sides : all_sides()) {
        const Json* value = member(*said, sides.keyword);
        if (!value) continue;
        for (const bool is_refused : {true, false}) {
            Json sent = is_refused ? sides.outside(*value) : sides.inside(*value);
            if (sent.is_null() || (is_path && !is_refused)) continue;
            const std::string rule =
                std::string(sides.keyword) + (is_refused ? "-outside" : "-inside");
            ParameterCase one{&operation,
                              &parameter,
                              rule,
                              shared(std::move(sent)),
                              is_refused,
                              api.requirements_at(parameter.schema_pointer)};
            auto proven = prove(*schema, one, sides.keyword);
            if (proven) {
                made.cases.push_back(std::move(one));
            } else {
                made.left_out.push_back(proven.error());
            }
        }
    }
}

}  // namespace

std::string name_of(const ParameterCase& one) {
    const char* place = one.parameter->place == ParameterPlace::kPath ? "/path/" : "/query/";
    return "generated/" + one.operation->id + place + one.parameter->name + '/' + one.rule;
}

ParameterCases parameter_cases(const ApiDocument& api) {
    ParameterCases made;
    for (const Operation& operation : api.operations()) {
        for (const Parameter& parameter : operation.parameters)
            add_cases(api, operation, parameter, made);
    }
    return made;
}

}  // namespace plumbline::generate
