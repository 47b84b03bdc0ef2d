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
/// extensions.schema.json is a contract; of another folder, the OpenAPI documents are users' (not
/// in its subfolders, and not the files that only have parts of documents). Errors: kNotFound;
/// kInvalid (a contract beside other documents, a folder without documents), those of reading it.
[[nodiscard]] Result<DocumentPaths> find_documents(const std::vector<std::string>& paths);

}  // namespace plumbline
