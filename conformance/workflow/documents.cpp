#include "conformance/workflow/examine.hpp"
#include "conformance/workflow/references.hpp"
#include "conformance/workflow/sources.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// A document that is read, and over how many others it was reached.
struct Reached {
    SharedDocument document;
    int depth;
    Problems problems;
    std::unique_ptr<Suite> suite;
};

/// Returns the sources whose workflows a suite names; others are not read, so they do no harm.
std::set<std::string> used_sources(const Suite& suite) {
    std::set<std::string> used;
    const auto add = [&](const std::string& workflow) {
        if (const auto foreign = foreign_workflow(workflow)) used.insert(foreign->source);
    };
    for (const Workflow& workflow : suite.workflows) {
        for (const Dependency& needed : workflow.depends_on) add(needed.workflow);
        for (const Step& step : workflow.steps) {
            add(step.workflow);
            for (const Action& action : step.on_success) add(action.workflow);
            for (const Action& action : step.on_failure) add(action.workflow);
        }
    }
    return used;
}

/// The documents of one loading.
class Library {
  public:
    void read(const std::vector<SharedDocument>& given,
              const Loaders& loaders,
              const LoadOptions& options) {
        for (const SharedDocument& document : given) add(document, 0);
        given_ = documents_.size();
        // It grows while sources are found.
        for (std::size_t next = 0; next < documents_.size();) {
            Reached& one = *documents_[next++];
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
            check_handed_inputs(*one->suite, one->problems);
            check_uses(*one->suite, one->problems);
            check_answer_schemas(*one->suite, one->problems);
            suites.push_back(one->suite.get());
        }
        const auto note = [&](Severity severity, const Error& error, const Suite& suite) {
            for (const auto& one : documents_)
                if (one->suite.get() == &suite) one->problems.add(severity, error);
        };
        check_circles({suites.begin(), suites.end()}, note);
        complete(suites);
    }

    /// Hands over what came to light. Each suite keeps all of them, since they point to one
    /// another, in circles if they like.
    std::vector<Examined> take() {
        const auto shelf = std::make_shared<std::vector<std::unique_ptr<Suite>>>();
        std::vector<Examined> results;
        for (const auto& one : documents_) {
            Suite* suite = one->suite.get();
            shelf->push_back(std::move(one->suite));
            results.push_back({one->document,
                               suite ? std::shared_ptr<Suite>(shelf, suite) : nullptr,
                               one->problems.sorted()});
        }
        return results;
    }

  private:
    /// A use of a source: what is to be linked once all is read.
    struct Use {
        Source* source;
        std::size_t document;
    };

    void add(const SharedDocument& document, int depth) {
        documents_.push_back(
            std::make_unique<Reached>(Reached{document, depth, Problems(*document), nullptr}));
    }

    void open_sources(Reached& user, const Loaders& loaders) {
        const Node root{user.document->root.get(), ""};
        const std::set<std::string> used = used_sources(*user.suite);
        for (const Node& node : elements_at(root, "sourceDescriptions")) {
            const std::string name = text_at(node, "name");
            const auto source = std::find_if(user.suite->sources.begin(),
                                             user.suite->sources.end(),
                                             [&](const Source& one) { return one.name == name; });
            const bool is_wanted = source != user.suite->sources.end() && used.contains(name) &&
                                   source->type == kSuiteType;
            if (!is_wanted) continue;
            auto document = open(*source, user, loaders);
            if (document) {
                uses_.push_back({&*source, *document});
                continue;
            }
            user.problems.add(
                Severity::kError,
                document.error().code,
                node.pointer + "/url",
                fmt::format("source description {} cannot be loaded from {}", name, source->url),
                to_text(document.error()));
        }
    }

    /// Returns the index of the document that a source leads to.
    Result<std::size_t> open(const Source& source, const Reached& user, const Loaders& loaders) {
        if (!loaders.documents)
            return fail(ErrorCode::kUnsupported, "there are no other documents here");
        auto document = loaders.documents(source.name, source.url, *user.document);
        if (!document) return fail(document.error());
        const auto known = std::find_if(documents_.begin(), documents_.end(), [&](const auto& one) {
            return one->document == *document;
        });
        if (known != documents_.end()) return static_cast<std::size_t>(known - documents_.begin());
        if (documents_.size() - given_ >= kMaxSourceDocuments) {
            return fail(
                ErrorCode::kLimit,
                fmt::format("more than {} documents are named by others", kMaxSourceDocuments),
                {},
                {"put workflows that belong together into one document"});
        }
        if (user.depth >= kMaxSourceDepth) {
            return fail(
                ErrorCode::kLimit,
                fmt::format("documents name one another more than {} deep", kMaxSourceDepth),
                {},
                {"name the document nearer to those that are given to plumbline"});
        }
        add(*document, user.depth + 1);
        return documents_.size() - 1;
    }

    /// Suites stay where they are from now on.
    void link() {
        for (const Use& use : uses_) use.source->suite = documents_[use.document]->suite.get();
        for (const auto& one : documents_) {
            if (!one->suite) continue;
            for (Workflow& workflow : one->suite->workflows) workflow.suite = one->suite.get();
        }
    }

    std::vector<std::unique_ptr<Reached>> documents_;
    std::size_t given_ = 0;
    std::vector<Use> uses_;
};

}  // namespace

std::vector<Examined> examine(const std::vector<SharedDocument>& given,
                              const Loaders& loaders,
                              const LoadOptions& options) {
    Library library;
    library.read(given, loaders, options);
    library.check();
    return library.take();
}

}  // namespace plumbline::workflow
