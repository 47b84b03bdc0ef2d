#pragma once
// Path templates of OpenAPI: `/v2/deployments/{deployment_id}`, `/files/{name}.json`.

#include "spec/base/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::http {

/// A path with named holes, one in a segment at most; literal text may stand around it.
class PathTemplate {
  public:
    struct Segment {
        std::string text;  ///< the literal, or the parameter's name
        bool is_parameter = false;
        std::string before{};  ///< literal text around a parameter
        std::string after{};

        bool operator==(const Segment&) const = default;
        /// Says whether text stands around the parameter.
        [[nodiscard]] bool is_mixed() const { return !before.empty() || !after.empty(); }
        /// Returns the segment with `hole` in the place of its parameter, if it has one.
        [[nodiscard]] std::string with(std::string_view hole) const;
        /// Returns the segment as the template has it.
        [[nodiscard]] std::string written() const { return with('{' + text + '}'); }
    };

    /// Errors: kSyntax (no leading slash, unbalanced braces, two holes in a segment, a name twice).
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
/// many and the first that differs in kind says more in `a`: all of it, or what stands around the
/// hole. Source: OpenAPI, concrete paths go before templated ones.
[[nodiscard]] bool is_more_specific(const PathTemplate& a, const PathTemplate& b);

}  // namespace plumbline::http
