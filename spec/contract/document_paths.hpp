#pragma once
// The files that `--documents` names, in all programs.

#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// API documents to use instead of the built-in ones: a contract in a folder, or documents of
/// users. None of both: the built-in ones.
struct DocumentPaths {
    std::string contract_folder;          ///< as for load_contract
    std::vector<std::string> user_files;  ///< OpenAPI documents
};

/// Finds the documents at `paths`. A file is a user's document. A folder with
/// extensions.schema.json is a contract; of another folder, the OpenAPI documents are users': the
/// YAML and JSON files with the member `openapi`, not in its subfolders. One file is used once.
/// Errors: kNotFound; kInvalid (a contract beside other documents, a folder without documents);
/// kLimit (over 1,000 files); those of reading it.
[[nodiscard]] Result<DocumentPaths> find_documents(const std::vector<std::string>& paths);

}  // namespace plumbline
