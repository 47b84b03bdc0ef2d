#pragma once
// Evaluates bodies by their schema, whatever their media type.

#include "conformance/checks/contract_checks.hpp"

#include <optional>

namespace plumbline::checks {

/// The value that was evaluated, and how it satisfies its schema.
struct BodyEvaluation {
    SharedJson value;
    SchemaJudgement judgement;
};

/// Evaluates the body of a response by the schema of `content`. Nothing if it cannot be judged: in
/// a foreign document, bodies of which no value can be read (ContentForm::kUnjudged).
[[nodiscard]] std::optional<BodyEvaluation> evaluate_body(const CheckInput& input,
                                                          const MediaType& content,
                                                          const Schema& schema);

/// Returns whether bodies of `content` are known not to be judged before any response (listed by
/// workflow::unjudged_parts).
[[nodiscard]] bool is_listed_as_unjudged(const ApiDocument& api, const MediaType& content);

}  // namespace plumbline::checks
