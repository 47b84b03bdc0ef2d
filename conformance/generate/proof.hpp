#pragma once
// Proves cases by the contract: what is to be refused breaks what it is meant to break and nothing
// else, what is to be taken breaks nothing.

#include "conformance/generate/case.hpp"
#include "conformance/generate/examples.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/judge.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::generate {

/// Something that is wrong with a body.
struct Broken {
    std::string what;  ///< the id of a rule or a keyword of the schema
    std::string at;    ///< pointer in the body
    bool is_rule = false;
};

/// Returns it in words: `minimum at "/cpu", CP-X at "/name"`.
[[nodiscard]] std::string described(const std::vector<Broken>& broken);

/// Returns a body with stand-ins for the inputs and the values given out. Errors: kUnresolved.
[[nodiscard]] Result<Json> concrete(const Json& body, const Json& stand_ins);

/// Proves the cases of one operation. Borrows from all that it is given. Thread: one at a time.
class Prover {
  public:
    /// `create` is the operation that makes what `operation` changes, or itself.
    Prover(const Operation& operation,
           const Operation& create,
           const ApiDocument& api,
           const Examples& examples)
        : operation_(operation), create_(create), api_(api), examples_(examples) {}

    /// Errors: kInvalid, saying what is otherwise than the case has it.
    [[nodiscard]] Result<void> prove(const Case& one);

    /// Returns what is wrong with a body that starts from `base`; rules are asked only where the
    /// schema fits. `hosting`: "" for all of the base's. Errors: kUnresolved (an expression without
    /// stand-in), those of compiling the schema.
    [[nodiscard]] Result<std::vector<Broken>> judge(const Json& body,
                                                    const Base& base,
                                                    const std::string& hosting = "");

  private:
    [[nodiscard]] Facts facts_for(const std::string& hosting) const;
    [[nodiscard]] Result<SharedJson> record_of(const Base& base);
    [[nodiscard]] Result<void> prove_refused(const Case& one, const Base& base);

    const Operation& operation_;
    const Operation& create_;
    const ApiDocument& api_;
    const Examples& examples_;
    std::map<std::string, SharedJson> records_;  ///< of bases, once they were asked for
};

}  // namespace plumbline::generate
