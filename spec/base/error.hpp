#pragma once
// The one Error value of the project: what went wrong, at which position, and how to fix it.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Names the type of an Error. Programs choose their exit code by it.
enum class ErrorCode {
    kUsage,        ///< the caller's arguments or options are wrong
    kSyntax,       ///< text that does not follow its grammar
    kInvalid,      ///< well-formed, but breaks a rule of its format
    kUnsupported,  ///< valid, but not supported
    kLimit,        ///< larger, deeper or longer than the limit
    kNotFound,     ///< a name that refers to nothing
    kUnresolved,   ///< an expression without a value
    kIo,           ///< a file or socket operation failed
    kUnreachable,  ///< the target did not respond
    kTimeout,      ///< a deadline passed
};

/// Returns the code's name in snake_case, as reports print it.
[[nodiscard]] std::string_view to_text(ErrorCode code);

/// A position in a text file. Units: line and column count from 1; 0 means unknown.
struct SourceRef {
    std::string file;
    int line = 0;
    int column = 0;

    bool operator==(const SourceRef&) const = default;
};

/// Returns `file:line:column` without the unknown parts; without a file `line 3, column 7`.
[[nodiscard]] std::string to_text(const SourceRef& where);

/// Reports that our tool could not do its job: what was found, what was expected, how to fix it. (A
/// defect of a payload or a target is a Violation or a Finding, never an Error.)
struct Error {
    ErrorCode code = ErrorCode::kInvalid;
    std::string message;
    SourceRef where;
    std::vector<std::string> notes;

    bool operator==(const Error&) const = default;
};

/// Returns `file:line:column: message`, then each note on its own line.
[[nodiscard]] std::string to_text(const Error& error);

}  // namespace plumbline
