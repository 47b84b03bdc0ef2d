#pragma once
// The segments of paths, and the names that they give resources.

#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline {

using PathSegments = std::vector<http::PathTemplate::TemplateSegment>;

/// Returns whether a segment is one parameter and nothing else.
[[nodiscard]] bool is_parameter(const http::PathTemplate::TemplateSegment& segment);
/// Returns the segments without the empty one behind a slash at the end.
[[nodiscard]] PathSegments segments_of(const Operation& operation);
/// Returns a text that is equal for paths that differ only in the names of parameters.
[[nodiscard]] std::string key_of(const PathSegments& segments);
[[nodiscard]] std::string path_of(const PathSegments& segments);
/// Returns the English singular of a plural: `categories` → `category`.
[[nodiscard]] std::string singular(const std::string& plural);

}  // namespace plumbline
