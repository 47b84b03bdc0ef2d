#pragma once
// Path templates of OpenAPI: `/v2/deployments/{deployment_id}`.

#include "spec/base/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::http {

/// A path with named holes, each one whole segment.
class PathTemplate {
  public:
    struct Segment {
        std::string text;  ///< the literal, or the parameter's name
        bool is_parameter = false;

        bool operator==(const Segment&) const = default;
    };

    /// Errors: kSyntax (no leading slash, unbalanced or partial braces, a name twice).
    [[nodiscard]] static Result<PathTemplate> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }

    /// Returns the parameters' values if decoded `segments` fit.
    [[nodiscard]] std::optional<std::map<std::string, std::string>> match(
        const std::vector<std::string>& segments) const;
    /// Returns the path with each hole filled, percent-encoded. Errors: kNotFound (names the hole).
    [[nodiscard]] Result<std::string> fill(const std::map<std::string, std::string>& values) const;
    /// The same for values that are encoded already.
    [[nodiscard]] Result<std::string> fill_encoded(
        const std::map<std::string, std::string>& values) const;

  private:
    std::string text_;
    std::vector<Segment> segments_;
};

/// Says whether `a` goes before `b` where a path fits both: it has more literal segments, or as
/// many and the first that differs is literal in `a`. Source: OpenAPI, concrete paths go before
/// templated ones.
[[nodiscard]] bool is_more_specific(const PathTemplate& a, const PathTemplate& b);

}  // namespace plumbline::http
