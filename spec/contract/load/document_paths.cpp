#include "spec/contract/document_paths.hpp"

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/load/extensions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 1'000;
constexpr std::size_t kMaxVersionMember = 64;  // bytes of a JSON member's name and white space

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
            return fail(
                ErrorCode::kLimit,
                fmt::format(
                    "{} has more than {} files that may be API documents", folder, kMaxFiles),
                {},
                {"name the documents instead of the folder"});
        }
        files.push_back(entry->path().string());
    }
    if (trouble) return fail(ErrorCode::kIo, "cannot read " + folder + ": " + trouble.message());
    std::sort(files.begin(), files.end());
    return files;
}

/// Returns whether a line or a part of it is a member `openapi` or `swagger`.
bool begins_with_version(std::string_view text) {
    const bool is_quoted = text.starts_with('"') || text.starts_with('\'');
    if (is_quoted) text.remove_prefix(1);
    for (const std::string_view name : {"openapi", "swagger"}) {
        if (!text.starts_with(name)) continue;
        text.remove_prefix(name.size());
        if (is_quoted && !text.empty()) text.remove_prefix(1);
        return trimmed(text).starts_with(':');
    }
    return false;
}

/// Returns whether a text seems to be an OpenAPI document, without parsing it: a folder may have
/// files for other programs, and parts of documents.
bool is_openapi(std::string_view text, bool is_json) {
    if (!is_json) {
        const auto lines = split(text, '\n');
        return std::any_of(lines.begin(), lines.end(), begins_with_version);
    }
    for (std::size_t at = text.find('"'); at != std::string_view::npos;
         at = text.find('"', at + 1)) {
        if (begins_with_version(text.substr(at, kMaxVersionMember))) return true;
    }
    return false;
}

Result<std::vector<std::string>> openapi_documents_in(const std::string& folder) {
    auto candidates = candidates_in(folder);
    if (!candidates) return fail(candidates.error());
    std::vector<std::string> documents;
    for (const std::string& file : *candidates) {
        const auto text = read_file(file);
        if (!text) return fail(text.error());
        if (is_openapi(*text, file.ends_with(".json"))) documents.push_back(file);
    }
    if (documents.empty()) {
        return fail(ErrorCode::kInvalid,
                    folder + " has no OpenAPI document",
                    {},
                    {"expected *.yaml, *.yml or *.json files with the member \"openapi\""});
    }
    return documents;
}

/// Appends a file, unless it is there under another path.
void add_file(const std::string& file, std::vector<std::string>& files) {
    const bool is_known = std::any_of(files.begin(), files.end(), [&](const std::string& other) {
        std::error_code ignored;
        return fs::equivalent(file, other, ignored);
    });
    if (!is_known) files.push_back(file);
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
            add_file(path, found.user_files);
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
            for (const std::string& document : *documents) add_file(document, found.user_files);
        }
    }
    return found;
}

}  // namespace plumbline
