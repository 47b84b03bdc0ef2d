#include "conformance/generate/required_inputs.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace plumbline::generate {

RequiredInputs required_inputs_of(const BaseBody& base) {
    RequiredInputs required;
    for (const auto& [input, members] : base.required_inputs)
        required[input].insert(members.begin(), members.end());
    return required;
}

void add_required_inputs(const Json& body, RequiredInputs& required) {
    constexpr std::string_view kInputs = "$inputs.";
    if (body.is_structured()) {
        for (const Json& part : body) add_required_inputs(part, required);
        return;
    }
    const auto text = as_string(body).value_or("");
    if (!text.starts_with(kInputs)) return;
    const auto dot = text.find('.', kInputs.size());
    if (dot == std::string::npos) return;
    required[text.substr(kInputs.size(), dot - kInputs.size())].insert(text.substr(dot + 1));
}

std::string extra_inputs_suffix(const RequiredInputs& basic, const RequiredInputs& required) {
    std::string name;
    for (const auto& [input, members] : required) {
        const auto known = basic.find(input);
        for (const std::string& member : members) {
            if (known == basic.end() || !known->second.contains(member)) name += "_with_" + member;
        }
    }
    return name;
}

Json inputs_schema(const GeneratorExamples& examples,
                   const RequiredInputs& required,
                   const std::string& hosting) {
    Json inputs{{"type", "object"}, {"required", Json::array({"api_key"})}};
    inputs["properties"] = *examples.inputs;
    for (const auto& [input, members] : required) {
        inputs["required"].push_back(input);
        inputs["properties"][input] = {{"type", "object"}, {"required", members}};
    }
    if (!hosting.empty()) {
        inputs["properties"]["hosting"] = {
            {"type", "string"}, {"enum", Json::array({hosting})}, {"default", hosting}};
    }
    return inputs;
}

}  // namespace plumbline::generate
