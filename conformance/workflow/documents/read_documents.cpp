#include "conformance/workflow/documents/read_documents.hpp"

#include "conformance/workflow/checks/checks.hpp"
#include "conformance/workflow/documents/source_descriptions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// A document and its depth: the number of documents in the chain of references to it.
struct DocumentEntry {
    SharedDocument document;
    int depth;
    ProblemCollector problems;
    std::unique_ptr<Suite> suite;
};

/// Returns the sources whose workflows a suite names. Other sources are not read, so their errors
/// do not matter.
std::set<std::string> used_sources(const Suite& suite) {
    std::set<std::string> used;
    const auto add = [&](const std::string& workflow) {
        if (const auto foreign = parse_foreign_workflow(workflow)) used.insert(foreign->source);
    };
    for (const Workflow& workflow : suite.workflows) {
        for (const WorkflowDependency& needed : workflow.depends_on) add(needed.workflow);
        for (const Step& step : workflow.steps) {
            add(step.workflow);
            for (const Action& action : step.on_success) add(action.workflow);
            for (const Action& action : step.on_failure) add(action.workflow);
        }
    }
    return used;
}

/// The documents of one load.
class DocumentSet {
  public:
    void read(const std::vector<SharedDocument>& documents,
              const Loaders& loaders,
              const LoadOptions& options) {
        for (const SharedDocument& document : documents) add(document, 0);
        given_count_ = documents_.size();
        // The list grows while sources are found.
        for (std::size_t next = 0; next < documents_.size();) {
            DocumentEntry& one = *documents_[next++];
            one.suite = read_document(loaders.apis, options, one.problems);
            if (one.suite) open_sources(one, loaders);
        }
        link();
    }

    void check() {
        std::vector<Suite*> suites;
        for (const auto& one : documents_) {
            if (!one->suite) continue;
            check_targets(*one->suite, one->problems);
            check_passed_inputs(*one->suite, one->problems);
            check_expression_uses(*one->suite, one->problems);
            check_response_schemas(*one->suite, one->problems);
            suites.push_back(one->suite.get());
        }
        const auto report = [&](ProblemSeverity severity, const Error& error, const Suite& suite) {
            for (const auto& one : documents_)
                if (one->suite.get() == &suite) one->problems.add(severity, error);
        };
        check_cycles({suites.begin(), suites.end()}, report);
        derive_workflow_properties(suites);
    }

    /// Returns the results. Each suite owns all of them, since they point to one another, possibly
    /// in cycles.
    std::vector<DocumentResult> take() {
        const auto owner = std::make_shared<std::vector<std::unique_ptr<Suite>>>();
        std::vector<DocumentResult> results;
        for (const auto& one : documents_) {
            Suite* suite = one->suite.get();
            owner->push_back(std::move(one->suite));
            results.push_back({one->document,
                               suite ? std::shared_ptr<Suite>(owner, suite) : nullptr,
                               one->problems.sorted()});
        }
        return results;
    }

  private:
    /// A source that is linked to its document after all documents are read.
    struct SourceLink {
        Source* source;
        std::size_t document;
    };

    void add(const SharedDocument& document, int depth) {
        documents_.push_back(std::make_unique<DocumentEntry>(
            DocumentEntry{document, depth, ProblemCollector(*document), nullptr}));
    }

    void open_sources(DocumentEntry& user, const Loaders& loaders) {
        const DocumentNode root{user.document->root.get(), ""};
        const std::set<std::string> used = used_sources(*user.suite);
        for (const DocumentNode& node : elements_at(root, "sourceDescriptions")) {
            const std::string name = text_at(node, "name");
            const auto source = std::find_if(user.suite->sources.begin(),
                                             user.suite->sources.end(),
                                             [&](const Source& one) { return one.name == name; });
            const bool is_used = source != user.suite->sources.end() && used.contains(name) &&
                                 source->type == kSuiteType;
            if (!is_used) continue;
            auto document = open(*source, user, loaders);
            if (document) {
                links_.push_back({&*source, *document});
                continue;
            }
            user.problems.add(
                ProblemSeverity::kError,
                document.error().code,
                node.pointer + "/url",
                fmt::format("source description {} cannot be loaded from {}", name, source->url),
                to_text(document.error()));
        }
    }

    /// Returns the index of the document that a source names.
    Result<std::size_t> open(const Source& source,
                             const DocumentEntry& user,
                             const Loaders& loaders) {
        if (!loaders.documents)
            return fail(ErrorCode::kUnsupported, "no other documents are available");
        auto document = loaders.documents(source.name, source.url, *user.document);
        if (!document) return fail(document.error());
        const auto known = std::find_if(documents_.begin(), documents_.end(), [&](const auto& one) {
            return one->document == *document;
        });
        if (known != documents_.end()) return static_cast<std::size_t>(known - documents_.begin());
        if (documents_.size() - given_count_ >= kMaxSourceDocuments) {
            return fail(
                ErrorCode::kLimit,
                fmt::format("other documents name more than {} documents", kMaxSourceDocuments),
                {},
                {"put related workflows into one document"});
        }
        if (user.depth >= kMaxSourceDepth) {
            return fail(
                ErrorCode::kLimit,
                fmt::format("documents refer to one another more than {} deep", kMaxSourceDepth),
                {},
                {"name the document in one that is given to plumbline"});
        }
        add(*document, user.depth + 1);
        return documents_.size() - 1;
    }

    /// From now on the suites keep their addresses.
    void link() {
        for (const SourceLink& use : links_)
            use.source->suite = documents_[use.document]->suite.get();
        for (const auto& one : documents_) {
            if (!one->suite) continue;
            for (Workflow& workflow : one->suite->workflows) workflow.suite = one->suite.get();
        }
    }

    std::vector<std::unique_ptr<DocumentEntry>> documents_;
    std::size_t given_count_ = 0;
    std::vector<SourceLink> links_;
};

}  // namespace

std::vector<DocumentResult> read_documents(const std::vector<SharedDocument>& documents,
                                           const Loaders& loaders,
                                           const LoadOptions& options) {
    DocumentSet library;
    library.read(documents, loaders, options);
    library.check();
    return library.take();
}

}  // namespace plumbline::workflow
