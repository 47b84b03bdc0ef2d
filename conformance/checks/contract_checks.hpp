#pragma once
// Checks every exchange against the contract, independent of the suite.

#include "conformance/client/client.hpp"
#include "reports/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::checks {

/// A finding of a check, before its verdict is determined.
struct CheckFinding {
    reports::Finding finding;      ///< its verdict is set later
    Basis basis = Basis::kStated;  ///< the basis of a finding without requirements
    /// Pointer of a value of the body that is none of the values that its schema lists; empty if
    /// the finding is another one.
    std::string unknown_value{};
    /// The body is of another JSON type than the declared one, such as a list instead of an object:
    /// it shows nothing.
    bool is_other_body = false;
};

/// The result of checking one exchange.
struct CheckResult {
    std::vector<CheckFinding> findings;
    std::vector<std::string> verified;             ///< requirements that were fulfilled
    std::vector<reports::Finding> observations{};  ///< observations about open questions; they
                                                   ///< never fail
};

/// The exchange to check.
struct CheckInput {
    const Operation& operation;
    const ApiDocument& api;
    const http::Response& response;
    const Json* body =
        nullptr;               ///< the parsed JSON body; null if there is none or it does not parse
    std::string body_problem;  ///< why a JSON body does not parse, "" if it does
    SourceRef where;           ///< source location of the step
    std::string sent_type{};   ///< Content-Type of the request's body, "" if it had none
    const Error* coding_error = nullptr;  ///< why the body is still coded; null if it is not
};

/// Runs every check of the table in conformance/checks/contract_checks.cpp: declared status,
/// accepted request type, content type, JSON, schema, required headers. Thread-safe.
[[nodiscard]] CheckResult check_exchange(const CheckInput& input);

}  // namespace plumbline::checks
