#include "spec/jsonpath/patterns.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::jsonpath {
namespace {

// Each may use a few megabytes while it searches.
constexpr std::size_t kMaxCachedPatterns = 16;

}  // namespace

Result<MatchPattern> compile_pattern(std::string_view text, MatchScope scope) {
    auto regex = compile_iregexp(text, scope);
    if (regex) return MatchPattern{*std::move(regex), ""};
    if (regex.error().code != ErrorCode::kSyntax) return fail(std::move(regex.error()));
    return MatchPattern{std::nullopt, std::move(regex.error().message)};
}

const MatchPattern* PatternCache::find(std::string_view text, MatchScope scope) const {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const CachedPattern& one) {
            return one.scope == scope && one.text == text;
        });
    return found == entries_.end() ? nullptr : &found->pattern;
}

const MatchPattern& PatternCache::insert(std::string_view text,
                                         MatchScope scope,
                                         MatchPattern pattern) {
    CachedPattern entry{std::string(text), scope, std::move(pattern)};
    if (entries_.size() < kMaxCachedPatterns)
        return entries_.emplace_back(std::move(entry)).pattern;
    CachedPattern& oldest = entries_[oldest_];
    oldest_ = (oldest_ + 1) % kMaxCachedPatterns;
    oldest = std::move(entry);
    return oldest.pattern;
}

}  // namespace plumbline::jsonpath
