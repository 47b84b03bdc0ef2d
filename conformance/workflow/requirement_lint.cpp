#include "conformance/workflow/requirement_lint.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace plumbline::workflow {
namespace {

/// The members of x-ct-sse that are rules about the stream as a whole.
constexpr std::array<std::string_view, 4> kWholeStreamRules{
    "firstEventWithin", "idleWithin", "minEvents", "maxEvents"};

/// Checks one step.
class StepRequirementLint {
  public:
    StepRequirementLint(const DocumentNode& step, ProblemCollector& problems)
        : step_(step), claims_(ids_at(step, "x-ct-verifies")), problems_(problems) {}

    void run() {
        if (claims_.empty() || member(*step_.value, "workflowId")) return;
        const auto criteria = elements_at(step_, "successCriteria");
        for (const DocumentNode& criterion : criteria)
            add(criterion,
                ids_at(criterion, "x-ct-verifies"),
                "criterion",
                "give it x-ct-verifies");
        if (const Json* sse = member(*step_.value, "x-ct-sse"))
            add_stream(step_.child("x-ct-sse", *sse));
        // Without criteria the whole response verifies the step's requirements.
        const bool has_rules = !criteria.empty() || has_stream_rules_;
        if (has_rules && !has_unnamed_) report_unverified();
    }

  private:
    static std::set<std::string> ids_at(const DocumentNode& owner, std::string_view key) {
        const auto ids = strings_or_empty(*owner.value, key);
        return {ids.begin(), ids.end()};
    }

    /// Adds a criterion or rule with its own requirements.
    void add(const DocumentNode& node,
             const std::set<std::string>& own,
             std::string_view what,
             std::string_view fix) {
        named_.insert(own.begin(), own.end());
        has_unnamed_ = has_unnamed_ || own.empty();
        if (!own.empty() || claims_.size() < 2) return;
        problems_.add(ProblemSeverity::kWarning,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} does not say which of the step's {} requirements it verifies",
                                  what,
                                  claims_.size()),
                      fmt::format("{}: a failure then counts only against these", fix));
    }

    void add_stream(const DocumentNode& sse) {
        const Json* verifies = member(*sse.value, "verifies");
        for (const std::string_view key : kWholeStreamRules) {
            const Json* value = member(*sse.value, key);
            if (!value || as_integer(*value).value_or(1) == 0) continue;
            has_stream_rules_ = true;
            add(sse.child(key, *value),
                verifies ? ids_at(sse.child("verifies", *verifies), key) : std::set<std::string>{},
                key,
                fmt::format("name them in x-ct-sse, verifies, {}", key));
        }
        if (verifies) {
            const auto of_the_end = ids_at(sse.child("verifies", *verifies), "end");
            named_.insert(of_the_end.begin(), of_the_end.end());
        }
        for (const DocumentNode& rule : elements_at(sse, "events")) {
            has_stream_rules_ = true;
            add(rule, ids_at(rule, "verifies"), "event rule", "give it verifies");
        }
    }

    void report_unverified() {
        std::vector<std::string> left;
        for (const std::string& id : claims_) {
            if (!named_.contains(id)) left.push_back(id);
        }
        if (left.empty()) return;
        problems_.add(ProblemSeverity::kWarning,
                      ErrorCode::kInvalid,
                      step_.pointer + "/x-ct-verifies",
                      fmt::format("no criterion of the step verifies {}: each names its own",
                                  join(left, ", ")),
                      "name them at the criterion that verifies them, or remove them");
    }

    const DocumentNode& step_;
    const std::set<std::string> claims_;
    ProblemCollector& problems_;
    std::set<std::string> named_;
    bool has_unnamed_ = false;  ///< a criterion or rule has no requirements of its own
    bool has_stream_rules_ = false;
};

}  // namespace

std::vector<SuiteProblem> check_step_requirements(const Document& document) {
    ProblemCollector problems(document);
    const DocumentNode root{document.root.get(), ""};
    for (const DocumentNode& workflow : elements_at(root, "workflows")) {
        for (const DocumentNode& step : elements_at(workflow, "steps"))
            StepRequirementLint(step, problems).run();
    }
    return problems.sorted();
}

}  // namespace plumbline::workflow
