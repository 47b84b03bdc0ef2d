#pragma once
// One attempt of a step. The functions are for operation steps: they send the request, check the
// response against the contract and against the suite's criteria.

#include "conformance/expressions/scope.hpp"
#include "conformance/runner/attempt/attempt_context.hpp"
#include "conformance/runner/request/build_request.hpp"
#include "conformance/runner/stream/stream_listener.hpp"
#include "reports/result.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The data of an attempt that criteria, actions and outputs can read.
struct AttemptData {
    std::optional<BuiltRequest> request;
    std::optional<client::Exchange> exchange;
    SharedJson response_body;  ///< JSON, or the raw text as a string; null if there is no response
    SharedJson ordered_body;   ///< with the items of a list at their positions; null: as it is
    std::string list_items;    ///< as in expressions::Scope
    std::string body_error;    ///< why a body with a JSON media type does not parse
    SharedJson outputs;        ///< outputs of the called workflow
    std::optional<StreamOutcome> stream{};  ///< set if the response was read as a stream

    /// Returns the JSON body of the response, else null.
    [[nodiscard]] SharedJson json_body() const {
        return body_error.empty() ? response_body : nullptr;
    }
};

/// Returns what an expression can read after an attempt.
[[nodiscard]] expressions::Scope scope_of(const WorkflowValues& values, const AttemptData& data);

/// An attempt and its result.
struct Attempt {
    reports::StepResult result;
    AttemptData data;
    /// Selects the actions: all criteria are met; without criteria, the contract is satisfied. A
    /// contract violation counts for the verdict either way.
    bool succeeded = false;
    /// Pointers of values of the response that fail because their schema lists other values only.
    std::vector<std::string> unknown_values{};
    /// A criterion waits for another value of these: no poll can show what the contract does not
    /// know.
    bool ends_poll = false;
    bool is_aborted = false;  ///< the called workflow reached a step that is not supported
    /// There is a response, or the called workflow passed: if the attempt did not succeed, a check
    /// of this step is the cause.
    bool is_judged = false;
    std::vector<std::string>
        held{};  ///< requirements whose criteria are met although others are not
    /// The first precondition that the target's data does not meet: then the scenario is skipped.
    /// Or that the request was sent too late: then the scenario is not judged.
    std::optional<reports::Finding> unmet{};
    /// The body is of another JSON type than the contract declares.
    bool has_other_body = false;
    /// Because of that or of its status, the response verifies no requirement.
    bool shows_nothing = false;
    Duration delay{};  ///< for which limits of the request rate held the request back
};

/// Returns an attempt that has not started.
[[nodiscard]] Attempt new_attempt(const workflow::Step& step, int number);

/// Returns a finding of verdict kNotRun about an error, with its message, notes and position.
[[nodiscard]] reports::Finding error_finding(std::string code,
                                             std::string expected,
                                             const Error& error);

/// Returns the attempt with the verdict kNotRun: a suite error or an earlier step, not the target,
/// is the cause.
[[nodiscard]] Attempt not_run(Attempt attempt, std::string expected, const Error& reason);

/// Returns an exchange as reports show it, with the beginning of its body. Secrets are masked
/// before the body is truncated; the command that repeats it names variables in place of
/// credentials.
[[nodiscard]] reports::ExchangeRecord exchange_record(const RunContext& run,
                                                      const client::Exchange& exchange,
                                                      const Environment& environment);

/// Builds the request of an operation step and stores it in the attempt's data. If no request is
/// stored, building it failed and the result says why.
[[nodiscard]] Attempt prepare_operation(const AttemptContext& context, int number);

/// Checks the exchange of a prepared attempt. `listener` is the one that received the response,
/// null if the response was not read as a stream.
void check_exchange(const AttemptContext& context,
                    client::Exchange completed_exchange,
                    StreamListener* listener,
                    Attempt& attempt);

/// Returns for how long a request that was `ready` was held back before it was sent.
[[nodiscard]] inline Duration delay_between(Instant ready, Instant sent) {
    return std::max(Duration::zero(), sent - ready);  // what was never sent has no start time
}

/// Makes one attempt of an operation step: sends its request and checks the response.
[[nodiscard]] Attempt try_operation(const AttemptContext& context, const Send& send, int number);

/// Removes findings that do not apply because another attempt follows: criteria that are not met,
/// observations (values recorded without a verdict), a missing response, and if `is_excused` an
/// undeclared status. Other contract findings stay.
void drop_provisional_findings(reports::StepResult& attempt, bool is_excused = false);

/// Checks the suite's criteria, evaluates its observations (for questions that the API description
/// leaves open), and adds the results to the attempt.
void check_criteria(const AttemptContext& context, Attempt& attempt);

}  // namespace plumbline::runner
