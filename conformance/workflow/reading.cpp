#include "conformance/workflow/reading.hpp"

#include "conformance/expressions/selector.hpp"
#include "conformance/workflow/expression_types.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {

SourceRef Reading::where(const Node& node) const {
    return problems.document().where(node.pointer);
}

std::optional<Resolved> resolve(const Reading& reading,
                                const Node& entry,
                                std::string_view section) {
    if (!member(*entry.value, "reference")) {
        if (!entry.value->is_object()) return {};
        return Resolved{entry, {}};
    }
    const std::string text = text_at(entry, "reference");
    if (text.empty()) return {};
    const std::string prefix = fmt::format("$components.{}.", section);
    if (text.rfind(prefix, 0) != 0) {
        reading.problems.add(Severity::kError,
                             ErrorCode::kInvalid,
                             entry.pointer + "/reference",
                             fmt::format("{} is no reference to components.{}", text, section),
                             fmt::format("write `reference: {}NAME`", prefix));
        return {};
    }
    const std::string name = text.substr(prefix.size());
    std::vector<std::string> known;
    const Json* components = member(*reading.root.value, "components");
    const Node node = components ? reading.root.child("components", *components) : reading.root;
    for (Member& component : members_at(node, section)) {
        if (component.key == name) {
            if (!component.node.value->is_object()) return {};
            const Json* value = member(*entry.value, "value");
            if (!value) return Resolved{component.node, {}};
            return Resolved{component.node, entry.child("value", *value)};
        }
        known.push_back(component.key);
    }
    reading.problems.add(Severity::kError,
                         ErrorCode::kNotFound,
                         entry.pointer + "/reference",
                         fmt::format("there is no component {}", text),
                         suggestion(name, known));
    return {};
}

expressions::Template read_template(const Reading& reading, const Node& node) {
    const auto locate = [&](const std::string& inner) {
        return reading.problems.document().where(node.pointer + inner);
    };
    auto parsed = expressions::Template::parse(*node.value, reading.where(node), locate);
    if (!parsed) {
        reading.problems.add(Severity::kError, parsed.error());
        return {};
    }
    check_selectors(reading, node);
    for (Error& remark : parsed->remarks()) {
        reading.problems.add(Severity::kWarning, std::move(remark));
    }
    return *std::move(parsed);
}

namespace {

/// Says whether an output's object can be read; the shape check tells what it lacks.
bool is_usable_selector(const Reading& reading, const Member& output) {
    if (expressions::is_selector_object(*output.node.value)) return true;
    const std::string context = text_at(output.node, "context");
    const bool is_whole = !context.empty() && !text_at(output.node, "selector").empty() &&
                          member(*output.node.value, "type");
    if (is_whole) {
        reading.problems.add(Severity::kError,
                             ErrorCode::kSyntax,
                             output.node.pointer + "/context",
                             fmt::format("the context {} is no expression", context),
                             "an expression begins with `$`, e.g. `$response.body`");
    }
    return false;
}

}  // namespace

std::vector<Output> read_outputs(const Reading& reading, const Node& owner) {
    std::vector<Output> outputs;
    for (const Member& output : members_at(owner, "outputs")) {
        if (output.node.value->is_object()) {
            if (is_usable_selector(reading, output)) {
                outputs.push_back(
                    {output.key, read_template(reading, output.node), reading.where(output.node)});
            }
            continue;
        }
        const std::string text = as_string(*output.node.value).value_or("$");
        if (text.find('$') == std::string::npos) {
            reading.problems.add(
                Severity::kWarning,
                ErrorCode::kInvalid,
                output.node.pointer,
                fmt::format("output {} is the fixed text \"{}\"", output.key, text),
                "an expression begins with `$`, e.g. `$response.body#/id`");
        }
        outputs.push_back(
            {output.key, read_template(reading, output.node), reading.where(output.node)});
    }
    return outputs;
}

std::string workflow_name(const Reading& reading, const Node& node) {
    const std::string name = as_string(*node.value).value_or("");
    if (name.rfind('$', 0) != 0) return name;
    return reading.sources.leads_to_suite(node, reading.problems) ? name : "";
}

std::optional<StepElsewhere> step_elsewhere(std::string_view written) {
    constexpr std::string_view kHere = "$workflows.";
    constexpr std::string_view kSteps = ".steps.";
    const std::size_t at = written.rfind(kSteps);
    if (at == std::string_view::npos || at + kSteps.size() == written.size()) return {};
    std::string_view workflow = written.substr(0, at);
    if (workflow.starts_with(kHere)) {
        workflow.remove_prefix(kHere.size());
    } else if (!foreign_workflow(workflow)) {
        return {};
    }
    return StepElsewhere{
        std::string(workflow), std::string(written.substr(at + kSteps.size())), {}};
}

std::string step_depended_on(const std::string& written) {
    constexpr std::string_view kSteps = "$steps.";
    return written.rfind(kSteps, 0) == 0 ? written.substr(kSteps.size()) : written;
}

}  // namespace plumbline::workflow
