#pragma once
// Verifies cases with the contract: a body to be refused violates exactly what the case intends, a
// body to be accepted violates nothing.

#include "conformance/generate/examples.hpp"
#include "conformance/generate/generated_case.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/request_rules.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// A violation of the contract by a body.
struct CaseViolation {
    std::string source;   ///< the id of a rule or a keyword of the schema
    std::string pointer;  ///< pointer in the body
    bool is_rule = false;
};

/// Describes the violations: `minimum at "/cpu", CP-X at "/name"`.
[[nodiscard]] std::string describe_violations(const std::vector<CaseViolation>& violations);

/// Returns a body with placeholders for the inputs and for issued values. Errors: kUnresolved.
[[nodiscard]] Result<Json> fill_placeholders(const Json& body, const Json& placeholders);

/// Verifies the cases of one operation. Borrows all constructor arguments.
class CaseVerifier {
  public:
    /// `create` is the operation that creates the record that `operation` changes, or `operation`
    /// itself.
    CaseVerifier(const Operation& operation,
                 const Operation& create,
                 const ApiDocument& api,
                 const GeneratorExamples& examples)
        : operation_(operation), create_(create), api_(api), examples_(examples) {}

    /// Checks a case. Errors: kInvalid, with the difference from what the case intends.
    [[nodiscard]] Result<void> verify(const GeneratedCase& one) const;

    /// Returns the violations of a body that starts from `base`; rules are checked only if the
    /// schema is satisfied. `hosting`: "" for all of the base's. Errors: kUnresolved (an expression
    /// without placeholder), those of compiling the schema.
    [[nodiscard]] Result<std::vector<CaseViolation>> find_violations(
        const Json& body, const BaseBody& base, const std::string& hosting = "") const;

  private:
    [[nodiscard]] RuleContext facts_for(const std::string& hosting) const;
    [[nodiscard]] Result<void> verify_refused(const GeneratedCase& one, const BaseBody& base) const;

    const Operation& operation_;
    const Operation& create_;
    const ApiDocument& api_;
    const GeneratorExamples& examples_;
};

}  // namespace plumbline::generate
