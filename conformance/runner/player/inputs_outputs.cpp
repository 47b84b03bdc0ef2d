#include "conformance/runner/player/inputs_outputs.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {

Json outputs_of(const std::vector<workflow::OutputDefinition>& outputs,
                const expressions::Scope& scope) {
    Json values = Json::object();
    for (const workflow::OutputDefinition& output : outputs) {
        auto value = output.value.evaluate(scope);
        if (value) values[output.name] = std::move(*value);
    }
    return values;
}

Result<Json> inputs_from(const std::vector<workflow::ParameterValue>& parameters,
                         const expressions::Scope& scope) {
    Json inputs = Json::object();
    for (const workflow::ParameterValue& parameter : parameters) {
        if (parameter.location) continue;
        auto value = parameter.value.evaluate(scope);
        if (!value) return fail(value.error().code, value.error().message);
        inputs[parameter.name] = std::move(*value);
    }
    return inputs;
}

bool has_parameter_values(const workflow::Step& step, const expressions::Scope& scope) {
    return std::all_of(step.parameters.begin(), step.parameters.end(), [&](const auto& parameter) {
        return parameter.value.evaluate(scope).has_value();
    });
}

}  // namespace plumbline::runner
