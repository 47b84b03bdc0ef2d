#include "conformance/workflow/load.hpp"

#include "conformance/workflow/examine.hpp"
#include "conformance/workflow/reading.hpp"
#include "conformance/workflow/references.hpp"
#include "conformance/workflow/shape.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

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

/// Says whether the version is one we read; the last digit is ignored, as Arazzo demands.
bool check_version(const Node& root, Problems& problems) {
    const std::string version = text_at(root, "arazzo");
    if (version.rfind("1.0.", 0) == 0 || version.rfind("1.1.", 0) == 0) return true;
    const bool written = member(*root.value, "arazzo") != nullptr;
    problems.add(Severity::kError,
                 version.empty() ? ErrorCode::kInvalid : ErrorCode::kUnsupported,
                 written ? "/arazzo" : "",
                 version.empty() ? "this is no Arazzo document"
                                 : fmt::format("Arazzo {} is not supported", version),
                 "begin it with `arazzo: 1.1.0` (1.0 and 1.1 can be played)");
    return false;
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

}  // namespace

Examined examine(const Document& document, const SourceLoader& loader, const LoadOptions& options) {
    Problems problems(document);
    const Node root{document.root.get(), ""};
    if (!check_version(root, problems)) return {nullptr, problems.sorted()};
    check_shapes(root, problems);
    const Sources sources(root, loader, problems);
    auto suite = std::make_shared<Suite>(read_suite(root, sources, options, problems));
    check_targets(*suite, problems);
    check_uses(*suite, problems);
    complete(*suite);
    return {std::move(suite), problems.sorted()};
}

Loaded load_suite(const Document& document,
                  const SourceLoader& sources,
                  const LoadOptions& options) {
    Examined examined = examine(document, sources, options);
    Loaded loaded;
    for (Problem& problem : examined.problems) {
        if (problem.severity == Severity::kError) {
            loaded.diagnosis.errors.push_back(std::move(problem.error));
        } else if (problem.severity != Severity::kAdvice) {
            loaded.diagnosis.warnings.push_back(std::move(problem.error));
        }
    }
    if (!loaded.diagnosis.errors.empty()) return loaded;
    examined.suite->warnings = loaded.diagnosis.warnings;
    loaded.suite = std::move(examined.suite);
    return loaded;
}

void Diagnosis::add(const Diagnosis& other) {
    errors.insert(errors.end(), other.errors.begin(), other.errors.end());
    warnings.insert(warnings.end(), other.warnings.begin(), other.warnings.end());
}

}  // namespace plumbline::workflow
