#pragma once
// Which base URL the operations of a source description are called at.

#include "conformance/runner/target.hpp"
#include "conformance/workflow/suite.hpp"

#include <map>
#include <optional>
#include <string>

namespace plumbline::runner {

/// The base URLs of a target or of a workspace.
struct BaseUrls {
    const std::map<std::string, std::string>& by_area;    ///< API document name → base URL
    const std::map<std::string, std::string>& by_source;  ///< source description → base URL
};

/// Returns the base URL of a source description's operations: its own URL, the URL of its
/// document's area, the URL that the suite names (`suite_url`: its x-serverUrl, empty if there is
/// none), or the server that its document names unless it is part of the contract; "" if there is
/// none. The user's settings override those of a suite.
[[nodiscard]] std::string base_url_of(const BaseUrls& urls,
                                      const std::string& source,
                                      const ApiDocument& api,
                                      const std::string& suite_url);

/// Returns a sentence if playing the workflow may call operations of a source description without
/// base URL at the target: it names the source and the option that gives its URL. The control
/// interface of a mock needs none.
[[nodiscard]] std::optional<std::string> missing_base_url(const workflow::Workflow& workflow,
                                                          const Target& target);

}  // namespace plumbline::runner
