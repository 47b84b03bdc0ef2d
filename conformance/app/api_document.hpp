#pragma once
// Suites that are made from an API document.

#include "conformance/api_suite/api_suite.hpp"
#include "conformance/app/load_suites.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>

namespace plumbline::app {

/// An API document, and the suite that is made from it.
struct ApiOfSuite {
    std::shared_ptr<const ApiDocument> api;
    std::string url;  ///< of the document, from the suite
    Document suite;
};

/// Reads an OpenAPI document, and makes its suite. Errors and `folder`: see suite_of_api.
[[nodiscard]] Result<ApiOfSuite> read_api(const std::string& file,
                                          const std::string& folder,
                                          const api_suite::ApiSuiteOptions& options);

/// Returns the suite of an OpenAPI document, as a file in `folder` would have it; "" is the folder
/// of the document. Errors: those of reading it; kInvalid if nothing in it can be called.
[[nodiscard]] Result<Document> suite_of_api(const std::string& file,
                                            const std::string& folder = "",
                                            const api_suite::ApiSuiteOptions& options = {});

/// Loads that suite. Its problems are errors of the diagnosis.
[[nodiscard]] LoadedSuites load_api_suite(const std::string& file,
                                          const std::shared_ptr<const Contract>& contract,
                                          const api_suite::ApiSuiteOptions& options);

}  // namespace plumbline::app
