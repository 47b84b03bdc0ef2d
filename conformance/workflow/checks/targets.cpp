#include "conformance/workflow/checks/checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace plumbline::workflow {
namespace {

bool is_referable_id(std::string_view id) {
    return std::all_of(id.begin(), id.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_';
    });
}

class TargetCheck {
  public:
    TargetCheck(const Suite& suite, ProblemCollector& problems)
        : suite_(suite), problems_(problems) {}

    void run() {
        std::set<std::string> seen;
        std::set<std::string> names;
        for (const Source& source : suite_.sources)
            check_id(
                "source description", source.name, source.where, ProblemSeverity::kNonconforming);
        for (const Workflow& workflow : suite_.workflows) {
            const bool is_new = !seen.contains(workflow.id);
            check_unique_id(seen, "workflow", workflow.id, workflow.where);
            if (is_new) check_unique_name(names, workflow);
            check_workflow(workflow);
        }
    }

  private:
    void error(const SourceRef& where,
               std::string message,
               std::string_view fix,
               ErrorCode code = ErrorCode::kInvalid) {
        problems_.add(ProblemSeverity::kError, where, std::move(message), fix, code);
    }

    /// The published schema rejects such names of sources; it does not restrict names of other
    /// objects.
    void check_id(std::string_view noun,
                  const std::string& text,
                  const SourceRef& where,
                  ProblemSeverity severity = ProblemSeverity::kWarning) {
        if (is_referable_id(text)) return;
        problems_.add(severity,
                      where,
                      fmt::format("no expression can refer to the {} \"{}\"", noun, text),
                      "use letters, digits, `-` and `_` only");
    }

    void check_unique_id(std::set<std::string>& seen,
                         std::string_view noun,
                         const std::string& text,
                         const SourceRef& where) {
        // Expressions of 1.0 may contain any characters.
        if (!is_arazzo_1_0(problems_.document())) check_id(noun, text, where);
        if (text.empty() || seen.insert(text).second) return;
        error(where, fmt::format("there are two {}s {}", noun, text), "give each a different id");
    }

    /// A report could not distinguish two workflows with the same name.
    void check_unique_name(std::set<std::string>& names, const Workflow& workflow) {
        if (names.insert(workflow.name).second) return;
        error(workflow.where,
              fmt::format("there are two scenarios {}", workflow.name),
              "give each a different x-ct-name");
    }

    void check_workflow(const Workflow& workflow) {
        std::set<std::string> seen;
        for (const WorkflowDependency& dependency : workflow.depends_on) {
            check_workflow_exists(fmt::format("workflow {} depends on", workflow.id),
                                  dependency.workflow,
                                  dependency.where);
        }
        for (const Step& step : workflow.steps) {
            check_unique_id(seen, "step", step.id, step.where);
            check_workflow_exists(fmt::format("step {} calls", step.id), step.workflow, step.where);
            for (const ExternalStep& other : step.waits_for) check_awaited_step(step, other);
            for (const auto* actions : {&step.on_success, &step.on_failure}) {
                for (const Action& action : *actions) check_action_target(workflow, action);
                check_endless_loop(workflow, step, *actions);
            }
        }
    }

    /// Reports a workflow that is not in its document. A document that cannot be read is reported
    /// where it is named.
    void check_workflow_exists(std::string_view subject,
                               const std::string& workflow,
                               const SourceRef& where,
                               ProblemSeverity severity = ProblemSeverity::kError) {
        if (workflow.empty() || suite_.find_workflow(workflow)) return;
        const auto foreign = parse_foreign_workflow(workflow);
        const Source* source = foreign ? suite_.find_source(foreign->source) : nullptr;
        if (foreign && (!source || !source->suite)) return;
        const Suite& suite = foreign ? *source->suite : suite_;
        const std::string& id = foreign ? foreign->id : workflow;
        problems_.add(severity,
                      where,
                      fmt::format("{} the workflow {}, which is not in {}",
                                  subject,
                                  id,
                                  foreign ? suite.file : "this document"),
                      suggestion(id, names_of(suite.workflows, &Workflow::id)),
                      ErrorCode::kNotFound);
    }

    /// Waiting for such a step is unsupported, so a wrong reference is only nonconforming.
    void check_awaited_step(const Step& step, const ExternalStep& other) {
        const std::string subject = fmt::format("step {} waits for a step of", step.id);
        check_workflow_exists(
            subject, other.workflow, other.where, ProblemSeverity::kNonconforming);
        const Workflow* workflow = suite_.find_workflow(other.workflow);
        if (!workflow || workflow->find_step(other.step)) return;
        problems_.add(ProblemSeverity::kNonconforming,
                      other.where,
                      fmt::format("step {} waits for the step {}, which workflow {} does not have",
                                  step.id,
                                  other.step,
                                  workflow->id),
                      suggestion(other.step, names_of(workflow->steps, &Step::id)),
                      ErrorCode::kNotFound);
    }

    void check_action_target(const Workflow& workflow, const Action& action) {
        check_workflow_exists(
            fmt::format("action {} goes to", action.name), action.workflow, action.where);
        if (action.step.empty() || workflow.find_step(action.step)) return;
        error(action.where,
              fmt::format("action {} goes to the step {}, which workflow {} does not have",
                          action.name,
                          action.step,
                          workflow.id),
              suggestion(action.step, names_of(workflow.steps, &Step::id)),
              ErrorCode::kNotFound);
    }

    /// Reports a step whose first action without criteria, the last one that can be reached, goes
    /// back to it or to the beginning of its workflow.
    void check_endless_loop(const Workflow& workflow,
                            const Step& step,
                            const std::vector<Action>& actions) {
        const auto last = std::find_if(actions.begin(), actions.end(), [](const Action& action) {
            return action.criteria.empty();
        });
        if (last == actions.end() || last->type != ActionType::kGoto) return;
        if (last->step != step.id && last->workflow != workflow.id) return;
        problems_.add(
            ProblemSeverity::kWarning,
            step.where,
            fmt::format("step {} goes back to {} without a condition (action {})",
                        step.id,
                        last->workflow.empty() ? "itself" : "the beginning of its workflow",
                        last->name),
            fmt::format(
                "put an action that ends the workflow before {}: `{{name: stop, type: end}}`",
                last->name));
    }

    const Suite& suite_;
    ProblemCollector& problems_;
};

}  // namespace

void check_targets(const Suite& suite, ProblemCollector& problems) {
    TargetCheck(suite, problems).run();
}

}  // namespace plumbline::workflow
