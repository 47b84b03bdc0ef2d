#include "conformance/workflow/model/standard_inputs.hpp"

#include <algorithm>

namespace plumbline::workflow {

const std::vector<StandardInput>& standard_inputs() {
    static const std::vector<StandardInput> kInputs{
        {"api_key", "the API key of the run's workspace"},
        {"tenant_id", "the id of the run's workspace"},
        {"other_api_key", "a key of a second workspace"},
        {"other_tenant_id", "the id of a second workspace"},
        {"workspace_id", "the id of the workspace in the mock, for its control interface"},
        {"name", "a unique name for resources that the workflow creates"},
        {"hosting", "cloud or self_hosted"},
        {"export_id", "a bulk export to read"},
        {"cancel_export_id", "a bulk export that may be cancelled"},
        {"assistant_id", "a graph that streams tokens of an LLM"},
        {"input", "an input for it"},
        {"slow_assistant_id", "a graph whose runs take some seconds"},
        {"slow_input", "an input with which it emits events continuously"},
        {"graph_chat", "a graph of the mock: one model replies to the last of `messages`"},
        {"graph_steps", "a graph of the mock: `count` steps, `done` replaced in each"},
        {"graph_parallel", "a graph of the mock: two nodes in one step, then another"},
        {"graph_nested", "a graph of the mock with a subgraph"},
        {"graph_tagged", "a graph of the mock: two models with different tags"},
        {"graph_failing", "a graph of the mock that fails after `after` steps"},
        {"graph_pausing", "a graph of the mock: `steps` steps, `pause_ms` between them"},
        {"graph_endless", "a graph of the mock whose runs never end"},
        {"graph_silent", "a graph of the mock that emits nothing for `pause_ms`"},
        {"graph_gated", "a graph of the mock that waits at a gate"},
        {"graph_stages", "a graph of the mock that waits at two gates"},
        {"graph_echo", "a graph of the mock that returns `given`"},
        {"graph_twins", "a graph of the mock that runs a subgraph twice"},
        {"git_host", "an object with data of a valid body for this source"},
        {"external_container", "an object with data of a valid body for this source"},
        {"internal_container", "an object with data of a valid body for this source"},
        {"internal_source", "an object with data of a valid body for this source"},
        {"integration_id", "of the default source"},
        {"repo_url", "of the default source"},
        {"repo_ref", "of the default source"},
        {"tag_ref", "of the default source"},
        {"deployment_type", "of the default source"},
        {"graph_config_path", "of the default source"},
        {"image_uri", "of the default source"},
        {"listener_id", "of the default source"},
        {"cluster_namespace", "of the default source"},
    };
    return kInputs;
}

bool is_standard_input(std::string_view name) {
    const auto& inputs = standard_inputs();
    return std::any_of(inputs.begin(), inputs.end(), [&](const StandardInput& input) {
        return input.name == name;
    });
}

std::vector<std::string> caller_inputs(const Workflow& workflow) {
    std::vector<std::string> names;
    for (const WorkflowInput& input : workflow.inputs) {
        if (input.required && !input.default_value && !is_standard_input(input.name))
            names.push_back(input.name);
    }
    return names;
}

}  // namespace plumbline::workflow
