#include "spec/regex/regex.hpp"

#include <re2/re2.h>

namespace plumbline {
namespace {

// A pattern comes from a contract or a suite, yet a slip there must not cost a server its memory:
// RE2 refuses what it cannot hold in this budget, and the program bounds the work per character.
constexpr std::size_t kMaxPatternBytes = std::size_t{8} * 1024U;
constexpr std::int64_t kMaxMemoryBytes = 8 << 20;
constexpr int kMaxProgramSize = 20'000;

/// A pattern as given, split from the flags of its slashed form.
struct Parts {
    std::string_view body;
    std::string_view flags;
};

/// Takes `/body/flags` apart. What follows the last slash must look like flags, so that a plain
/// pattern such as `/v2/deployments` stays one.
Parts split_slashes(std::string_view pattern) {
    const std::size_t last = pattern.rfind('/');
    if (pattern.size() < 2 || pattern.front() != '/' || last == 0) return {pattern, {}};
    const std::string_view flags = pattern.substr(last + 1);
    if (flags.find_first_not_of("dgimsuvy") != std::string_view::npos) return {pattern, {}};
    return {pattern.substr(1, last - 1), flags};
}

/// What to say of a construct that other engines have and RE2 has not.
struct Foreign {
    std::string_view start;  ///< how RE2's error names the piece
    std::string_view says;
};

constexpr std::string_view kLooksAhead =
    "looks ahead, which linear-time matching cannot; split it into two patterns";
constexpr Foreign kForeign[] = {
    {"(?=", kLooksAhead},
    {"(?!", kLooksAhead},
    {"(?<",
     "looks behind, which linear-time matching cannot, or names a group; a name is written "
     "(?P<name>...)"},
    {"\\k", "refers back to a group, which linear-time matching cannot; write the text out"},
    {"\\u", "holds a \\u escape; write the character itself or \\x{...}"},
    {"\\c", "holds a \\c escape; write \\x{...}"},
    {"\\p", "names a character class in long; write its short name, such as \\p{L}"},
    {"\\P", "names a character class in long; write its short name, such as \\P{L}"},
};

std::string_view foreign_construct(std::string_view piece) {
    for (const Foreign& row : kForeign) {
        if (piece.substr(0, row.start.size()) == row.start) return row.says;
    }
    if (piece.size() == 2 && piece[0] == '\\' && piece[1] >= '1' && piece[1] <= '9') {
        return foreign_construct("\\k");
    }
    return {};
}

tl::unexpected<Error> refusal(std::string_view pattern, const RE2& compiled) {
    const std::string start = "the pattern \"" + std::string(pattern) + "\" ";
    const RE2::ErrorCode code = compiled.error_code();
    if (code == RE2::ErrorPatternTooLarge || code == RE2::ErrorRepeatSize) {
        return fail(ErrorCode::kLimit,
                    start + "is too large (" + compiled.error() +
                        "); write smaller repetitions, at most {1000}");
    }
    const std::string_view foreign = foreign_construct(compiled.error_arg());
    if (!foreign.empty()) return fail(ErrorCode::kUnsupported, start + std::string(foreign));
    return fail(ErrorCode::kSyntax, start + "is no regular expression: " + compiled.error());
}

}  // namespace

struct Regex::Compiled {
    Compiled(std::string_view text, const std::string& source, const RE2::Options& options)
        : pattern(text), program(source, options) {}

    std::string pattern;
    RE2 program;
};

Result<Regex> Regex::compile(std::string_view pattern, bool allow_slashes) {
    if (pattern.size() > kMaxPatternBytes) {
        return fail(ErrorCode::kLimit,
                    "a pattern of " + std::to_string(pattern.size()) +
                        " bytes is too long, at most " + std::to_string(kMaxPatternBytes) +
                        " are taken");
    }
    const Parts parts = allow_slashes ? split_slashes(pattern) : Parts{pattern, {}};
    const std::size_t odd = parts.flags.find_first_not_of("ims");
    if (odd != std::string_view::npos) {
        return fail(ErrorCode::kUnsupported,
                    "the pattern \"" + std::string(pattern) + "\" has the flag \"" +
                        parts.flags[odd] + "\", only i, m and s are taken");
    }
    std::string source(parts.body);
    if (!parts.flags.empty()) source = "(?" + std::string(parts.flags) + ")" + source;

    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMaxMemoryBytes);
    auto compiled = std::make_shared<const Compiled>(pattern, source, options);
    if (!compiled->program.ok()) return refusal(pattern, compiled->program);
    if (compiled->program.ProgramSize() > kMaxProgramSize) {
        return fail(ErrorCode::kLimit,
                    "the pattern \"" + std::string(pattern) + "\" compiles to " +
                        std::to_string(compiled->program.ProgramSize()) +
                        " instructions, at most " + std::to_string(kMaxProgramSize) +
                        " are taken; write smaller repetitions");
    }
    Regex regex;
    regex.compiled_ = std::move(compiled);
    return regex;
}

bool Regex::search(std::string_view text) const {
    return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->program);
}

std::optional<std::string> Regex::first_group(std::string_view text) const {
    std::string held;
    if (group_count() == 0) return std::nullopt;
    const re2::StringPiece whole(text.data(), text.size());
    return RE2::PartialMatch(whole, compiled_->program, &held) ? std::optional(std::move(held))
                                                               : std::nullopt;
}

int Regex::group_count() const {
    return compiled_->program.NumberOfCapturingGroups();
}

int Regex::program_size() const {
    return compiled_->program.ProgramSize();
}

const std::string& Regex::pattern() const {
    return compiled_->pattern;
}

}  // namespace plumbline
