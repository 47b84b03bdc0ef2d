#include "conformance/app/load_suites.hpp"

#include "conformance/suites/embedded_suites.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuiteEnding = ".arazzo.yaml";
constexpr std::string_view kApiEnding = ".openapi.yaml";

bool ends_with(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

/// Returns the suites anywhere below `folder`, sorted by name. Errors: kIo.
Result<std::vector<std::string>> suites_below(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code problem;
    // The iterator is at its end once it failed: where it was must be kept.
    std::string last = folder;
    // No range-for: its ++ throws.
    for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        last = at->path().string();
        if (ends_with(last, kSuiteEnding)) found.push_back(last);
    }
    if (problem) {
        return fail(
            ErrorCode::kIo,
            "cannot look for suites in " + folder + ": at " + last + ": " + problem.message(),
            {},
            {"name the suites themselves, or a folder that can be read"});
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Replaces folders by the suites in them. Folders that cannot be read go into `diagnosis`.
std::vector<std::string> files_of(const std::vector<std::string>& given,
                                  workflow::Diagnosis& diagnosis) {
    std::vector<std::string> files;
    for (const std::string& path : given) {
        std::error_code problem;
        if (!fs::is_directory(path, problem)) {
            files.push_back(path);
            continue;
        }
        auto found = suites_below(path);
        if (found) {
            files.insert(files.end(), found->begin(), found->end());
        } else {
            diagnosis.errors.push_back(found.error());
        }
    }
    return files;
}

}  // namespace

workflow::SourceLoader source_loader(std::shared_ptr<const Contract> contract) {
    return [contract = std::move(contract)](
               const std::string& name,
               const std::string& url,
               const std::string& suite_file) -> Result<std::shared_ptr<const ApiDocument>> {
        const std::string file = fs::path(url).filename().string();
        for (const auto& document : contract->documents) {
            if (file == document->name() + std::string(kApiEnding)) return document;
        }
        if (url.find("://") != std::string::npos) {
            return fail(ErrorCode::kUnsupported,
                        "the source \"" + name + "\" must be a file, not " + url);
        }
        auto document = load_document((fs::path(suite_file).parent_path() / url).string());
        if (!document) return fail(document.error());
        return ApiDocument::load(name, std::move(*document));
    };
}

std::vector<Document> suite_documents(const std::vector<std::string>& files,
                                      workflow::Diagnosis& diagnosis) {
    std::vector<Document> documents;
    const auto keep = [&](Result<Document> document) {
        if (document) {
            documents.push_back(std::move(*document));
        } else {
            diagnosis.errors.push_back(document.error());
        }
    };
    if (files.empty()) {
        for (auto& document : embedded_suites()) keep(std::move(document));
        return documents;
    }
    const auto found = files_of(files, diagnosis);
    if (found.empty() && diagnosis.errors.empty()) {
        diagnosis.errors.push_back(
            {ErrorCode::kNotFound, "no suite (*.arazzo.yaml) in " + files.front(), {}, {}});
    }
    for (const std::string& file : found) keep(load_document(file));
    return documents;
}

LoadedSuites load_suites(const std::vector<std::string>& files,
                         const std::shared_ptr<const Contract>& contract) {
    LoadedSuites loaded;
    const auto sources = source_loader(contract);
    for (const Document& document : suite_documents(files, loaded.diagnosis)) {
        workflow::Loaded one = workflow::load_suite(document, sources);
        loaded.diagnosis.add(one.diagnosis);
        if (one.suite) loaded.suites.push_back(std::move(one.suite));
    }
    return loaded;
}

}  // namespace plumbline::app
