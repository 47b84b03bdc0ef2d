#include "conformance/workflow/checks/checks.hpp"
#include "conformance/workflow/model/expression_uses.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// Returns whether `text` is the name, or the name followed by a dereference.
bool refers_to(std::string_view text, std::string_view name) {
    if (!text.starts_with(name)) return false;
    return text == name ||
           std::string_view(".[#").find(text[name.size()]) != std::string_view::npos;
}

template <typename Named>
bool has_name(const std::vector<Named>& things, std::string_view text) {
    return std::any_of(things.begin(), things.end(), [&](const Named& thing) {
        return refers_to(text, thing.name);
    });
}

/// Returns `.a[0]` as the pointer `#/a/0`, with the pointer that may follow; "" for another text.
std::string as_pointer(std::string_view accesses) {
    JsonPointer pointer;
    while (!accesses.empty() && accesses.front() != '#') {
        const bool is_index = accesses.front() == '[';
        const std::size_t end = std::min(accesses.find_first_of(".[#", 1), accesses.size());
        std::string_view token = accesses.substr(1, end - 1);
        if (is_index && token.ends_with(']')) token.remove_suffix(1);
        if (token.empty() || token.find(']') != std::string_view::npos) return "";
        pointer = pointer.child(token);
        accesses.remove_prefix(end);
    }
    if (!accesses.empty()) accesses.remove_prefix(1);
    return '#' + pointer.to_text() + std::string(accesses);
}

class ExpressionUseCheck {
  public:
    ExpressionUseCheck(const Suite& suite, const Workflow& workflow, ProblemCollector& problems)
        : suite_(suite), workflow_(workflow), problems_(problems) {}

    void run() {
        for (std::size_t i = 0; i < workflow_.steps.size(); ++i) {
            for (const ExpressionUse& use : expression_uses(workflow_.steps[i])) {
                check_names(use);
                check_order(use, i);
                check_workflow_order(use, i);
            }
        }
        for (const OutputDefinition& output : workflow_.outputs) {
            const ExpressionUse use{output.value.uses(), output.where};
            check_names(use);
            check_workflow_order(use, workflow_.steps.size());
            for (Error& error : unsupported_uses({use})) {
                error.notes.emplace_back("the output has no value");
                problems_.add(ProblemSeverity::kWarning, std::move(error));
            }
        }
    }

  private:
    void report(ProblemSeverity severity,
                std::string message,
                const SourceRef& where,
                std::string_view fix) {
        problems_.add(severity, where, std::move(message), fix, ErrorCode::kNotFound);
    }

    /// Reports names that do not exist, in any expression.
    void check_names(const ExpressionUse& use) {
        if (use.uses.message && !use.sees_events)
            report(ProblemSeverity::kError,
                   "$message is read, but there is no event",
                   use.where,
                   "read events in the rules, outputs and observations of a step with x-ct-sse");
        for (const std::string& id : use.uses.steps) check_step(id, use);
        for (const std::string& text : use.uses.outputs) check_output(text, use);
        for (const std::string& text : use.uses.output_texts) check_access(text, use);
        for (const std::string& text : use.uses.inputs) {
            if (text.empty() || has_name(workflow_.inputs, text)) continue;
            report(
                workflow_.open_inputs ? ProblemSeverity::kWarning : ProblemSeverity::kNonconforming,
                fmt::format("$inputs.{}: workflow {} declares no such input", text, workflow_.id),
                use.where,
                suggestion(text, names_of(workflow_.inputs, &WorkflowInput::name)));
        }
        for (const std::string& name : use.uses.sources) {
            if (has_name(suite_.sources, name)) continue;
            report(ProblemSeverity::kError,
                   fmt::format("$sourceDescriptions.{}: there is no such source description", name),
                   use.where,
                   suggestion(name, names_of(suite_.sources, &Source::name)));
        }
        for (const std::string& id : use.uses.workflows) {
            if (suite_.find_workflow(id)) continue;
            report(ProblemSeverity::kError,
                   fmt::format("$workflows.{}: there is no such workflow", id),
                   use.where,
                   suggestion(id, names_of(suite_.workflows, &Workflow::id)));
        }
    }

    void check_step(const std::string& id, const ExpressionUse& use) {
        if (workflow_.find_step(id)) return;
        report(ProblemSeverity::kError,
               fmt::format("$steps.{}: workflow {} has no such step", id, workflow_.id),
               use.where,
               suggestion(id, names_of(workflow_.steps, &Step::id)));
    }

    void check_output(const std::string& text, const ExpressionUse& use) {
        // The ids of Arazzo 1.0 may contain dots.
        const Step* step = nullptr;
        for (const std::string& id : use.uses.steps) {
            const auto index = workflow_.find_step(id);
            const bool fits = index && text.starts_with(id + '.');
            if (fits && (!step || id.size() > step->id.size())) step = &workflow_.steps[*index];
        }
        if (!step) return;
        const std::string& id = step->id;
        const std::string name = text.substr(id.size() + 1);
        const auto& outputs = step->outputs;
        if (name.empty() || has_name(outputs, name)) return;
        report(ProblemSeverity::kError,
               fmt::format("$steps.{}.outputs.{}: step {} declares no such output", id, name, id),
               use.where,
               suggestion(name, names_of(outputs, &OutputDefinition::name)));
    }

    /// Arazzo defines only pointers into an output.
    void check_access(const std::string& text, const ExpressionUse& use) {
        const auto check = [&](const std::string& prefix,
                               const std::vector<OutputDefinition>& outputs) {
            if (!text.starts_with(prefix)) return;
            const std::string_view rest = std::string_view(text).substr(prefix.size());
            std::size_t longest = 0;
            for (const OutputDefinition& output : outputs) {
                if (refers_to(rest, output.name)) longest = std::max(longest, output.name.size());
            }
            if (longest == 0 || longest == rest.size() || rest[longest] == '#') return;
            const std::string pointer = as_pointer(rest.substr(longest));
            if (pointer.empty()) return;
            report(ProblemSeverity::kSuggestion,
                   fmt::format("{} reads a part of an output in a way that Arazzo does not define",
                               text),
                   use.where,
                   fmt::format("write `{}{}{}`", prefix, rest.substr(0, longest), pointer));
        };
        for (const Step& step : workflow_.steps)
            check(fmt::format("$steps.{}.outputs.", step.id), step.outputs);
        for (const std::string& id : use.uses.workflows) {
            if (const Workflow* other = suite_.find_workflow(id))
                check(fmt::format("$workflows.{}.outputs.", id), other->outputs);
        }
    }

    /// Reports names that exist but have no value yet when the steps run in order.
    void check_order(const ExpressionUse& use, std::size_t index) {
        for (const std::string& id : use.uses.steps) {
            const auto target = workflow_.find_step(id);
            if (!target || *target < index || (*target == index && use.sees_own_outputs)) continue;
            report(ProblemSeverity::kWarning,
                   fmt::format("$steps.{} is read in step {}, before it has run",
                               id,
                               workflow_.steps[index].id),
                   use.where,
                   "move the step after it");
        }
    }

    void check_workflow_order(const ExpressionUse& use, std::size_t index) {
        for (const std::string& id : use.uses.workflows) {
            const auto& depends = workflow_.depends_on;
            const bool depended =
                std::any_of(depends.begin(), depends.end(), [&](const WorkflowDependency& needed) {
                    return needed.workflow == id;
                });
            const auto end = workflow_.steps.begin() + static_cast<std::ptrdiff_t>(index);
            const bool called = std::any_of(workflow_.steps.begin(), end, [&](const Step& step) {
                return step.workflow == id;
            });
            if (depended || called || id == workflow_.id || !suite_.find_workflow(id)) continue;
            report(ProblemSeverity::kWarning,
                   fmt::format("$workflows.{} is read, but workflow {} does not wait for it",
                               id,
                               workflow_.id),
                   use.where,
                   fmt::format("add `dependsOn: [{}]`", id));
        }
    }

    const Suite& suite_;
    const Workflow& workflow_;
    ProblemCollector& problems_;
};

}  // namespace

void check_expression_uses(const Suite& suite, ProblemCollector& problems) {
    for (const Workflow& workflow : suite.workflows)
        ExpressionUseCheck(suite, workflow, problems).run();
}

}  // namespace plumbline::workflow
