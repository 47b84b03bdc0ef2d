#pragma once
// Spellings of operations that published suites use, but Arazzo does not define.

#include "conformance/workflow/documents/source_lookup.hpp"
#include "conformance/workflow/suite.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// An operation that such a text may mean, and its name as Arazzo spells it.
struct ToleratedTarget {
    SourceOperation target;
    std::string spelling;
};

/// Returns the operation that `NAME.OPERATION_ID` means, NAME being the longest name of a source
/// that fits.
[[nodiscard]] std::vector<ToleratedTarget> targets_by_id(const std::vector<Source>& sources,
                                                         std::string_view text);

/// Returns the operations that an operationPath without a source, or with its bare name or URL, may
/// mean: `/files/{name}`, `GET /files/{name}`, `/files/{name}/get`, `#/paths/~1files/get`,
/// `NAME#/paths/~1files/get`. More than one if the text is ambiguous.
[[nodiscard]] std::vector<ToleratedTarget> targets_by_path(const std::vector<Source>& sources,
                                                           std::string_view text);

}  // namespace plumbline::workflow
