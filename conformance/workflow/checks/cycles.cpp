#include "conformance/workflow/checks/checks.hpp"
#include "spec/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// A dependency or call from one workflow to another, with its position.
struct WorkflowLink {
    const Workflow* from;
    const Workflow* to;
    SourceRef where;
};

enum class WorkflowLinkType { kDependsOn, kCalls };

std::vector<WorkflowLink> links_of(const Workflow& workflow, WorkflowLinkType type) {
    std::vector<WorkflowLink> links;
    const auto add = [&](const std::string& name, const SourceRef& where) {
        if (const Workflow* to = workflow.find_workflow(name))
            links.push_back({&workflow, to, where});
    };
    if (type == WorkflowLinkType::kDependsOn) {
        for (const WorkflowDependency& needed : workflow.depends_on)
            add(needed.workflow, needed.where);
    } else {
        for (const Step& step : workflow.steps) add(step.workflow, step.where);
    }
    return links;
}

/// Finds cycles of one type of links in all documents. Not thread-safe.
class CycleSearch {
  public:
    CycleSearch(WorkflowLinkType type, const ProblemReporter& report)
        : type_(type), report_(report) {}

    /// Reports each cycle once, at the first workflow that the search reached, or at its dependsOn.
    void search_from(const Workflow& workflow) {
        const auto start = std::find_if(path_.begin(), path_.end(), [&](const WorkflowLink& link) {
            return link.from == &workflow;
        });
        if (start != path_.end()) return report_cycle({start, path_.end()});
        if (!done_.insert(&workflow).second) return;
        for (const WorkflowLink& link : links_of(workflow, type_)) {
            path_.push_back(link);
            search_from(*link.to);
            path_.pop_back();
        }
    }

  private:
    void report_cycle(const std::vector<WorkflowLink>& cycle) const {
        const Workflow& first = *cycle.front().from;
        const bool is_in_one_document =
            std::all_of(cycle.begin(), cycle.end(), [&](const WorkflowLink& link) {
                return link.to->suite == first.suite;
            });
        const bool calls = type_ == WorkflowLinkType::kCalls;
        std::vector<std::string> names;
        std::vector<std::string> notes;
        for (const WorkflowLink& link : cycle) {
            names.push_back(is_in_one_document ? link.from->id : link.from->name);
            if (!is_in_one_document) notes.push_back(describe_link(link));
        }
        names.push_back(names.front());
        if (!is_in_one_document)
            notes.emplace_back("expected: documents that call one another without a cycle");
        notes.emplace_back("remove one of these links");
        // Calls inside one document may end by a criterion, which the author can see there.
        report_(is_in_one_document && calls ? ProblemSeverity::kWarning : ProblemSeverity::kError,
                Error{ErrorCode::kInvalid,
                      fmt::format("workflow {} {} itself: {}",
                                  first.id,
                                  calls ? "calls" : "depends on",
                                  join(names, " -> ")),
                      calls ? first.where : cycle.front().where,
                      std::move(notes)},
                *first.suite);
    }

    std::string describe_link(const WorkflowLink& link) const {
        return fmt::format("{}: {} {} {}",
                           to_text(link.where),
                           link.from->name,
                           type_ == WorkflowLinkType::kCalls ? "calls" : "depends on",
                           link.to->name);
    }

    WorkflowLinkType type_;
    const ProblemReporter& report_;
    std::vector<WorkflowLink> path_;
    std::set<const Workflow*> done_;
};

}  // namespace

void check_cycles(const std::vector<const Suite*>& suites, const ProblemReporter& report) {
    for (const WorkflowLinkType type : {WorkflowLinkType::kDependsOn, WorkflowLinkType::kCalls}) {
        CycleSearch search(type, report);
        for (const Suite* suite : suites) {
            for (const Workflow& workflow : suite->workflows) search.search_from(workflow);
        }
    }
}

}  // namespace plumbline::workflow
