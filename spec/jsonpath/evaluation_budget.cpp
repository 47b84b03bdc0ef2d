#include "spec/jsonpath/evaluation_budget.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {
namespace {

Error limit_error(std::string message) {
    return {ErrorCode::kLimit, std::move(message), {}, {}};
}

}  // namespace

bool EvaluationBudget::may_enter(std::size_t depth) {
    if (depth <= limits_.max_depth) return true;
    stop(limit_error(
        fmt::format("the document has more than {} levels (max_depth) where the query reads it",
                    limits_.max_depth)));
    return false;
}

bool EvaluationBudget::may_select(std::size_t nodes) {
    if (nodes <= limits_.max_nodes) return true;
    stop(limit_error(
        fmt::format("the query selects more than {} nodes (max_nodes); narrow it with a filter",
                    limits_.max_nodes)));
    return false;
}

void EvaluationBudget::stop(Error error) {
    remaining_ = 0;
    if (!error_) error_ = std::move(error);
}

void EvaluationBudget::stop_at_max_steps() {
    if (error_) return;
    spent_ += remaining_;
    if (limits_.allowance) limits_.allowance->is_exceeded = true;
    const bool is_shared = spent_ < limits_.max_steps;
    const std::string subject =
        is_shared ? "the queries of this step together need more steps than they may take"
                  : fmt::format("the query needs more than {} steps", limits_.max_steps);
    stop(limit_error(subject + " (max_steps) on this document; name the members instead of using "
                               "`..` and `*`"));
}

}  // namespace plumbline::jsonpath
