#include "conformance/workflow/documents/read_documents.hpp"

#include "conformance/workflow/checks/checks.hpp"
#include "conformance/workflow/documents/source_descriptions.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

namespace plumbline::workflow {
namespace {

/// A document and its depth: the number of documents in the chain of references to it.
struct DocumentEntry {
    SharedDocument document;
    int depth;
    ProblemCollector problems;
    std::unique_ptr<Suite> suite;
    /// The documents of those sources whose workflows it uses, by their names.
    std::map<std::string, const DocumentEntry*> sources;
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
        for (const std::string& name : workflow.next_workflows()) add(name);
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
    void add(const SharedDocument& document, int depth) {
        documents_.push_back(std::make_unique<DocumentEntry>(
            DocumentEntry{document, depth, ProblemCollector(*document), nullptr, {}}));
    }

    void open_sources(DocumentEntry& user, const Loaders& loaders) {
        const std::set<std::string> used = used_sources(*user.suite);
        const DocumentNode root = DocumentNode::root(user.problems);
        for (const DocumentNode& node : root["sourceDescriptions"].elements()) {
            const Source* source = user.suite->find_source(node.text("name"));
            if (!source || source->type != kSuiteType || !used.contains(source->name)) continue;
            const auto document = open(*source, user, loaders);
            if (document) {
                user.sources[source->name] = *document;
            } else {
                report_unloaded(node, document.error(), ProblemSeverity::kError);
            }
        }
    }

    /// Returns the document that a source names.
    Result<const DocumentEntry*> open(const Source& source,
                                      const DocumentEntry& user,
                                      const Loaders& loaders) {
        if (!loaders.documents)
            return fail(ErrorCode::kUnsupported, "no other documents are available");
        auto document = loaders.documents(source.name, source.url, *user.document);
        if (!document) return fail(document.error());
        for (const auto& known : documents_) {
            if (known->document == *document) return known.get();
        }
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
        return documents_.back().get();
    }

    /// From now on the suites keep their addresses.
    void link() {
        for (const auto& one : documents_) {
            if (!one->suite) continue;
            for (Workflow& workflow : one->suite->workflows) workflow.suite = one->suite.get();
            for (Source& source : one->suite->sources) {
                const auto used = one->sources.find(source.name);
                if (used != one->sources.end()) source.suite = used->second->suite.get();
            }
        }
    }

    std::vector<std::unique_ptr<DocumentEntry>> documents_;
    std::size_t given_count_ = 0;
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
