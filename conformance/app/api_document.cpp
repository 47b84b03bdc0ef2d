#include "conformance/app/api_document.hpp"

#include "conformance/api_suite/api_suite.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/external_document.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::app {

Result<Document> suite_of_api(const std::string& file) {
    auto document = load_external_document(file);
    if (!document) return fail(document.error());
    const auto api = ApiDocument::load(file, with_linked_files(*document, load_external_document));
    if (!api) return fail(api.error());
    const std::filesystem::path path(file);
    const Json suite = api_suite::make_api_suite(**api, path.filename().string());
    if (suite["workflows"].empty()) {
        return fail(ErrorCode::kInvalid,
                    "nothing in the document can be called without a value that it does not have",
                    {file, 0, 0},
                    {"give its parameters and bodies examples, or write a suite"});
    }
    const std::filesystem::path beside =
        path.parent_path() / (path.stem().string() + ".arazzo.json");
    return parse_json_document(to_pretty_text(suite), beside.string());
}

LoadedSuites load_api_suite(const std::string& file,
                            const std::shared_ptr<const Contract>& contract) {
    LoadedSuites loaded;
    auto suite = suite_of_api(file);
    if (!suite) {
        loaded.diagnosis.errors.push_back(suite.error());
        return loaded;
    }
    workflow::SuiteLoadResult one =
        workflow::load_suite(*suite, source_loader(contract, SuiteOrigin::kFiles));
    loaded.diagnosis.add(one.diagnostics);
    if (one.suite) loaded.suites.push_back(std::move(one.suite));
    return loaded;
}

}  // namespace plumbline::app
