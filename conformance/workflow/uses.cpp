#include "conformance/workflow/references.hpp"
#include "conformance/workflow/step_uses.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// Says whether `text` is the name, or the name and a de-reference behind it.
bool reads(std::string_view text, std::string_view name) {
    return text == name || (text.size() > name.size() && text.substr(0, name.size()) == name &&
                            text[name.size()] == '.');
}

template <typename Named>
bool has_name(const std::vector<Named>& things, std::string_view text) {
    return std::any_of(
        things.begin(), things.end(), [&](const Named& thing) { return reads(text, thing.name); });
}

template <typename Named>
std::vector<std::string> names_of(const std::vector<Named>& things) {
    std::vector<std::string> names;
    names.reserve(things.size());
    for (const Named& thing : things) names.push_back(thing.name);
    return names;
}

class UseCheck {
  public:
    UseCheck(const Suite& suite, const Workflow& workflow, Problems& problems)
        : suite_(suite), workflow_(workflow), problems_(problems) {}

    void all() {
        for (std::size_t i = 0; i < workflow_.steps.size(); ++i) {
            for (const Use& use : uses_of(workflow_.steps[i])) {
                names(use);
                order(use, i);
                earlier_workflows(use, i);
            }
        }
        for (const Output& output : workflow_.outputs) {
            const Use use{output.value.uses(), output.where};
            names(use);
            earlier_workflows(use, workflow_.steps.size());
            for (Error& error : unsupported_among({use})) {
                error.notes.emplace_back("the output stays without a value");
                problems_.add(Severity::kWarning, std::move(error));
            }
        }
    }

  private:
    void note(Severity severity, std::string message, const SourceRef& where, std::string mend) {
        problems_.add(severity,
                      Error{ErrorCode::kNotFound, std::move(message), where, {std::move(mend)}});
    }

    /// What does not exist, wherever the expression stands.
    void names(const Use& use) {
        if (use.uses.message && !use.sees_events)
            note(Severity::kError,
                 "$message is read where there is no event",
                 use.where,
                 "read events in the rules, outputs and observations of a step with x-ct-sse");
        for (const std::string& id : use.uses.steps) step(id, use);
        for (const std::string& text : use.uses.outputs) output(text, use);
        for (const std::string& text : use.uses.inputs) {
            if (text.empty() || has_name(workflow_.inputs, text)) continue;
            note(workflow_.open_inputs ? Severity::kWarning : Severity::kRefused,
                 fmt::format("$inputs.{}: workflow {} declares no such input", text, workflow_.id),
                 use.where,
                 suggestion(text, names_of(workflow_.inputs)));
        }
        for (const std::string& name : use.uses.sources) {
            if (has_name(suite_.sources, name)) continue;
            note(Severity::kError,
                 fmt::format("$sourceDescriptions.{}: there is no such source description", name),
                 use.where,
                 suggestion(name, names_of(suite_.sources)));
        }
        for (const std::string& id : use.uses.workflows) {
            if (suite_.find_workflow(id)) continue;
            std::vector<std::string> known;
            for (const Workflow& workflow : suite_.workflows) known.push_back(workflow.id);
            note(Severity::kError,
                 fmt::format("$workflows.{}: there is no such workflow", id),
                 use.where,
                 suggestion(id, known));
        }
    }

    void step(const std::string& id, const Use& use) {
        if (workflow_.find_step(id)) return;
        std::vector<std::string> known;
        for (const Step& other : workflow_.steps) known.push_back(other.id);
        note(Severity::kError,
             fmt::format("$steps.{}: workflow {} has no such step", id, workflow_.id),
             use.where,
             suggestion(id, known));
    }

    void output(const std::string& text, const Use& use) {
        const std::string id = text.substr(0, text.find('.'));
        const auto index = workflow_.find_step(id);
        if (!index || id.size() == text.size()) return;
        const std::string name = text.substr(id.size() + 1);
        const auto& outputs = workflow_.steps[*index].outputs;
        if (name.empty() || has_name(outputs, name)) return;
        note(Severity::kError,
             fmt::format("$steps.{}.outputs.{}: step {} declares no such output", id, name, id),
             use.where,
             suggestion(name, names_of(outputs)));
    }

    /// What exists, but has no value yet when the steps run in their order.
    void order(const Use& use, std::size_t index) {
        for (const std::string& id : use.uses.steps) {
            const auto target = workflow_.find_step(id);
            if (!target || *target < index || (*target == index && use.sees_own_outputs)) continue;
            note(Severity::kWarning,
                 fmt::format("$steps.{} is read in step {}, before it has run",
                             id,
                             workflow_.steps[index].id),
                 use.where,
                 "move the step behind it");
        }
    }

    void earlier_workflows(const Use& use, std::size_t index) {
        for (const std::string& id : use.uses.workflows) {
            const auto& depends = workflow_.depends_on;
            const bool depended =
                std::any_of(depends.begin(), depends.end(), [&](const Dependency& needed) {
                    return needed.workflow == id;
                });
            const auto end = workflow_.steps.begin() + static_cast<std::ptrdiff_t>(index);
            const bool called = std::any_of(workflow_.steps.begin(), end, [&](const Step& step) {
                return step.workflow == id;
            });
            if (depended || called || id == workflow_.id || !suite_.find_workflow(id)) continue;
            note(Severity::kWarning,
                 fmt::format("$workflows.{} is read, but workflow {} does not wait for it",
                             id,
                             workflow_.id),
                 use.where,
                 fmt::format("add `dependsOn: [{}]`", id));
        }
    }

    const Suite& suite_;
    const Workflow& workflow_;
    Problems& problems_;
};

}  // namespace

void check_uses(const Suite& suite, Problems& problems) {
    for (const Workflow& workflow : suite.workflows) UseCheck(suite, workflow, problems).all();
}

}  // namespace plumbline::workflow
