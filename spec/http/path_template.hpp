#pragma once
// Path templates of OpenAPI: `/v2/deployments/{deployment_id}`, `/files/{name}.json`.

#include "spec/base/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::http {

/// A path with named parameters, at most one in a segment; literal text may surround it.
class PathTemplate {
  public:
    struct TemplateSegment {
        std::string text;  ///< the literal, or the parameter's name
        bool is_parameter = false;
        std::string before{};  ///< literal text before a parameter
        std::string after{};

        bool operator==(const TemplateSegment&) const = default;
        /// Returns whether literal text surrounds the parameter.
        [[nodiscard]] bool is_mixed() const { return !before.empty() || !after.empty(); }
        /// Returns the segment with `value` in place of its parameter, if it has one.
        [[nodiscard]] std::string with_parameter(std::string_view value) const;
        /// Returns the segment as the template has it.
        [[nodiscard]] std::string to_text() const { return with_parameter('{' + text + '}'); }
    };

    /// Errors: kSyntax (no leading slash, unbalanced braces, two parameters in a segment, a
    /// repeated name).
    [[nodiscard]] static Result<PathTemplate> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<TemplateSegment>& segments() const { return segments_; }

    /// Returns the parameters' values if the decoded `segments` match.
    [[nodiscard]] std::optional<std::map<std::string, std::string>> match(
        const std::vector<std::string>& segments) const;
    /// Returns the path with each parameter filled and percent-encoded. Errors: kNotFound (names
    /// the parameter).
    [[nodiscard]] Result<std::string> fill(const std::map<std::string, std::string>& values) const;
    /// Like `fill`, for values that are already encoded.
    [[nodiscard]] Result<std::string> fill_encoded(
        const std::map<std::string, std::string>& values) const;

  private:
    std::string text_;
    std::vector<TemplateSegment> segments_;
};

/// Returns whether `a` takes precedence over `b` for a path that matches both: it has more literal
/// segments, or has equally many and its first segment that differs is more literal (all of it, or
/// text around the parameter). Source: OpenAPI, concrete paths are matched before templated ones.
[[nodiscard]] bool is_more_specific(const PathTemplate& a, const PathTemplate& b);

}  // namespace plumbline::http
