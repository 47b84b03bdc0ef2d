#include "spec/jsonpath/patterns.hpp"

#include <utility>

namespace plumbline::jsonpath {

Result<MatchPattern> compile_pattern(std::string_view text, MatchScope scope) {
    auto regex = compile_iregexp(text, scope);
    if (regex) return MatchPattern{*std::move(regex), ""};
    if (regex.error().code != ErrorCode::kSyntax) return fail(std::move(regex.error()));
    return MatchPattern{std::nullopt, std::move(regex.error().message)};
}

}  // namespace plumbline::jsonpath
