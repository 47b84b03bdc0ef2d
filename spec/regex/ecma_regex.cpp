#include "spec/regex/ecma_regex.hpp"

#include "spec/regex/ecma_translation.hpp"

namespace plumbline {
namespace {

/// An error about the translated pattern, with the pattern as it was written.
Error about_written(Error error, const std::string& translated, std::string_view written) {
    const std::size_t at = error.message.find(translated);
    if (at != std::string::npos) error.message.replace(at, translated.size(), written);
    return error;
}

}  // namespace

Result<EcmaRegex> EcmaRegex::compile(std::string_view pattern) {
    const auto translated = ecma::translate_pattern(pattern);
    if (!translated) return fail(translated.error());
    auto linear = Regex::compile(*translated);
    if (linear) return EcmaRegex(std::move(*linear));
    if (linear.error().code == ErrorCode::kSyntax)
        return fail(about_written(linear.error(), *translated, pattern));
    auto backtracking = BacktrackingRegex::compile(*translated);
    if (backtracking) return EcmaRegex(std::move(*backtracking));
    const bool is_too_large = linear.error().code == ErrorCode::kLimit;
    return fail(
        about_written(is_too_large ? linear.error() : backtracking.error(), *translated, pattern));
}

std::optional<bool> EcmaRegex::search(std::string_view text) const {
    return std::visit([&](const auto& regex) -> std::optional<bool> { return regex.search(text); },
                      regex_);
}

bool is_ecma_pattern(std::string_view text) {
    if (ecma::has_foreign_groups(text)) return false;
    const auto compiled = EcmaRegex::compile(text);
    return compiled || compiled.error().code != ErrorCode::kSyntax;
}

}  // namespace plumbline
