#pragma once
// Judges every exchange against the contract, whether the suite asks for it or not.

#include "conformance/client/client.hpp"
#include "reports/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::checks {

/// What a check says of the target, before it is weighed.
struct Observation {
    reports::Finding finding;      ///< its verdict is set when it is weighed
    Basis basis = Basis::kStated;  ///< on what the finding stands if it names no requirement
};

/// What came of judging one exchange.
struct Judged {
    std::vector<Observation> broken;
    std::vector<std::string> verified;         ///< requirements that held
    std::vector<reports::Finding> observed{};  ///< answers to open questions; they never weigh
};

/// An exchange ready to be judged.
struct Subject {
    const Operation& operation;
    const ApiDocument& api;
    const http::Response& response;
    const Json* body =
        nullptr;               ///< the parsed JSON body; null if there is none or it does not parse
    std::string body_problem;  ///< why a JSON body does not parse, "" if it does
    SourceRef where;           ///< of the step
    std::string sent_type{};   ///< media type of the request's body, "" if it had none
};

/// Runs every check of the table in contract_checks.cpp: status declared, request taken as what it
/// is, content type, JSON, schema, required headers. Thread: any.
[[nodiscard]] Judged judge_exchange(const Subject& subject);

}  // namespace plumbline::checks
