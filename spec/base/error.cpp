#include "spec/base/error.hpp"

namespace plumbline {

std::string_view to_text(ErrorCode code) {
    switch (code) {
        case ErrorCode::kUsage:
            return "usage";
        case ErrorCode::kSyntax:
            return "syntax";
        case ErrorCode::kInvalid:
            return "invalid";
        case ErrorCode::kUnsupported:
            return "unsupported";
        case ErrorCode::kLimit:
            return "limit";
        case ErrorCode::kNotFound:
            return "not_found";
        case ErrorCode::kUnresolved:
            return "unresolved";
        case ErrorCode::kIo:
            return "io";
        case ErrorCode::kUnreachable:
            return "unreachable";
        case ErrorCode::kTimeout:
            return "timeout";
    }
    return "unknown";
}

std::string to_text(const SourceRef& where) {
    if (where.line <= 0) return where.file;
    const std::string line = std::to_string(where.line);
    const std::string column = std::to_string(where.column);
    if (where.file.empty()) {
        return "line " + line + (where.column > 0 ? ", column " + column : "");
    }
    return where.file + ':' + line + (where.column > 0 ? ':' + column : "");
}

std::string to_text(const Error& error) {
    std::string text = to_text(error.where);
    if (!text.empty()) text += ": ";
    text += error.message;
    for (const std::string& note : error.notes) text += "\n  " + note;
    return text;
}

}  // namespace plumbline
