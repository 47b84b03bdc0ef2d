#pragma once
// Cases as workflows of an Arazzo document.

#include "conformance/generate/case.hpp"
#include "conformance/generate/examples.hpp"
#include "conformance/generate/parameters.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// The operations that a case's workflow calls. Borrowed from the document.
struct Calls {
    const Operation* create = nullptr;
    const Operation* read = nullptr;
    const Operation* remove = nullptr;
    const Operation* under_test = nullptr;

    /// Finds the operations on the records that `operation` deals with. Errors: kNotFound.
    [[nodiscard]] static Result<Calls> of(const ApiDocument& api, const Operation& operation);
};

/// Returns the name of a case's scenario: `generated/<operation>/<pointer>/<rule>`.
[[nodiscard]] std::string name_of(const Operation& operation, const Case& one);

/// Returns the document that plays the cases of one operation, and the bases they start from.
[[nodiscard]] Json document_of(const ApiDocument& api,
                               const Calls& calls,
                               const Examples& examples,
                               const std::vector<Case>& cases);

/// Returns the document that plays cases of parameters on a record made from the first base.
[[nodiscard]] Json document_of(const ApiDocument& api,
                               const Calls& calls,
                               const Examples& examples,
                               const std::vector<ParameterCase>& cases);

}  // namespace plumbline::generate
