#include "conformance/app/load_suites.hpp"

#include "conformance/app/suite_sources.hpp"
#include "conformance/suites/embedded_suites.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/link_files.hpp"
#include "spec/json/foreign_document.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuiteEnding = ".arazzo.yaml";
constexpr std::string_view kJsonSuiteEnding = ".arazzo.json";
constexpr std::string_view kApiEnding = ".openapi.yaml";

using Api = std::shared_ptr<const ApiDocument>;

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
        if (last.ends_with(kSuiteEnding) || last.ends_with(kJsonSuiteEnding)) found.push_back(last);
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

/// Replaces folders by the suites in them. Folders that cannot be read go into `unread`.
std::vector<std::string> files_of(const std::vector<std::string>& given,
                                  std::vector<UnreadSuite>& unread) {
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

/// Opens sources for suites; a file that several suites name is read once.
class SourceReader {
  public:
    SourceReader(std::shared_ptr<const Contract> contract, SuiteOrigin origin)
        : contract_(std::move(contract)), origin_(origin) {}

    Result<Api> open(const std::string& name, const std::string& url, const fs::path& suite_file) {
        if (url.find("://") != std::string::npos) {
            return fail(ErrorCode::kUnsupported,
                        "the source \"" + name + "\" must be a file, not " + url);
        }
        const fs::path path = suite_file.parent_path() / url;
        std::error_code problem;
        const bool beside = origin_ == SuiteOrigin::kFiles && fs::exists(path, problem);
        if (beside) return read(name, path.lexically_normal().string());
        const bool is_plain = fs::path(url).filename() == url;
        const Api ours = contracts_own(fs::path(url).filename().string());
        if (ours && (is_plain || origin_ == SuiteOrigin::kBuiltIn)) return ours;
        std::vector<std::string> mend;
        if (ours)
            mend.push_back("write only " + ours->name() + std::string(kApiEnding) +
                           " for the document that is built in");
        return fail(ErrorCode::kNotFound,
                    "the source \"" + name + "\": there is no file " + path.string(),
                    {},
                    std::move(mend));
    }

  private:
    Api contracts_own(const std::string& file) const {
        for (const Api& document : contract_->documents) {
            if (file == document->name() + std::string(kApiEnding)) return document;
        }
        return nullptr;
    }

    Result<Api> read(const std::string& name, const std::string& path) {
        const auto known = read_.find({name, path});
        if (known != read_.end()) return known->second;
        auto api = load(name, path);
        if (api) read_.emplace(std::pair(name, path), *api);
        return api;
    }

    /// A file that is the same as the contract's own is that: our own suites name it by its path,
    /// so that other runners find it.
    Result<Api> load(const std::string& name, const std::string& path) const {
        const auto text = read_file(path);
        if (!text) return fail(text.error());
        Api ours = contracts_own(fs::path(path).filename().string());
        // To parse our own once more would cost a third of the start of a run.
        if (ours && ours->document().fingerprint == fingerprint(*text)) return ours;
        auto document = parse_foreign_document(*text, path);
        if (!document) return fail(document.error());
        if (ours && *ours->document().root == *document->root) return ours;
        auto loaded = ApiDocument::load(name, with_linked_files(*document, load_foreign_document));
        if (!loaded) return fail(loaded.error());
        return *std::move(loaded);
    }

    std::shared_ptr<const Contract> contract_;
    SuiteOrigin origin_;
    std::map<std::pair<std::string, std::string>, Api> read_;
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
            read.unread.push_back({path, document.error()});
        }
    };
    if (files.empty()) {
        for (auto& document : embedded_suites()) keep("", std::move(document));
        return read;
    }
    const auto found = files_of(files, read.unread);
    if (found.empty() && read.unread.empty()) {
        const std::string message = "no suite (*.arazzo.yaml or *.arazzo.json) in " + files.front();
        read.unread.push_back({files.front(), {ErrorCode::kNotFound, message, {}, {}}});
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
    for (UnreadSuite& unread : read.unread)
        loaded.diagnosis.errors.push_back(std::move(unread.error));
    auto all = workflow::load_all(
        read.documents,
        {source_loader(contract, origin), document_loader(read.documents, origin)},
        options);
    loaded.suites = std::move(all.suites);
    loaded.diagnosis.add(all.diagnosis);
    return loaded;
}

Result<void> add_generated(const generate::Selection& selection,
                           const std::shared_ptr<const Contract>& contract,
                           LeftOut meaning,
                           LoadedSuites& loaded) {
    auto generated = generate::generate(*contract, selection);
    if (!generated) return fail(generated.error());
    const auto sources = source_loader(contract, SuiteOrigin::kBuiltIn);
    for (const Document& document : generated->documents) {
        workflow::Loaded one = workflow::load_suite(document, sources);
        loaded.diagnosis.add(one.diagnosis);
        if (one.suite) loaded.suites.push_back(std::move(one.suite));
    }
    workflow::Diagnosis& diagnosis = loaded.diagnosis;
    auto& told = meaning == LeftOut::kError ? diagnosis.errors : diagnosis.warnings;
    for (Error& one : generated->left_out) {
        one.message.insert(0, "left out of the generated scenarios: ");
        told.push_back(std::move(one));
    }
    return {};
}

}  // namespace plumbline::app
