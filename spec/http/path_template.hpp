#pragma once
// Path templates of OpenAPI: `/v2/deployments/{deployment_id}`, `/files/{name}.{ending}`.

#include "spec/base/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::http {

/// A path with named parameters; literal text may surround those of a segment.
class PathTemplate {
  public:
    /// Literal texts and parameters in turn: a literal (maybe empty) stands before and after each
    /// parameter.
    struct TemplateSegment {
        std::vector<std::string> literals;
        std::vector<std::string> parameters{};  ///< their names; one less than the literals

        bool operator==(const TemplateSegment&) const = default;
        [[nodiscard]] bool is_literal() const { return parameters.empty(); }
        /// Returns whether literal text surrounds or separates parameters.
        [[nodiscard]] bool is_mixed() const;
        /// Returns the segment with values in place of its parameters, one for each.
        [[nodiscard]] std::string fill(const std::vector<std::string>& values) const;
        /// Returns the segment as the template has it.
        [[nodiscard]] std::string to_text() const;
    };

    /// Errors: kSyntax (no leading slash, unbalanced braces, a repeated name).
    [[nodiscard]] static Result<PathTemplate> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<TemplateSegment>& segments() const { return segments_; }

    /// The names of the parameters in their order.
    [[nodiscard]] const std::vector<std::string>& parameters() const { return parameters_; }
    [[nodiscard]] bool has_parameter(std::string_view name) const;

    /// Returns the parameters' values if the decoded `segments` match. A value is not empty; where
    /// several divisions of a segment match, earlier values are as long as possible: `a.b.json`
    /// matches `{name}.{ending}` with the name `a.b`.
    [[nodiscard]] std::optional<std::map<std::string, std::string>> match(
        const std::vector<std::string>& segments) const;
    /// Returns the path with each parameter filled and percent-encoded, and literal text encoded as
    /// far as a URL needs it. Errors: kNotFound (names the parameter).
    [[nodiscard]] Result<std::string> fill(const std::map<std::string, std::string>& values) const;
    /// Like `fill`, for values that are already encoded.
    [[nodiscard]] Result<std::string> fill_encoded(
        const std::map<std::string, std::string>& values) const;

  private:
    std::string text_;
    std::vector<TemplateSegment> segments_;
    std::vector<TemplateSegment> decoded_segments_;  ///< with decoded literals
    std::vector<TemplateSegment> sent_segments_;     ///< with literals as a URL has them
    std::vector<std::string> parameters_;
};

/// Returns whether `a` takes precedence over `b` for a path that matches both: it has more literal
/// segments, or has equally many and its first segment that differs is more literal (all of it, or
/// text around parameters). Source: OpenAPI, concrete paths are matched before templated ones.
[[nodiscard]] bool is_more_specific(const PathTemplate& a, const PathTemplate& b);

}  // namespace plumbline::http
