#include "conformance/expressions/computed_value_limit.hpp"

namespace plumbline::expressions {

tl::unexpected<Error> too_large_value() {
    return fail(ErrorCode::kLimit, "a computed value has more than 16 MiB");
}

}  // namespace plumbline::expressions
