#pragma once
// The documents and the ledger that a command names.

#include "conformance/app/options.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::app {

/// Returns the contract in the folder of --documents, else the built-in one: the suites name the
/// documents of users. Errors: those of find_documents and load_contract.
[[nodiscard]] Result<std::shared_ptr<const Contract>> load_named_contract(
    const ContractFiles& files);
/// Returns the requirements of --ledger, else those of the contract; a contract in a folder without
/// ledger.yaml and documents of users have none. Errors: those of find_documents and load_ledger.
[[nodiscard]] Result<Ledger> load_named_ledger(const ContractFiles& files);
/// Returns the files of the documents of users that --documents names; none if they cannot be
/// found: load_named_contract reports why.
[[nodiscard]] std::vector<std::string> user_documents(const ContractFiles& files);
/// Checks that documents or requirements of users come with suites. Errors: those of
/// find_documents; kUsage.
[[nodiscard]] Result<void> check_has_suites(const ContractFiles& files,
                                            const std::vector<std::string>& suites);
/// Returns whether a document is that of one of the files.
[[nodiscard]] bool is_in(const std::vector<std::string>& files, const ApiDocument& document);

}  // namespace plumbline::app
