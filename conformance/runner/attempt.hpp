#pragma once
// One try of an operation step: send, judge against the contract, judge the suite's criteria.

#include "conformance/expressions/scope.hpp"
#include "conformance/runner/build_request.hpp"
#include "conformance/runner/environment.hpp"
#include "conformance/runner/listener.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/values.hpp"
#include "reports/result.hpp"

#include <optional>
#include <string>

namespace plumbline::runner {

/// What a try left behind, for criteria, actions and outputs.
struct Evidence {
    std::optional<BuiltRequest> request;
    std::optional<client::Exchange> exchange;
    SharedJson response_body;      ///< JSON, or the raw text as a string; null pointer: no response
    std::string body_problem;      ///< why a body that says it is JSON does not parse
    SharedJson outputs;            ///< of a called workflow
    std::optional<Heard> heard{};  ///< of an answer that was listened to
};

/// Returns what an expression can see after a try.
[[nodiscard]] expressions::Scope scope_of(const Values& values, const Evidence& evidence);

struct Attempt {
    reports::StepResult result;
    Evidence evidence;
    bool succeeded = false;     ///< all criteria hold; where there are none, the contract is kept
    bool is_cut_short = false;  ///< the workflow it called was, see Played
};

/// Returns the attempt with nothing done yet.
[[nodiscard]] Attempt begin_attempt(const workflow::Step& step, int number);

/// Returns the attempt as one that could not be made: the suite's or an earlier step's fault, never
/// the target's.
[[nodiscard]] Attempt not_run(Attempt attempt, std::string expected, const Error& why);

/// Records an exchange; of its body only a part, from which secrets go before it is cut.
[[nodiscard]] reports::ExchangeRecord record_of(const Stage& stage,
                                                const client::Exchange& exchange,
                                                const std::vector<std::string>& secrets);

/// Puts the request of an operation step together; it is in the evidence unless the attempt could
/// not be made.
[[nodiscard]] Attempt prepare_operation(const Stage& stage,
                                        const workflow::Step& step,
                                        const Values& values,
                                        const Environment& environment,
                                        int number);
/// Judges what came of a prepared attempt's request. `listener` (null: none) has listened.
[[nodiscard]] Attempt judge_exchange(Attempt attempt,
                                     client::Exchange given,
                                     Listener* listener,
                                     const Stage& stage,
                                     const workflow::Step& step,
                                     const Values& values,
                                     const Environment& environment);

/// Tries an operation step once.
[[nodiscard]] Attempt try_operation(const Stage& stage,
                                    const workflow::Step& step,
                                    const Values& values,
                                    const Environment& environment,
                                    const Send& send,
                                    int number);

/// Takes back what an attempt that another follows does not say: that criteria do not hold, what
/// was observed, that no answer came, and if `is_excused` that its status is not declared. What the
/// answer broke of the contract stays.
void forget_not_yet(reports::StepResult& attempt, bool is_excused = false);

/// Judges the suite's criteria and questions and adds to the attempt what came of them.
void judge_criteria(const Stage& stage,
                    const workflow::Step& step,
                    const Values& values,
                    Attempt& attempt);

}  // namespace plumbline::runner
