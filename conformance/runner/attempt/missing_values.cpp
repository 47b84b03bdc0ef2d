#include "conformance/runner/attempt/missing_values.hpp"

#include <algorithm>

namespace plumbline::runner {

bool MissingValues::explain(std::string_view message) const {
    constexpr std::string_view kUnresolved = "unresolved: ";  // see expressions::resolve
    if (!message.starts_with(kUnresolved)) return false;
    message.remove_prefix(kUnresolved.size());
    return std::ranges::any_of(expressions_, [&](const std::string& one) {
        if (!message.starts_with(one)) return false;
        const std::string_view rest = message.substr(one.size());
        return rest.empty() ||
               std::string_view(".#[:").find(rest.front()) != std::string_view::npos;
    });
}

}  // namespace plumbline::runner
