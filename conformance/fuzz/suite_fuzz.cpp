// Arazzo documents: loading returns a suite or every problem with its position. Lint finds at least
// the problems that loading finds.

#include "conformance/workflow/read_suites.hpp"
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

/// Returns the same API for every source description, whatever its URL.
Result<std::shared_ptr<const ApiDocument>> source(const std::string& name,
                                                  const std::string&,
                                                  const std::string&) {
    auto document = parse_yaml(kApi, "things.yaml");
    PLUMBLINE_CHECK(document.has_value(), "the API of this target is readable");
    return ApiDocument::load(name, *std::move(document));
}

void check_positions(const workflow::Diagnostics& diagnosis, std::string_view text) {
    for (const Error& error : diagnosis.errors) fuzz::check_position(error, "a.yaml", text);
    for (const Error& warning : diagnosis.warnings) fuzz::check_position(warning, "a.yaml", text);
}

void check_input(std::string_view text) {
    const auto document = parse_yaml(text, "a.yaml");
    if (!document) return;
    const workflow::SuiteLoadResult loaded = workflow::load_suite(*document, source);
    PLUMBLINE_CHECK((loaded.suite != nullptr) == loaded.diagnostics.errors.empty(),
                    "there is a suite if and only if there is no error");
    check_positions(loaded.diagnostics, text);
    bool passes = true;
    for (const workflow::SuiteProblem& problem : workflow::lint_suite(*document, source)) {
        fuzz::check_position(problem.error, "a.yaml", text);
        passes = passes && problem.severity != workflow::ProblemSeverity::kError;
    }
    PLUMBLINE_CHECK(!passes || loaded.suite != nullptr,
                    "a suite without lint errors can be loaded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
