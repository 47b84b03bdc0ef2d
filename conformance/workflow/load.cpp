#include "conformance/workflow/load.hpp"

#include "conformance/workflow/examine.hpp"
#include "conformance/workflow/reading.hpp"
#include "conformance/workflow/shape.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace plumbline::workflow {
namespace {

/// `suites/lifecycle.arazzo.yaml` → `lifecycle`.
std::string suite_name(const std::string& file) {
    std::string name = file.substr(file.find_last_of('/') + 1);
    for (const std::string_view ending : {".yaml", ".yml", ".json", ".arazzo"}) {
        const bool ends = name.size() > ending.size() &&
                          name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
        if (ends) name.resize(name.size() - ending.size());
    }
    return name;
}

/// Says whether what follows `1.0.` is as the published schema has it: `1` or `1-rc2`.
bool is_patch(std::string_view text) {
    const auto after = std::find_if_not(
        text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    const auto rest = text.substr(static_cast<std::size_t>(after - text.begin()));
    return after != text.begin() && (rest.empty() || (rest.size() > 1 && rest.front() == '-'));
}

/// Says whether the version is one we read; the last digit is ignored, as Arazzo demands.
bool check_version(const Node& root, Problems& problems) {
    const std::string version = text_at(root, "arazzo");
    if (version.rfind("1.0.", 0) == 0 || version.rfind("1.1.", 0) == 0) {
        if (is_patch(std::string_view(version).substr(4))) return true;
        problems.add(Severity::kRefused,
                     ErrorCode::kInvalid,
                     "/arazzo",
                     fmt::format("{} is no version of Arazzo", version),
                     fmt::format("write `arazzo: {}0`", version.substr(0, 4)));
        return true;
    }
    const bool written = member(*root.value, "arazzo") != nullptr;
    problems.add(Severity::kError,
                 version.empty() ? ErrorCode::kInvalid : ErrorCode::kUnsupported,
                 written ? "/arazzo" : "",
                 version.empty() ? "this is no Arazzo document"
                                 : fmt::format("Arazzo {} is not supported", version),
                 "begin it with `arazzo: 1.1.0` (1.0 and 1.1 can be played)");
    return false;
}

/// `$self` is the document's whole address. Source: Arazzo 1.1, "Arazzo Description".
void check_self(const Node& root, Problems& problems) {
    const std::string self = text_at(root, "$self");
    if (self.find('#') == std::string::npos) return;
    problems.add(Severity::kRefused,
                 ErrorCode::kInvalid,
                 "/$self",
                 fmt::format("$self {} has a fragment", self),
                 "leave out what begins with `#`: it names the whole document");
}

Suite read_suite(const Node& root,
                 const Sources& sources,
                 const LoadOptions& options,
                 Problems& problems) {
    InputSchemas input_schemas(problems.document());
    const Reading reading{root, sources, input_schemas, problems, options};
    Suite suite;
    suite.file = problems.document().file;
    suite.name = suite_name(suite.file);
    suite.self = text_at(root, "$self");
    if (const Json* info = member(*root.value, "info")) suite.title = string_or(*info, "title", "");
    const Json* components = member(*root.value, "components");
    suite.components = std::make_shared<const Json>(components ? *components : Json::object());
    suite.sources = sources.all();
    for (const Node& node : elements_at(root, "workflows")) {
        if (!node.value->is_object()) continue;
        Workflow workflow = read_workflow(reading, node);
        if (workflow.name.empty()) workflow.name = suite.name + '/' + workflow.id;
        suite.workflows.push_back(std::move(workflow));
    }
    return suite;
}

/// Sorts problems as a run sees them: it goes on over what only lint refuses.
Diagnosis diagnosis_of(std::vector<Problem> problems) {
    Diagnosis diagnosis;
    for (Problem& problem : problems) {
        if (problem.severity == Severity::kError || problem.severity == Severity::kElsewhere) {
            diagnosis.errors.push_back(std::move(problem.error));
        } else if (problem.severity != Severity::kAdvice) {
            diagnosis.warnings.push_back(std::move(problem.error));
        }
    }
    return diagnosis;
}

}  // namespace

std::unique_ptr<Suite> read_document(const SourceLoader& apis,
                                     const LoadOptions& options,
                                     Problems& problems) {
    const Node root{problems.document().root.get(), ""};
    if (!check_version(root, problems)) return nullptr;
    check_shapes(root, problems);
    check_self(root, problems);
    const Sources sources(root, apis, problems);
    return std::make_unique<Suite>(read_suite(root, sources, options, problems));
}

LoadedAll load_all(const std::vector<SharedDocument>& documents,
                   const Loaders& loaders,
                   const LoadOptions& options) {
    LoadedAll loaded;
    std::vector<Examined> examined = examine(documents, loaders, options);
    for (std::size_t i = 0; i < examined.size(); ++i) {
        const Diagnosis own = diagnosis_of(std::move(examined[i].problems));
        loaded.diagnosis.add(own);
        if (i >= documents.size() || !own.errors.empty()) continue;
        examined[i].suite->warnings = own.warnings;
        loaded.suites.push_back(std::move(examined[i].suite));
    }
    return loaded;
}

Loaded load_suite(const Document& document,
                  const SourceLoader& sources,
                  const LoadOptions& options) {
    LoadedAll all = load_all({lend(document)}, {sources}, options);
    Loaded loaded{nullptr, std::move(all.diagnosis)};
    if (loaded.diagnosis.errors.empty()) loaded.suite = std::move(all.suites.front());
    return loaded;
}

SharedDocument lend(const Document& document) {
    return {SharedDocument(), &document};
}

void Diagnosis::add(const Diagnosis& other) {
    errors.insert(errors.end(), other.errors.begin(), other.errors.end());
    for (const Error& warning : other.warnings) {
        // Suites may share a document, and with it what is said of it.
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
            warnings.push_back(warning);
    }
}

}  // namespace plumbline::workflow
