#include "conformance/workflow/references.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace plumbline::workflow {
namespace {

bool can_be_referred_to(std::string_view id) {
    return std::all_of(id.begin(), id.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_';
    });
}

/// Returns the ids of workflows or steps.
template <typename Identified>
std::vector<std::string> ids_of(const std::vector<Identified>& things) {
    std::vector<std::string> ids;
    ids.reserve(things.size());
    for (const Identified& thing : things) ids.push_back(thing.id);
    return ids;
}

class TargetCheck {
  public:
    TargetCheck(const Suite& suite, Problems& problems) : suite_(suite), problems_(problems) {}

    void all() {
        std::set<std::string> seen;
        std::set<std::string> names;
        for (const Source& source : suite_.sources)
            id("source description", source.name, source.where, Severity::kRefused);
        for (const Workflow& workflow : suite_.workflows) {
            const bool is_new = !seen.contains(workflow.id);
            once(seen, "workflow", workflow.id, workflow.where);
            if (is_new) named_once(names, workflow);
            one(workflow);
        }
    }

  private:
    void note(ErrorCode code,
              std::string message,
              const SourceRef& where,
              const std::string& mend,
              Severity severity = Severity::kError) {
        std::vector<std::string> notes;
        if (!mend.empty()) notes.push_back(mend);
        problems_.add(severity, Error{code, std::move(message), where, std::move(notes)});
    }

    /// The published schema refuses such names of sources; those of others it leaves open.
    void id(std::string_view noun,
            const std::string& text,
            const SourceRef& where,
            Severity severity = Severity::kWarning) {
        if (can_be_referred_to(text)) return;
        note(ErrorCode::kInvalid,
             fmt::format("no expression can refer to the {} \"{}\"", noun, text),
             where,
             "use letters, digits, `-` and `_` only",
             severity);
    }

    void once(std::set<std::string>& seen,
              std::string_view noun,
              const std::string& text,
              const SourceRef& where) {
        id(noun, text, where);
        if (text.empty() || seen.insert(text).second) return;
        note(ErrorCode::kInvalid,
             fmt::format("there are two {}s {}", noun, text),
             where,
             "give each an id of its own");
    }

    /// Two workflows of one name could not be told apart in a report.
    void named_once(std::set<std::string>& names, const Workflow& workflow) {
        if (names.insert(workflow.name).second) return;
        note(ErrorCode::kInvalid,
             fmt::format("there are two scenarios {}", workflow.name),
             workflow.where,
             "give each an x-ct-name of its own");
    }

    void one(const Workflow& workflow) {
        std::set<std::string> seen;
        for (const Dependency& dependency : workflow.depends_on) {
            known_workflow(fmt::format("workflow {} depends on", workflow.id),
                           dependency.workflow,
                           dependency.where);
        }
        for (const Step& step : workflow.steps) {
            once(seen, "step", step.id, step.where);
            known_workflow(fmt::format("step {} calls", step.id), step.workflow, step.where);
            for (const StepElsewhere& other : step.waits_for) awaited(step, other);
            for (const auto* actions : {&step.on_success, &step.on_failure}) {
                for (const Action& action : *actions) target(workflow, action);
                endless(workflow, step, *actions);
            }
        }
    }

    void known_workflow(std::string_view who,
                        const std::string& workflow,
                        const SourceRef& where,
                        Severity severity = Severity::kError) {
        if (workflow.empty() || suite_.find_workflow(workflow)) return;
        if (const auto foreign = foreign_workflow(workflow))
            return missing(who, *foreign, where, severity);
        note(ErrorCode::kNotFound,
             fmt::format("{} the workflow {}, which is not in this document", who, workflow),
             where,
             suggestion(workflow, ids_of(suite_.workflows)),
             severity);
    }

    /// A document that cannot be read is noted where it is named.
    void missing(std::string_view who,
                 const ForeignWorkflow& foreign,
                 const SourceRef& where,
                 Severity severity) {
        const Source* source = suite_.find_source(foreign.source);
        if (!source || !source->suite) return;
        note(ErrorCode::kNotFound,
             fmt::format(
                 "{} the workflow {}, which is not in {}", who, foreign.id, source->suite->file),
             where,
             suggestion(foreign.id, ids_of(source->suite->workflows)),
             severity);
    }

    /// A run never comes to wait for such a step, so what is wrong here is no more than refused.
    void awaited(const Step& step, const StepElsewhere& other) {
        const std::string who = fmt::format("step {} waits for a step of", step.id);
        known_workflow(who, other.workflow, other.where, Severity::kRefused);
        const Workflow* workflow = suite_.find_workflow(other.workflow);
        if (!workflow || workflow->find_step(other.step)) return;
        note(ErrorCode::kNotFound,
             fmt::format("step {} waits for the step {}, which workflow {} does not have",
                         step.id,
                         other.step,
                         workflow->id),
             other.where,
             suggestion(other.step, ids_of(workflow->steps)),
             Severity::kRefused);
    }

    void target(const Workflow& workflow, const Action& action) {
        known_workflow(
            fmt::format("action {} goes to", action.name), action.workflow, action.where);
        if (action.step.empty() || workflow.find_step(action.step)) return;
        note(ErrorCode::kNotFound,
             fmt::format("action {} goes to the step {}, which workflow {} does not have",
                         action.name,
                         action.step,
                         workflow.id),
             action.where,
             suggestion(action.step, ids_of(workflow.steps)));
    }

    /// Notes a step whose first action without criteria, the last one ever reached, leads back to
    /// it or to the beginning of its workflow.
    void endless(const Workflow& workflow, const Step& step, const std::vector<Action>& actions) {
        const auto last = std::find_if(actions.begin(), actions.end(), [](const Action& action) {
            return action.criteria.empty();
        });
        if (last == actions.end() || last->kind != ActionKind::kGoto) return;
        if (last->step != step.id && last->workflow != workflow.id) return;
        note(ErrorCode::kInvalid,
             fmt::format("step {} goes back to {} without condition (action {})",
                         step.id,
                         last->workflow.empty() ? "itself" : "the beginning of its workflow",
                         last->name),
             step.where,
             fmt::format("put an action that ends before {}: `{{name: stop, type: end}}`",
                         last->name),
             Severity::kWarning);
    }

    const Suite& suite_;
    Problems& problems_;
};

}  // namespace

void check_targets(const Suite& suite, Problems& problems) {
    TargetCheck(suite, problems).all();
}

}  // namespace plumbline::workflow
