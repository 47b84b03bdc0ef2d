#include "conformance/workflow/load.hpp"

#include "conformance/workflow/documents/read_documents.hpp"
#include "conformance/workflow/documents/source_descriptions.hpp"
#include "conformance/workflow/readers/readers.hpp"
#include "conformance/workflow/structure/structure_check.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace plumbline::workflow {
namespace {

/// Returns the name of a suite: `suites/lifecycle.arazzo.yaml` → `lifecycle`.
std::string suite_name(const std::string& file) {
    std::string_view name = std::string_view(file).substr(file.find_last_of('/') + 1);
    for (const std::string_view ending : {".yaml", ".yml", ".json", ".arazzo"}) {
        if (name.size() > ending.size() && name.ends_with(ending))
            name.remove_suffix(ending.size());
    }
    return std::string(name);
}

/// Returns whether the text after `1.0.` conforms to the published schema: `1` or `1-rc2`.
bool is_patch_version(std::string_view text) {
    const auto after = std::find_if_not(
        text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    const auto rest = text.substr(static_cast<std::size_t>(after - text.begin()));
    return after != text.begin() && (rest.empty() || (rest.size() > 1 && rest.front() == '-'));
}

/// Returns whether the version is supported; the patch number is ignored, as Arazzo requires.
bool check_version(const DocumentNode& root) {
    const DocumentNode node = root["arazzo"];
    const std::string version = node.text();
    if (version.starts_with("1.0.") || version.starts_with("1.1.")) {
        if (!is_patch_version(std::string_view(version).substr(4)))
            node.nonconforming(fmt::format("{} is not a version of Arazzo", version),
                               fmt::format("write `arazzo: {}0`", version.substr(0, 4)));
        return true;
    }
    const DocumentNode& place = node.exists() ? node : root;
    place.error(version.empty() ? "this is not an Arazzo document"
                                : fmt::format("Arazzo {} is not supported", version),
                "begin it with `arazzo: 1.1.0` (1.0 and 1.1 are supported)",
                version.empty() ? ErrorCode::kInvalid : ErrorCode::kUnsupported);
    return false;
}

/// `$self` is the URI of the whole document. Source: Arazzo 1.1, "Arazzo Description".
void check_self(const DocumentNode& node) {
    if (node.text().find('#') == std::string::npos) return;
    node.nonconforming(fmt::format("$self {} has a fragment", node.text()),
                       "remove the part from `#` on: $self names the whole document");
}

Suite read_suite(const DocumentNode& root,
                 const std::vector<Source>& sources,
                 const LoadOptions& options) {
    SchemaCompiler input_schemas = compiler_of_inputs(root);
    const ReadingContext reading{sources, input_schemas, options};
    Suite suite;
    suite.file = root.problems->document().file;
    suite.name = suite_name(suite.file);
    suite.self = root.text("$self");
    suite.title = root["info"].text("title");
    const DocumentNode components = root["components"];
    suite.components =
        std::make_shared<const Json>(components.exists() ? *components.value : Json::object());
    suite.sources = sources;
    for (const DocumentNode& node : root["workflows"].elements()) {
        if (!node.value->is_object()) continue;
        Workflow workflow = read_workflow(reading, node);
        if (workflow.name.empty()) workflow.name = suite.name + '/' + workflow.id;
        suite.add_workflow(std::move(workflow));
    }
    return suite;
}

/// Sorts problems for a run, which continues after those that only lint reports as errors.
Diagnostics run_diagnostics(std::vector<SuiteProblem> problems) {
    Diagnostics diagnosis;
    for (SuiteProblem& problem : problems) {
        if (problem.severity == ProblemSeverity::kError ||
            problem.severity == ProblemSeverity::kUnavailable) {
            diagnosis.errors.push_back(std::move(problem.error));
        } else if (problem.severity != ProblemSeverity::kSuggestion) {
            diagnosis.warnings.push_back(std::move(problem.error));
        }
    }
    return diagnosis;
}

}  // namespace

std::unique_ptr<Suite> read_document(const SourceLoader& apis,
                                     const LoadOptions& options,
                                     ProblemCollector& problems) {
    const DocumentNode root = DocumentNode::root(problems);
    for (const Error& departure : problems.document().departures)
        problems.add(ProblemSeverity::kWarning, departure);
    if (!check_version(root)) return nullptr;
    check_structure(root);
    check_self(root["$self"]);
    const auto sources = read_source_descriptions(root, apis);
    return std::make_unique<Suite>(read_suite(root, sources, options));
}

SuiteSet load_all(const std::vector<SharedDocument>& documents,
                  const Loaders& loaders,
                  const LoadOptions& options) {
    SuiteSet loaded;
    std::vector<DocumentResult> examined = read_documents(documents, loaders, options);
    for (std::size_t i = 0; i < examined.size(); ++i) {
        const Diagnostics own = run_diagnostics(std::move(examined[i].problems));
        loaded.diagnostics.add(own);
        if (i >= documents.size() || !own.errors.empty()) continue;
        examined[i].suite->warnings = own.warnings;
        loaded.suites.push_back(std::move(examined[i].suite));
    }
    return loaded;
}

SuiteLoadResult load_suite(const Document& document,
                           const SourceLoader& sources,
                           const LoadOptions& options) {
    SuiteSet all = load_all({non_owning(document)}, {sources}, options);
    SuiteLoadResult loaded{nullptr, std::move(all.diagnostics)};
    if (loaded.diagnostics.errors.empty()) loaded.suite = std::move(all.suites.front());
    return loaded;
}

SharedDocument non_owning(const Document& document) {
    return {SharedDocument(), &document};
}

void Diagnostics::add(const Diagnostics& other) {
    errors.insert(errors.end(), other.errors.begin(), other.errors.end());
    for (const Error& warning : other.warnings) {
        // Suites may share a document and its warnings.
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
            warnings.push_back(warning);
    }
}

}  // namespace plumbline::workflow
