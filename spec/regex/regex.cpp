#include "spec/regex/regex.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

namespace plumbline {
namespace {

// Patterns come from a contract or a suite, but a mistake there must not exhaust a server's memory:
// RE2 refuses what exceeds this budget, and the program size bounds the work per character.
constexpr std::size_t kMaxPatternBytes = std::size_t{8} * 1024U;
constexpr std::int64_t kMaxMemoryBytes = 8 << 20;
constexpr int kMaxProgramSize = 20'000;

/// A pattern, split from the flags of its slashed form.
struct SlashedPattern {
    std::string_view body;
    std::string_view flags;
};

/// Splits `/body/flags`. The text after the last slash must look like flags, so that a plain
/// pattern such as `/v2/deployments` remains one.
SlashedPattern split_slashes(std::string_view pattern) {
    const std::size_t last = pattern.rfind('/');
    if (pattern.size() < 2 || pattern.front() != '/' || last == 0) return {pattern, {}};
    const std::string_view flags = pattern.substr(last + 1);
    if (flags.find_first_not_of("dgimsuvy") != std::string_view::npos) return {pattern, {}};
    return {pattern.substr(1, last - 1), flags};
}

/// The message for a construct that other engines support and RE2 does not.
struct UnsupportedSyntax {
    std::string_view start;  ///< the construct in RE2's error
    std::string_view message;
};

constexpr std::string_view kLookaheadMessage =
    "uses lookahead, which linear-time matching does not support; split it into two patterns";
constexpr UnsupportedSyntax kUnsupportedSyntax[] = {
    {"(?=", kLookaheadMessage},
    {"(?!", kLookaheadMessage},
    {"(?<",
     "uses lookbehind, which linear-time matching does not support, or a named group; write it as "
     "(?P<name>...)"},
    {"\\k",
     "uses a back-reference, which linear-time matching does not support; write the text out"},
    {"\\u", "contains a \\u escape; write the character itself or \\x{...}"},
    {"\\c", "contains a \\c escape; write \\x{...}"},
    {"\\p", "uses a long character class name; write the short one, such as \\p{L}"},
    {"\\P", "uses a long character class name; write the short one, such as \\P{L}"},
};

std::string_view unsupported_message(std::string_view construct) {
    for (const UnsupportedSyntax& row : kUnsupportedSyntax) {
        if (construct.starts_with(row.start)) return row.message;
    }
    if (construct.size() == 2 && construct[0] == '\\' && construct[1] >= '1' &&
        construct[1] <= '9') {
        return unsupported_message("\\k");
    }
    return {};
}

tl::unexpected<Error> compile_error(std::string_view pattern, const RE2& compiled) {
    const std::string start = "the pattern \"" + std::string(pattern) + "\" ";
    const RE2::ErrorCode code = compiled.error_code();
    if (code == RE2::ErrorPatternTooLarge || code == RE2::ErrorRepeatSize) {
        return fail(ErrorCode::kLimit,
                    start + "is too large (" + compiled.error() +
                        "); write smaller repetitions, at most {1000}");
    }
    const std::string_view foreign = unsupported_message(compiled.error_arg());
    if (!foreign.empty()) return fail(ErrorCode::kUnsupported, start + std::string(foreign));
    return fail(ErrorCode::kSyntax, start + "is not a regular expression: " + compiled.error());
}

}  // namespace

struct Regex::RegexProgram {
    RegexProgram(std::string_view text, const std::string& source, const RE2::Options& options)
        : pattern(text), program(source, options) {}

    std::string pattern;
    RE2 program;
};

Result<Regex> Regex::compile(std::string_view pattern, bool allow_slashes) {
    if (pattern.size() > kMaxPatternBytes) {
        return fail(ErrorCode::kLimit,
                    fmt::format("a pattern of {} bytes is too long, at most {} are supported",
                                pattern.size(),
                                kMaxPatternBytes));
    }
    const SlashedPattern parts =
        allow_slashes ? split_slashes(pattern) : SlashedPattern{pattern, {}};
    const std::size_t odd = parts.flags.find_first_not_of("ims");
    if (odd != std::string_view::npos) {
        return fail(
            ErrorCode::kUnsupported,
            fmt::format("the pattern \"{}\" has the flag \"{}\", only i, m and s are supported",
                        pattern,
                        parts.flags[odd]));
    }
    std::string source(parts.body);
    if (!parts.flags.empty()) source = "(?" + std::string(parts.flags) + ")" + source;

    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMaxMemoryBytes);
    auto compiled = std::make_shared<const RegexProgram>(pattern, source, options);
    if (!compiled->program.ok()) return compile_error(pattern, compiled->program);
    if (compiled->program.ProgramSize() > kMaxProgramSize) {
        return fail(ErrorCode::kLimit,
                    fmt::format("the pattern \"{}\" compiles to {} instructions, more than the "
                                "limit of {}; write smaller repetitions",
                                pattern,
                                compiled->program.ProgramSize(),
                                kMaxProgramSize));
    }
    Regex regex;
    regex.compiled_ = std::move(compiled);
    return regex;
}

bool Regex::search(std::string_view text) const {
    return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->program);
}

std::optional<std::string> Regex::first_group(std::string_view text) const {
    std::string group;
    if (group_count() == 0) return std::nullopt;
    const re2::StringPiece whole(text.data(), text.size());
    return RE2::PartialMatch(whole, compiled_->program, &group) ? std::optional(std::move(group))
                                                                : std::nullopt;
}

std::string Regex::replace_all(std::string_view text, std::string_view to) const {
    std::string changed(text);
    (void)RE2::GlobalReplace(&changed, compiled_->program, re2::StringPiece(to.data(), to.size()));
    return changed;
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
