#pragma once
// How things fail: one Error value, with a place and a mend, for the whole project.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Names the kind of an Error; programs choose their exit code by it.
enum class ErrorCode {
    kUsage,        ///< the caller's words or options are off
    kSyntax,       ///< text that does not follow its grammar
    kInvalid,      ///< well-formed, but breaks a rule of its format
    kUnsupported,  ///< legal, but not handled here
    kLimit,        ///< larger, deeper or longer than we accept
    kNotFound,     ///< a name that leads nowhere
    kUnresolved,   ///< an expression without a value
    kIo,           ///< a file or socket that does not work
    kUnreachable,  ///< nothing answered at the target
    kTimeout,      ///< a deadline passed
};

/// Returns the code's name in snake_case, as reports print it.
[[nodiscard]] std::string_view to_text(ErrorCode code);

/// A place in a text file. Units: line and column count from 1; 0 means unknown.
struct SourceRef {
    std::string file;
    int line = 0;
    int column = 0;

    bool operator==(const SourceRef&) const = default;
};

/// Returns `file:line:column`, leaving out what is unknown; without a file `line 3, column 7`.
[[nodiscard]] std::string to_text(const SourceRef& where);

/// Says that our tool could not do its job: what was found, what was expected, how to mend it.
/// (What a payload or a target does wrong is a Violation or a Finding, never an Error.)
struct Error {
    ErrorCode code = ErrorCode::kInvalid;
    std::string message;
    SourceRef where;
    std::vector<std::string> notes;

    bool operator==(const Error&) const = default;
};

/// Returns `file:line:column: message` with the notes on lines of their own.
[[nodiscard]] std::string to_text(const Error& error);

}  // namespace plumbline
