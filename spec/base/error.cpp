#include "spec/base/error.hpp"

#include <cstddef>

namespace plumbline {

std::string_view to_text(ErrorCode code) {
    constexpr std::string_view kNames[] = {"usage",
                                           "syntax",
                                           "invalid",
                                           "unsupported",
                                           "limit",
                                           "not_found",
                                           "unresolved",
                                           "io",
                                           "unreachable",
                                           "timeout"};
    return kNames[static_cast<std::size_t>(code)];
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
