#include "conformance/workflow/requirement_lint.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace plumbline::workflow {
namespace {

/// The members of x-ct-sse that are rules about the stream as a whole.
constexpr std::string_view kWholeStreamRules[]{
    "firstEventWithin", "idleWithin", "minEvents", "maxEvents"};

std::set<std::string> ids_in(const DocumentNode& list) {
    std::set<std::string> ids;
    for (const DocumentNode& node : list.elements()) {
        if (node.value->is_string()) ids.insert(node.text());
    }
    return ids;
}

/// Checks one step.
class StepRequirementLint {
  public:
    explicit StepRequirementLint(const DocumentNode& step)
        : step_(step), claims_(ids_in(step["x-ct-verifies"])) {}

    void run() {
        if (claims_.empty() || step_.has("workflowId")) return;
        for (const DocumentNode& criterion : step_["successCriteria"].elements())
            add(criterion, criterion["x-ct-verifies"], "criterion", "give it x-ct-verifies");
        add_stream(step_["x-ct-sse"]);
        // Without criteria the whole response verifies the step's requirements.
        if (has_rules_ && !has_unnamed_) report_unverified();
    }

  private:
    /// Adds a criterion or rule with its own requirements.
    void add(const DocumentNode& node,
             const DocumentNode& own_ids,
             std::string_view what,
             std::string_view fix) {
        const auto own = ids_in(own_ids);
        named_.insert(own.begin(), own.end());
        has_rules_ = true;
        has_unnamed_ = has_unnamed_ || own.empty();
        if (!own.empty() || claims_.size() < 2) return;
        node.warning(fmt::format("{} does not say which of the step's {} requirements it verifies",
                                 what,
                                 claims_.size()),
                     fmt::format("{}: a failure then counts only against these", fix));
    }

    void add_stream(const DocumentNode& stream) {
        const DocumentNode verifies = stream["verifies"];
        for (const std::string_view key : kWholeStreamRules) {
            const DocumentNode rule = stream[key];
            if (!rule.exists() || as_integer(*rule.value).value_or(1) == 0) continue;
            add(rule, verifies[key], key, fmt::format("name them in x-ct-sse, verifies, {}", key));
        }
        named_.merge(ids_in(verifies["end"]));
        for (const DocumentNode& rule : stream["events"].elements())
            add(rule, rule["verifies"], "event rule", "give it verifies");
    }

    void report_unverified() const {
        std::vector<std::string> left;
        std::set_difference(
            claims_.begin(), claims_.end(), named_.begin(), named_.end(), std::back_inserter(left));
        if (left.empty()) return;
        step_["x-ct-verifies"].warning(
            fmt::format("no criterion of the step verifies {}: each names its own",
                        join(left, ", ")),
            "name them at the criterion that verifies them, or remove them");
    }

    const DocumentNode& step_;
    const std::set<std::string> claims_;
    std::set<std::string> named_;
    bool has_rules_ = false;    ///< there is a criterion or rule
    bool has_unnamed_ = false;  ///< one of them has no requirements of its own
};

}  // namespace

std::vector<SuiteProblem> check_step_requirements(const Document& document) {
    ProblemCollector problems(document);
    for_each_step(problems, [](const DocumentNode& step) { StepRequirementLint(step).run(); });
    return problems.sorted();
}

}  // namespace plumbline::workflow
