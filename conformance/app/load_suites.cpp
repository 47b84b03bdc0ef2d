#include "conformance/app/load_suites.hpp"

#include "conformance/app/embedded_suites.hpp"
#include "conformance/app/suite_sources.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/external_document.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuiteSuffix = ".arazzo.yaml";
constexpr std::string_view kJsonSuiteSuffix = ".arazzo.json";
constexpr std::string_view kApiSuffix = ".openapi.yaml";

using SharedApi = std::shared_ptr<const ApiDocument>;

/// Returns all suites in `folder` and its subfolders, sorted by name. Errors: kIo.
Result<std::vector<std::string>> suites_below(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code problem;
    // A failed iterator is at its end, so its last position is stored for the message.
    std::string last = folder;
    // A range-for would throw on failure.
    for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        last = at->path().string();
        if (last.ends_with(kSuiteSuffix) || last.ends_with(kJsonSuiteSuffix)) found.push_back(last);
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

/// Replaces folders by the suites in them. Adds folders that cannot be read to `unread`.
std::vector<std::string> expand_folders(const std::vector<std::string>& given,
                                        std::vector<UnreadableSuite>& unread) {
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
            unread.push_back({path, found.error()});
        }
    }
    return files;
}

/// Opens sources of suites; a file that several suites name is read once.
class SourceReader {
  public:
    SourceReader(std::shared_ptr<const Contract> contract, SuiteOrigin origin)
        : contract_(std::move(contract)), origin_(origin) {}

    Result<SharedApi> open(const std::string& name,
                           const std::string& url,
                           const fs::path& suite_file) {
        if (url.find("://") != std::string::npos) {
            return fail(ErrorCode::kUnsupported,
                        "the source \"" + name + "\" must be a file, not " + url);
        }
        const fs::path path = suite_file.parent_path() / url;
        std::error_code problem;
        const bool beside = origin_ == SuiteOrigin::kFiles && fs::exists(path, problem);
        if (beside) return read(name, path.lexically_normal().string());
        const bool is_plain = fs::path(url).filename() == url;
        const SharedApi ours = contract_document(fs::path(url).filename().string());
        if (ours && (is_plain || origin_ == SuiteOrigin::kBuiltIn)) return ours;
        std::vector<std::string> fixes;
        if (ours)
            fixes.push_back("write only " + ours->name() + std::string(kApiSuffix) +
                            " for the built-in document");
        return fail(ErrorCode::kNotFound,
                    "the source \"" + name + "\": there is no file " + path.string(),
                    {},
                    std::move(fixes));
    }

  private:
    SharedApi contract_document(const std::string& file) const {
        for (const SharedApi& document : contract_->documents) {
            if (file == document->name() + std::string(kApiSuffix)) return document;
        }
        return nullptr;
    }

    Result<SharedApi> read(const std::string& name, const std::string& path) {
        const auto known = cache_.find({name, path});
        if (known != cache_.end()) return known->second;
        auto api = load(name, path);
        if (api) cache_.emplace(std::pair(name, path), *api);
        return api;
    }

    /// A file with the same content as a document of the contract is treated as that document: the
    /// built-in suites name it by its path, so that other runners find it.
    Result<SharedApi> load(const std::string& name, const std::string& path) const {
        const auto text = read_file(path);
        if (!text) return fail(text.error());
        SharedApi ours = contract_document(fs::path(path).filename().string());
        // Parsing the built-in document again would take a third of the start-up time of a run.
        if (ours && ours->document().fingerprint == fingerprint(*text)) return ours;
        auto document = parse_external_document(*text, path);
        if (!document) return fail(document.error());
        if (ours && *ours->document().root == *document->root) return ours;
        auto loaded = ApiDocument::load(name, with_linked_files(*document, load_external_document));
        if (!loaded) return fail(loaded.error());
        return *std::move(loaded);
    }

    std::shared_ptr<const Contract> contract_;
    SuiteOrigin origin_;
    std::map<std::pair<std::string, std::string>, SharedApi> cache_;
};

}  // namespace

SuiteOrigin origin_of(const std::vector<std::string>& files) {
    return files.empty() ? SuiteOrigin::kBuiltIn : SuiteOrigin::kFiles;
}

workflow::SourceLoader source_loader(std::shared_ptr<const Contract> contract, SuiteOrigin origin) {
    auto reader = std::make_shared<SourceReader>(std::move(contract), origin);
    return [reader](const std::string& name, const std::string& url, const std::string& suite) {
        return reader->open(name, url, suite);
    };
}

SuiteFiles suite_documents(const std::vector<std::string>& files) {
    SuiteFiles read;
    const auto keep = [&](const std::string& path, Result<Document> document) {
        if (document) {
            read.documents.push_back(std::make_shared<const Document>(std::move(*document)));
        } else {
            read.unreadable.push_back({path, document.error()});
        }
    };
    if (files.empty()) {
        for (auto& document : embedded_suites()) keep("", std::move(document));
        return read;
    }
    const auto found = expand_folders(files, read.unreadable);
    if (found.empty() && read.unreadable.empty()) {
        const std::string message = "no suite (*.arazzo.yaml or *.arazzo.json) in " + files.front();
        read.unreadable.push_back({files.front(), {ErrorCode::kNotFound, message, {}, {}}});
    }
    for (const std::string& file : found) keep(file, load_document(file));
    return read;
}

LoadedSuites load_suites(const std::vector<std::string>& files,
                         const std::shared_ptr<const Contract>& contract,
                         const workflow::LoadOptions& options) {
    LoadedSuites loaded;
    const SuiteOrigin origin = origin_of(files);
    SuiteFiles read = suite_documents(files);
    for (UnreadableSuite& unread : read.unreadable)
        loaded.diagnosis.errors.push_back(std::move(unread.error));
    auto all = workflow::load_all(
        read.documents,
        {source_loader(contract, origin), document_loader(read.documents, origin)},
        options);
    loaded.suites = std::move(all.suites);
    loaded.diagnosis.add(all.diagnostics);
    return loaded;
}

Result<void> add_generated(const generate::GenerateOptions& options,
                           const std::shared_ptr<const Contract>& contract,
                           OmissionLevel level,
                           LoadedSuites& loaded) {
    auto generated = generate::generate_suites(*contract, options);
    if (!generated) return fail(generated.error());
    const auto sources = source_loader(contract, SuiteOrigin::kBuiltIn);
    for (const Document& document : generated->documents) {
        workflow::SuiteLoadResult one = workflow::load_suite(document, sources);
        loaded.diagnosis.add(one.diagnostics);
        if (one.suite) loaded.suites.push_back(std::move(one.suite));
    }
    workflow::Diagnostics& diagnosis = loaded.diagnosis;
    auto& problems = level == OmissionLevel::kError ? diagnosis.errors : diagnosis.warnings;
    for (Error& one : generated->omissions) {
        one.message.insert(0, "omitted from the generated scenarios: ");
        problems.push_back(std::move(one));
    }
    return {};
}

}  // namespace plumbline::app
