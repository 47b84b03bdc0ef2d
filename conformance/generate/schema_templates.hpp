#pragma once
// Templates of cases for schema keywords.

#include "conformance/generate/case_builder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::generate {

using KeywordNames = std::vector<std::string>;

/// Returns the template of a case about a keyword of a location; it verifies the requirements of
/// the contract there.
[[nodiscard]] CaseTemplate keyword_template(CaseBuilder& builder,
                                            const BodyLocation& location,
                                            std::string rule,
                                            const std::string& keyword);

/// Adds a case that replaces the value of a valid body (`good`, if given) by `bad`. It violates one
/// or several of the keywords.
void add_refused_case(CaseBuilder& builder,
                      const BodyLocation& location,
                      const std::string& rule,
                      const KeywordNames& keywords,
                      const Json& bad,
                      const SharedJson& good = nullptr);

/// Returns the template of a case that sends `value` (if null, the usual value) and finds it in the
/// response. Borrows `builder` and `location`.
[[nodiscard]] CaseTemplate accepted_template(CaseBuilder& builder,
                                             const BodyLocation& location,
                                             const std::string& rule,
                                             const std::string& keyword,
                                             const SharedJson& value = nullptr);
/// Adds that case; returns whether it was added.
bool add_accepted_case(CaseBuilder& builder,
                       const BodyLocation& location,
                       const std::string& rule,
                       const std::string& keyword,
                       const SharedJson& value = nullptr);

}  // namespace plumbline::generate
