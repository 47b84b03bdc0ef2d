#include "conformance/generate/needs.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace plumbline::generate {

Needs needs_of(const Base& base) {
    Needs needs;
    for (const auto& [input, members] : base.needs)
        needs[input].insert(members.begin(), members.end());
    return needs;
}

void add_needs(const Json& body, Needs& needs) {
    constexpr std::string_view kInputs = "$inputs.";
    if (body.is_structured()) {
        for (const Json& part : body) add_needs(part, needs);
        return;
    }
    const auto text = as_string(body).value_or("");
    if (!text.starts_with(kInputs)) return;
    const auto dot = text.find('.', kInputs.size());
    if (dot == std::string::npos) return;
    needs[text.substr(kInputs.size(), dot - kInputs.size())].insert(text.substr(dot + 1));
}

std::string beyond(const Needs& basic, const Needs& needs) {
    std::string name;
    for (const auto& [input, members] : needs) {
        const auto known = basic.find(input);
        for (const std::string& member : members) {
            if (known == basic.end() || !known->second.contains(member)) name += "_with_" + member;
        }
    }
    return name;
}

Json inputs_schema(const Examples& examples, const Needs& needs, const std::string& hosting) {
    Json inputs{{"type", "object"}, {"required", Json::array({"api_key"})}};
    inputs["properties"] = *examples.inputs;
    for (const auto& [input, members] : needs) {
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
