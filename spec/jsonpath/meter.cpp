#include "spec/jsonpath/meter.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {

void Meter::stop(Error error) {
    left_ = 0;
    if (!error_) error_ = std::move(error);
}

void Meter::refuse_steps() {
    stop({ErrorCode::kLimit,
          fmt::format("the query takes more than {} steps (max_steps) on this document; name the "
                      "members on the way instead of `..` and `*`",
                      limits_.max_steps),
          {},
          {}});
}

void Meter::refuse_depth() {
    stop({ErrorCode::kLimit,
          fmt::format("the document goes down more than {} levels (max_depth) where the query "
                      "reads it",
                      limits_.max_depth),
          {},
          {}});
}

void Meter::refuse_nodes() {
    stop({ErrorCode::kLimit,
          fmt::format("the query selects more than {} nodes (max_nodes); narrow it with a filter",
                      limits_.max_nodes),
          {},
          {}});
}

}  // namespace plumbline::jsonpath
