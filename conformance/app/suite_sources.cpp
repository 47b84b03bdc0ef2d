#include "conformance/app/suite_sources.hpp"

#include "conformance/workflow/base_file.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using workflow::SharedDocument;

/// The same text for the same file, however it is written.
std::string file_key(const fs::path& path) {
    std::error_code problem;
    const fs::path whole = fs::weakly_canonical(path, problem);
    return (problem ? path.lexically_normal() : whole).string();
}

/// Thread: one at a time.
class DocumentReader {
  public:
    DocumentReader(const std::vector<SharedDocument>& given, SuiteOrigin origin) : origin_(origin) {
        for (const SharedDocument& document : given) keep(document);
    }

    Result<SharedDocument> open(const std::string& name,
                                const std::string& url,
                                const Document& referrer) {
        const std::string self = workflow::self_url(referrer);
        const std::string named = self.empty() ? url : workflow::beside_url(self, url);
        if (const auto known = known_.find(named); known != known_.end()) {
            const auto rival = rivals_.find(named);
            if (rival == rivals_.end()) return known->second;
            return fail(ErrorCode::kInvalid,
                        "the source \"" + name + "\": two documents have the `$self` " + named +
                            ": " + known->second->file + " and " + rival->second->file,
                        {},
                        {"give only one of them, or give one a `$self` of its own"});
        }
        if (url.find("://") != std::string::npos) {
            return fail(ErrorCode::kUnsupported,
                        "the source \"" + name + "\" must be a file, not " + url,
                        {},
                        {"give the document to plumbline as well: it is known by its `$self`"});
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
                 "is a file"});
        }
        auto document = load_document(path.lexically_normal().string());
        if (!document) return fail(document.error());
        const auto read = std::make_shared<const Document>(std::move(*document));
        keep(read);
        return read;
    }

  private:
    /// The first that goes by a name keeps it; who asks for what two claim is told.
    void keep(const SharedDocument& document) {
        known_.emplace(file_key(document->file), document);
        known_.emplace(file_key(workflow::base_file(*document)), document);
        const std::string self = workflow::self_url(*document);
        if (self.empty()) return;
        const auto [known, is_new] = known_.emplace(self, document);
        if (!is_new && file_key(known->second->file) != file_key(document->file))
            rivals_.emplace(self, document);
    }

    SuiteOrigin origin_;
    std::map<std::string, SharedDocument> known_;
    std::map<std::string, SharedDocument> rivals_;  ///< the second document of a `$self`
};

}  // namespace

workflow::DocumentLoader document_loader(const std::vector<SharedDocument>& given,
                                         SuiteOrigin origin) {
    auto reader = std::make_shared<DocumentReader>(given, origin);
    return [reader](const std::string& name, const std::string& url, const Document& referrer) {
        return reader->open(name, url, referrer);
    };
}

}  // namespace plumbline::app
