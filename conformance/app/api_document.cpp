#include "conformance/app/api_document.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/json/external_document.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::app {

namespace fs = std::filesystem;

namespace {

/// `books.openapi.yaml` gets `books.arazzo.json`.
constexpr std::string_view kDocumentSuffix = ".openapi";

}  // namespace

Result<ApiOfSuite> read_api(const std::string& file,
                            const std::string& folder,
                            const api_suite::ApiSuiteOptions& options) {
    auto document = load_external_document(file);
    if (!document) return fail(document.error());
    auto api = ApiDocument::load(file, with_linked_files(*document, load_external_document));
    if (!api) return fail(api.error());
    const fs::path path(file);
    const fs::path of_suite = folder.empty() ? path.parent_path() : fs::path(folder);
    std::error_code ignored;
    // Relative, so that both files can be moved together.
    fs::path url = fs::proximate(path, of_suite.empty() ? "." : of_suite, ignored);
    if (url.empty()) url = fs::absolute(path, ignored);
    const Json suite = api_suite::make_api_suite(**api, url.string(), options);
    if (suite["workflows"].empty()) {
        return fail(ErrorCode::kInvalid,
                    "nothing in the document can be called without a value that it does not have",
                    {file, 0, 0},
                    {"give its parameters and bodies examples, or write a suite"});
    }
    std::string name = path.stem().string();
    if (name.ends_with(kDocumentSuffix)) name.resize(name.size() - kDocumentSuffix.size());
    const fs::path suite_file = of_suite / (name + ".arazzo.json");
    auto parsed = parse_json_document(to_pretty_text(suite), suite_file.string());
    if (!parsed) return fail(parsed.error());
    return ApiOfSuite{std::move(*api), url.string(), std::move(*parsed)};
}

Result<Document> suite_of_api(const std::string& file,
                              const std::string& folder,
                              const api_suite::ApiSuiteOptions& options) {
    auto read = read_api(file, folder, options);
    if (!read) return fail(read.error());
    return std::move(read->suite);
}

LoadedSuites load_api_suite(const std::string& file,
                            const std::shared_ptr<const Contract>& contract,
                            const api_suite::ApiSuiteOptions& options) {
    LoadedSuites loaded;
    auto suite = suite_of_api(file, "", options);
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
