#include "conformance/app/suite_sources.hpp"

#include "conformance/workflow/read_suites.hpp"
#include "spec/json/external_document.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using workflow::SharedDocument;

/// Returns the same key for all spellings of a file's path.
std::string file_key(const fs::path& path) {
    std::error_code problem;
    const fs::path whole = fs::weakly_canonical(path, problem);
    return (problem ? path.lexically_normal() : whole).string();
}

std::string remedy(const std::string& source) {
    return "--source " + source + "=FILE";
}

/// Reads documents and caches them. Not thread-safe: nothing guards the cache.
class DocumentReader {
  public:
    DocumentReader(const std::vector<SharedDocument>& documents, SuiteOrigin origin)
        : origin_(origin) {
        for (const SharedDocument& document : documents) add(document);
    }

    Result<SharedDocument> open(const std::string& name,
                                const std::string& url,
                                const Document& referrer) {
        const std::string self = workflow::self_url(referrer);
        const std::string named = self.empty() ? url : workflow::resolve_url(self, url);
        if (const auto known = known_.find(named); known != known_.end()) {
            const auto duplicate = duplicates_.find(named);
            if (duplicate == duplicates_.end()) return known->second;
            return fail(ErrorCode::kInvalid,
                        "the source \"" + name + "\": two documents have the `$self` " + named +
                            ": " + known->second->file + " and " + duplicate->second->file,
                        {},
                        {"pass only one of them, or change the `$self` of one"});
        }
        if (url.find("://") != std::string::npos) {
            return fail(ErrorCode::kUnsupported,
                        "the source \"" + name + "\" must be a file, not " + url,
                        {},
                        {"also pass the document to plumbline: it is found by its `$self`; or "
                         "name its file: " +
                         remedy(name)});
        }
        const fs::path path = fs::path(workflow::base_file(referrer)).parent_path() / url;
        const std::string key = file_key(path);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        std::error_code problem;
        if (origin_ == SuiteOrigin::kBuiltIn || !fs::is_regular_file(path, problem)) {
            return fail(
                ErrorCode::kNotFound,
                "the source \"" + name + "\": there is no file " + path.lexically_normal().string(),
                {},
                {"write its `url` relative to this document, or to its `$self` where that "
                 "is a file; or name it: " +
                 remedy(name)});
        }
        auto document = load_noted_document(path.lexically_normal().string());
        if (!document) return fail(document.error());
        const auto read = std::make_shared<const Document>(std::move(*document));
        add(read);
        return read;
    }

  private:
    /// The first document with a key is used; an ambiguous `$self` is reported when it is opened.
    void add(const SharedDocument& document) {
        known_.emplace(file_key(document->file), document);
        known_.emplace(file_key(workflow::base_file(*document)), document);
        const std::string self = workflow::self_url(*document);
        if (self.empty()) return;
        const auto [known, is_new] = known_.emplace(self, document);
        if (!is_new && file_key(known->second->file) != file_key(document->file))
            duplicates_.emplace(self, document);
    }

    SuiteOrigin origin_;
    std::map<std::string, SharedDocument> known_;
    std::map<std::string, SharedDocument>
        duplicates_;  ///< the second document with the same `$self`
};

}  // namespace

workflow::DocumentLoader document_loader(const std::vector<SharedDocument>& documents,
                                         SuiteOrigin origin) {
    auto reader = std::make_shared<DocumentReader>(documents, origin);
    return [reader](const std::string& name, const std::string& url, const Document& referrer) {
        return reader->open(name, url, referrer);
    };
}

}  // namespace plumbline::app
