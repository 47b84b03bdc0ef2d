#include "conformance/workflow/references.hpp"
#include "spec/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// That a workflow depends on another, or calls it, and where it says so.
struct Link {
    const Workflow* from;
    const Workflow* to;
    SourceRef where;
};

enum class LinkKind { kDependsOn, kCalls };

std::vector<Link> links_of(const Workflow& workflow, LinkKind kind) {
    std::vector<Link> links;
    const auto add = [&](const std::string& name, const SourceRef& where) {
        if (const Workflow* to = workflow.other(name)) links.push_back({&workflow, to, where});
    };
    if (kind == LinkKind::kDependsOn) {
        for (const Dependency& needed : workflow.depends_on) add(needed.workflow, needed.where);
    } else {
        for (const Step& step : workflow.steps) add(step.workflow, step.where);
    }
    return links;
}

/// Looks for circles of one kind of links in all documents. Not thread-safe.
class CircleSearch {
  public:
    CircleSearch(LinkKind kind, const NoteProblem& note) : kind_(kind), note_(note) {}

    /// Notes each circle once, at the workflow where the search first met it, or its dependsOn.
    void from(const Workflow& workflow) {
        const auto start = std::find_if(
            path_.begin(), path_.end(), [&](const Link& link) { return link.from == &workflow; });
        if (start != path_.end()) return tell({start, path_.end()});
        if (!done_.insert(&workflow).second) return;
        for (const Link& link : links_of(workflow, kind_)) {
            path_.push_back(link);
            from(*link.to);
            path_.pop_back();
        }
    }

  private:
    void tell(const std::vector<Link>& circle) const {
        const Workflow& first = *circle.front().from;
        const bool stays = std::all_of(circle.begin(), circle.end(), [&](const Link& link) {
            return link.to->suite == first.suite;
        });
        const bool calls = kind_ == LinkKind::kCalls;
        std::vector<std::string> names;
        std::vector<std::string> notes;
        for (const Link& link : circle) {
            names.push_back(stays ? link.from->id : link.from->name);
            if (!stays) notes.push_back(told(link));
        }
        names.push_back(names.front());
        if (!stays) notes.emplace_back("expected: documents that call one another in no circle");
        notes.emplace_back("take one of these links away");
        // Within a document a criterion that ends the calls is in sight of its author.
        note_(stays && calls ? Severity::kWarning : Severity::kError,
              Error{ErrorCode::kInvalid,
                    fmt::format("workflow {} {} itself: {}",
                                first.id,
                                calls ? "calls" : "depends on",
                                join(names, " -> ")),
                    calls ? first.where : circle.front().where,
                    std::move(notes)},
              *first.suite);
    }

    std::string told(const Link& link) const {
        return fmt::format("{}: {} {} {}",
                           to_text(link.where),
                           link.from->name,
                           kind_ == LinkKind::kCalls ? "calls" : "depends on",
                           link.to->name);
    }

    LinkKind kind_;
    const NoteProblem& note_;
    std::vector<Link> path_;
    std::set<const Workflow*> done_;
};

}  // namespace

void check_circles(const std::vector<const Suite*>& suites, const NoteProblem& note) {
    for (const LinkKind kind : {LinkKind::kDependsOn, LinkKind::kCalls}) {
        CircleSearch search(kind, note);
        for (const Suite* suite : suites) {
            for (const Workflow& workflow : suite->workflows) search.from(workflow);
        }
    }
}

}  // namespace plumbline::workflow
