#include "spec/contract/document_paths.hpp"

#include "spec/contract/load/extensions.hpp"
#include "spec/json/access.hpp"
#include "spec/json/external_document.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 10'000;

bool may_be_document(const fs::path& path) {
    constexpr std::array<std::string_view, 3> kExtensions{".yaml", ".yml", ".json"};
    return std::find(kExtensions.begin(), kExtensions.end(), path.extension().string()) !=
           kExtensions.end();
}

/// Returns the files of a folder that may be documents, sorted by name.
Result<std::vector<std::string>> candidates_in(const std::string& folder) {
    std::error_code trouble;
    std::vector<std::string> files;
    fs::directory_iterator entry(folder, trouble);
    for (; !trouble && entry != fs::directory_iterator(); entry.increment(trouble)) {
        std::error_code ignored;
        if (!entry->is_regular_file(ignored) || !may_be_document(entry->path())) continue;
        if (files.size() == kMaxFiles) {
            return fail(ErrorCode::kLimit,
                        folder + " has more than 10,000 files that may be API documents",
                        {},
                        {"name the documents instead of the folder"});
        }
        files.push_back(entry->path().string());
    }
    if (trouble) return fail(ErrorCode::kIo, "cannot read " + folder + ": " + trouble.message());
    std::sort(files.begin(), files.end());
    return files;
}

Result<std::vector<std::string>> openapi_documents_in(const std::string& folder) {
    auto candidates = candidates_in(folder);
    if (!candidates) return fail(candidates.error());
    std::vector<std::string> documents;
    for (const std::string& file : *candidates) {
        const auto document = load_external_document(file);
        if (!document) return fail(document.error());
        const Json& root = *document->root;
        if (member(root, "openapi") || member(root, "swagger")) documents.push_back(file);
    }
    if (documents.empty()) {
        return fail(ErrorCode::kInvalid,
                    folder + " has no OpenAPI document",
                    {},
                    {"expected *.yaml, *.yml or *.json files with the member \"openapi\""});
    }
    return documents;
}

}  // namespace

Result<DocumentPaths> find_documents(const std::vector<std::string>& paths) {
    DocumentPaths found;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!fs::exists(path, ignored)) {
            return fail(ErrorCode::kNotFound,
                        path + " does not exist",
                        {},
                        {"expected an OpenAPI document, or a folder of documents"});
        }
        if (!fs::is_directory(path, ignored)) {
            found.user_files.push_back(path);
        } else if (has_extensions(path)) {
            if (paths.size() > 1) {
                return fail(
                    ErrorCode::kInvalid,
                    path + " is a contract with keywords of its own, beside other documents",
                    {},
                    {"name the contract alone, or the documents without extensions.schema.json"});
            }
            found.contract_folder = path;
        } else {
            auto documents = openapi_documents_in(path);
            if (!documents) return fail(documents.error());
            found.user_files.insert(found.user_files.end(), documents->begin(), documents->end());
        }
    }
    return found;
}

}  // namespace plumbline
