#pragma once
// The contract of a user's documents.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Returns the documents of users in a contract.
[[nodiscard]] std::vector<std::shared_ptr<const ApiDocument>> user_documents(
    const Contract& contract);

/// Loads a user's documents, with the control interface's. Errors: as ApiDocument::load; kInvalid
/// for two operations with one id or one path and method, and for documents without operations.
[[nodiscard]] Result<std::shared_ptr<const Contract>> load_user_contract(
    const std::vector<std::string>& files);

}  // namespace plumbline::mock
