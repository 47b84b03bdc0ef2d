#pragma once
// The fixtures that a mock of an API document needs, made from the document alone.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// The name of the only world among inferred fixtures.
inline constexpr const char* kInferredWorld = "empty";

/// Returns operations.json and worlds/empty.json for API documents, by path, as text to edit:
/// collections and operations as infer_resources finds them.
[[nodiscard]] std::map<std::string, std::string> inferred_fixture_texts(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

/// Returns the same as documents. Errors: none, unless the documents are beyond the limits of JSON
/// texts.
[[nodiscard]] Result<std::map<std::string, Document>> inferred_fixtures(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

/// Returns a table of the operations of API documents, for people: what each does and why it is
/// thought to.
[[nodiscard]] std::string inference_text(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

}  // namespace plumbline::mock
