#pragma once
// One evaluation of a query: whether the conditions of its filters hold.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/meter.hpp"
#include "spec/jsonpath/patterns.hpp"
#include "spec/jsonpath/query.hpp"

#include <cstddef>
#include <map>

namespace plumbline::jsonpath {

/// Not thread-safe: each evaluation is one.
class Evaluation {
  public:
    /// `root` outlives it.
    Evaluation(const Json& root, const JsonPathLimits& limits) : root_(root), meter_(limits) {}

    /// Says whether a condition holds for `current`, which `@` stands for. Meaningless once the
    /// meter has stopped. The recursion is as deep as the query is nested.
    [[nodiscard]] bool holds(const Condition& condition, const Json& current);

    /// What a query gives where not its nodes are asked for: how many there are (counted only as
    /// far as was asked), and the value of the first, null without one.
    struct Outcome {
        std::size_t count = 0;
        const Json* first = nullptr;
    };
    [[nodiscard]] Outcome outcome_of(const Query& query, const Json& current, std::size_t enough);

    /// Says whether a text fits a pattern that came from the document.
    [[nodiscard]] bool fits(const std::string& text, const std::string& pattern, Fit fit);
    /// Says whether a text fits a pattern.
    [[nodiscard]] bool fits(const std::string& text, const Pattern& pattern);

    [[nodiscard]] Meter& meter() { return meter_; }

  private:
    const Json& root_;
    Meter meter_;
    PatternCache patterns_;
    /// Queries from the root give the same wherever they are asked. Each stands in one place of the
    /// query, and is always asked for as much.
    std::map<const Query*, Outcome> outcomes_;
};

}  // namespace plumbline::jsonpath
