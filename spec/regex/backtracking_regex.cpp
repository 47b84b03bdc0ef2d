#define PCRE2_CODE_UNIT_WIDTH 8
#include "spec/regex/backtracking_regex.hpp"

#include <array>
#include <cstdint>
#include <pcre2.h>

namespace plumbline {
namespace {

// About 20 ms of search, and the memory for it.
constexpr std::uint32_t kMaxSteps = 1'000'000;
constexpr std::uint32_t kMaxHeapKib = 16 * 1024;

struct FreeCode {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatchData {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
struct FreeMatchContext {
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

std::string message_of(int error) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(error, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

}  // namespace

struct BacktrackingRegex::BacktrackingProgram {
    std::unique_ptr<pcre2_code, FreeCode> code;
    std::unique_ptr<pcre2_match_context, FreeMatchContext> limits;
};

Result<BacktrackingRegex> BacktrackingRegex::compile(const std::string& pattern) {
    constexpr std::uint32_t kOptions =
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
    int error = 0;
    std::size_t offset = 0;
    auto program = std::make_shared<BacktrackingProgram>();
    program->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()),
                                      pattern.size(),
                                      kOptions,
                                      &error,
                                      &offset,
                                      nullptr));
    if (!program->code) {
        const bool is_unsupported = error == PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH;
        return fail(is_unsupported ? ErrorCode::kUnsupported : ErrorCode::kSyntax,
                    "the pattern \"" + pattern + "\" cannot be used: " + message_of(error));
    }
    program->limits.reset(pcre2_match_context_create(nullptr));
    if (!program->limits) return fail(ErrorCode::kLimit, "no memory for a regular expression");
    pcre2_set_match_limit(program->limits.get(), kMaxSteps);
    pcre2_set_heap_limit(program->limits.get(), kMaxHeapKib);
    BacktrackingRegex regex;
    regex.compiled_ = std::move(program);
    return regex;
}

std::optional<bool> BacktrackingRegex::search(std::string_view text) const {
    const std::unique_ptr<pcre2_match_data, FreeMatchData> data(
        pcre2_match_data_create_from_pattern(compiled_->code.get(), nullptr));
    if (!data) return std::nullopt;
    const int found = pcre2_match(compiled_->code.get(),
                                  reinterpret_cast<PCRE2_SPTR>(text.data()),
                                  text.size(),
                                  0,
                                  0,
                                  data.get(),
                                  compiled_->limits.get());
    if (found >= 0) return true;
    if (found == PCRE2_ERROR_NOMATCH) return false;
    return std::nullopt;
}

}  // namespace plumbline
