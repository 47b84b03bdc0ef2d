#include "spec/resources/path_segments.hpp"

namespace plumbline {

bool is_parameter(const http::PathTemplate::TemplateSegment& segment) {
    return segment.parameters.size() == 1 && !segment.is_mixed();
}

PathSegments segments_of(const Operation& operation) {
    PathSegments segments = operation.path.segments();
    const bool ends_with_slash = segments.size() > 1 && segments.back().is_literal() &&
                                 segments.back().literals.front().empty();
    if (ends_with_slash) segments.pop_back();
    return segments;
}

std::string key_of(const PathSegments& segments) {
    std::string key;
    for (const auto& segment : segments)
        key += '/' + (is_parameter(segment) ? "{}" : segment.to_text());
    return key;
}

std::string path_of(const PathSegments& segments) {
    std::string path;
    for (const auto& segment : segments) path += '/' + segment.to_text();
    return path;
}

std::string singular(const std::string& plural) {
    const std::string_view word = plural;
    if (word.ends_with("ies") && word.size() > 4) return plural.substr(0, plural.size() - 3) + 'y';
    for (const std::string_view ending : {"sses", "shes", "ches", "xes", "zzes"}) {
        if (word.ends_with(ending)) return plural.substr(0, plural.size() - 2);
    }
    const bool is_plural = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    return is_plural && word.size() > 1 ? plural.substr(0, plural.size() - 1) : plural;
}

}  // namespace plumbline
