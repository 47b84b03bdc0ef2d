#pragma once
// Scenarios from the contract: what to generate, and the documents that play it.

#include "conformance/generate/case.hpp"
#include "conformance/generate/examples.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// What the files of generated documents begin with.
inline constexpr std::string_view kFolder = "generated/";

/// The cases of one operation.
struct OperationCases {
    std::shared_ptr<const ApiDocument> api;
    const Operation* operation = nullptr;
    std::vector<Case> cases;
};

/// Which operations to generate for.
struct Selection {
    std::vector<std::string> areas;  ///< API documents; empty: all
    std::vector<std::string> kinds;  ///< x-operation-kind; empty: all
};

/// Returns every case, patches first: what they accept of a schema that creates share need not be
/// created again. Each is proven. Errors: kInvalid (a case that cannot be proven), kUnsupported (a
/// keyword that no kind of case knows), kNotFound; the same contract gives the same cases.
[[nodiscard]] Result<std::vector<OperationCases>> all_cases(const Contract& contract,
                                                            const Examples& examples,
                                                            const Selection& selection = {});

/// Returns the Arazzo documents of all cases, one for each operation; `file` is
/// `generated/<operationId>.arazzo.json`. Errors: as all_cases.
[[nodiscard]] Result<std::vector<Document>> generate(const Contract& contract,
                                                     const Selection& selection = {});

}  // namespace plumbline::generate
