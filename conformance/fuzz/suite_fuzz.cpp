// Arazzo documents: a suite, or every problem with its place; lint finds at least what loading
// finds.

#include "conformance/workflow/lint.hpp"
#include "conformance/workflow/load.hpp"
#include "spec/contract/contract.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/document.hpp"

using namespace plumbline;

namespace {

constexpr std::string_view kApi = R"(openapi: 3.1.0
info: {title: things, version: '1'}
paths:
  /things/{thing_id}:
    parameters: [{name: thing_id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getThing
      responses: {'200': {description: ok}}
)";

/// Gives every source description the same API, whatever its URL.
Result<std::shared_ptr<const ApiDocument>> source(const std::string& name,
                                                  const std::string&,
                                                  const std::string&) {
    auto document = parse_yaml(kApi, "things.yaml");
    PLUMBLINE_CHECK(document.has_value(), "the API of this target is readable");
    return ApiDocument::load(name, *std::move(document));
}

void check_places(const workflow::Diagnosis& diagnosis, std::string_view text) {
    for (const Error& error : diagnosis.errors) fuzz::check_place(error, "a.yaml", text);
    for (const Error& warning : diagnosis.warnings) fuzz::check_place(warning, "a.yaml", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    const auto document = parse_yaml(text, "a.yaml");
    if (!document) return 0;
    const workflow::Loaded loaded = workflow::load_suite(*document, source);
    PLUMBLINE_CHECK((loaded.suite != nullptr) == loaded.diagnosis.errors.empty(),
                    "there is a suite just where there is no error");
    check_places(loaded.diagnosis, text);
    bool passes = true;
    for (const workflow::Problem& problem : workflow::lint_suite(*document, source)) {
        fuzz::check_place(problem.error, "a.yaml", text);
        passes = passes && problem.severity != workflow::Severity::kError;
    }
    PLUMBLINE_CHECK(!passes || loaded.suite != nullptr, "what lint passes can be played");
    return 0;
}
