#include "spec/jsonpath/patterns.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::jsonpath {
namespace {

// Each may hold a few megabytes while it searches.
constexpr std::size_t kKeptPatterns = 16;

}  // namespace

Result<Pattern> compile_pattern(std::string_view text, Fit fit) {
    auto regex = compile_iregexp(text, fit);
    if (regex) return Pattern{*std::move(regex), ""};
    if (regex.error().code != ErrorCode::kSyntax) return fail(std::move(regex.error()));
    return Pattern{std::nullopt, std::move(regex.error().message)};
}

const Pattern* PatternCache::find(std::string_view text, Fit fit) const {
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) {
        return one.fit == fit && one.text == text;
    });
    return found == kept_.end() ? nullptr : &found->pattern;
}

const Pattern& PatternCache::keep(std::string_view text, Fit fit, Pattern pattern) {
    Kept fresh{std::string(text), fit, std::move(pattern)};
    if (kept_.size() < kKeptPatterns) return kept_.emplace_back(std::move(fresh)).pattern;
    Kept& place = kept_[oldest_];
    oldest_ = (oldest_ + 1) % kKeptPatterns;
    place = std::move(fresh);
    return place.pattern;
}

}  // namespace plumbline::jsonpath
