#pragma once
// Scenarios from the contract: what to generate, and the documents that play it.

#include "conformance/generate/case.hpp"
#include "conformance/generate/examples.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <optional>
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
    /// Why others are not there: a case or a base that cannot be proven (kInvalid), a keyword that
    /// no kind of case knows (kUnsupported), nothing to make cases with (kNotFound).
    std::vector<Error> left_out;
};

/// What a target has to make records with.
struct TargetInputs {
    std::string hosting;
    SharedJson inputs;  ///< by name; never null
};

/// Which operations to generate for.
struct Selection {
    std::vector<std::string> areas;  ///< API documents; empty: all
    std::vector<std::string> kinds;  ///< x-operation-kind; empty: all
    /// Where the cases are played: bases that can be made there go before others, so that as many
    /// cases as can be are played. None: not known, or of several kinds; the examples' order.
    std::optional<TargetInputs> target = std::nullopt;
};

/// Returns every case, patches first: what they accept of a schema that creates share need not be
/// created again. Each is proven; the same contract gives the same cases.
[[nodiscard]] std::vector<OperationCases> all_cases(const Contract& contract,
                                                    const Examples& examples,
                                                    const Selection& selection = {});

/// The Arazzo documents, and what is not in them.
struct Generated {
    std::vector<Document> documents;
    std::vector<Error> left_out;  ///< as of OperationCases, each once
};

/// Returns the documents of all cases, one for each operation; `file` is
/// `generated/<operationId>.arazzo.json`. Of our own contract nothing is left out. Whatever the
/// target has, the cases and their names are the same. Errors: those of reading our examples.
[[nodiscard]] Result<Generated> generate(const Contract& contract, const Selection& selection = {});

}  // namespace plumbline::generate
