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
    void report(ErrorCode code,
                std::string message,
                const SourceRef& where,
                const std::string& fix,
                ProblemSeverity severity = ProblemSeverity::kError) {
        std::vector<std::string> notes;
        if (!fix.empty()) notes.push_back(fix);
        problems_.add(severity, Error{code, std::move(message), where, std::move(notes)});
    }

    /// The published schema rejects such names of sources; it does not restrict names of other
    /// objects.
    void check_id(std::string_view noun,
                  const std::string& text,
                  const SourceRef& where,
                  ProblemSeverity severity = ProblemSeverity::kWarning) {
        if (is_referable_id(text)) return;
        report(ErrorCode::kInvalid,
               fmt::format("no expression can refer to the {} \"{}\"", noun, text),
               where,
               "use letters, digits, `-` and `_` only",
               severity);
    }

    void check_unique_id(std::set<std::string>& seen,
                         std::string_view noun,
                         const std::string& text,
                         const SourceRef& where) {
        check_id(noun, text, where);
        if (text.empty() || seen.insert(text).second) return;
        report(ErrorCode::kInvalid,
               fmt::format("there are two {}s {}", noun, text),
               where,
               "give each a different id");
    }

    /// A report could not distinguish two workflows with the same name.
    void check_unique_name(std::set<std::string>& names, const Workflow& workflow) {
        if (names.insert(workflow.name).second) return;
        report(ErrorCode::kInvalid,
               fmt::format("there are two scenarios {}", workflow.name),
               workflow.where,
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

    void check_workflow_exists(std::string_view subject,
                               const std::string& workflow,
                               const SourceRef& where,
                               ProblemSeverity severity = ProblemSeverity::kError) {
        if (workflow.empty() || suite_.find_workflow(workflow)) return;
        if (const auto foreign = parse_foreign_workflow(workflow))
            return report_missing_workflow(subject, *foreign, where, severity);
        report(ErrorCode::kNotFound,
               fmt::format("{} the workflow {}, which is not in this document", subject, workflow),
               where,
               suggestion(workflow, names_of(suite_.workflows, &Workflow::id)),
               severity);
    }

    /// Reports a workflow that is not in the named document. A document that cannot be read is
    /// reported where it is named.
    void report_missing_workflow(std::string_view subject,
                                 const ForeignWorkflow& foreign,
                                 const SourceRef& where,
                                 ProblemSeverity severity) {
        const Source* source = suite_.find_source(foreign.source);
        if (!source || !source->suite) return;
        report(
            ErrorCode::kNotFound,
            fmt::format(
                "{} the workflow {}, which is not in {}", subject, foreign.id, source->suite->file),
            where,
            suggestion(foreign.id, names_of(source->suite->workflows, &Workflow::id)),
            severity);
    }

    /// Waiting for such a step is unsupported, so a wrong reference is only nonconforming.
    void check_awaited_step(const Step& step, const ExternalStep& other) {
        const std::string subject = fmt::format("step {} waits for a step of", step.id);
        check_workflow_exists(
            subject, other.workflow, other.where, ProblemSeverity::kNonconforming);
        const Workflow* workflow = suite_.find_workflow(other.workflow);
        if (!workflow || workflow->find_step(other.step)) return;
        report(ErrorCode::kNotFound,
               fmt::format("step {} waits for the step {}, which workflow {} does not have",
                           step.id,
                           other.step,
                           workflow->id),
               other.where,
               suggestion(other.step, names_of(workflow->steps, &Step::id)),
               ProblemSeverity::kNonconforming);
    }

    void check_action_target(const Workflow& workflow, const Action& action) {
        check_workflow_exists(
            fmt::format("action {} goes to", action.name), action.workflow, action.where);
        if (action.step.empty() || workflow.find_step(action.step)) return;
        report(ErrorCode::kNotFound,
               fmt::format("action {} goes to the step {}, which workflow {} does not have",
                           action.name,
                           action.step,
                           workflow.id),
               action.where,
               suggestion(action.step, names_of(workflow.steps, &Step::id)));
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
        report(ErrorCode::kInvalid,
               fmt::format("step {} goes back to {} without a condition (action {})",
                           step.id,
                           last->workflow.empty() ? "itself" : "the beginning of its workflow",
                           last->name),
               step.where,
               fmt::format(
                   "put an action that ends the workflow before {}: `{{name: stop, type: end}}`",
                   last->name),
               ProblemSeverity::kWarning);
    }

    const Suite& suite_;
    ProblemCollector& problems_;
};

}  // namespace

void check_targets(const Suite& suite, ProblemCollector& problems) {
    TargetCheck(suite, problems).run();
}

}  // namespace plumbline::workflow
