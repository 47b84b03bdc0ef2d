#include "spec/jsonpath/evaluation_budget.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {

void EvaluationBudget::stop(Error error) {
    remaining_ = 0;
    if (!error_) error_ = std::move(error);
}

void EvaluationBudget::refuse_steps() {
    stop({ErrorCode::kLimit,
          fmt::format("the query needs more than {} steps (max_steps) on this document; name the "
                      "members instead of using `..` and `*`",
                      limits_.max_steps),
          {},
          {}});
}

void EvaluationBudget::refuse_depth() {
    stop({ErrorCode::kLimit,
          fmt::format("the document has more than {} levels (max_depth) where the query "
                      "reads it",
                      limits_.max_depth),
          {},
          {}});
}

void EvaluationBudget::refuse_nodes() {
    stop({ErrorCode::kLimit,
          fmt::format("the query selects more than {} nodes (max_nodes); narrow it with a filter",
                      limits_.max_nodes),
          {},
          {}});
}

}  // namespace plumbline::jsonpath
