// The small API and the small suites that the tests of this module share.

#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

constexpr std::string_view kThings = R"(openapi: 3.1.0
info: {title: things, version: '1'}
servers: [{url: 'http://127.0.0.1:1'}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    bearer: {type: http, scheme: bearer}
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - {name: limit, in: query, schema: {type: integer}}
        - {name: Trace-Id, in: header, schema: {type: string}}
      responses: {'200': {description: ok}}
    post:
      operationId: createThing
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'201': {description: made}}
  /things/count:
    get:
      operationId: countThings
      responses: {'200': {description: ok, content: {application/json: {}}}}
  /forms:
    post:
      operationId: sendForm
      requestBody:
        content: {application/x-www-form-urlencoded: {}, multipart/form-data: {}, text/xml: {}}
      responses: {'200': {description: ok}}
  /things/{thing_id}:
    parameters: [{name: thing_id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getThing
      parameters: [{name: view, in: query, required: true, schema: {type: string}}]
      responses: {'200': {description: ok}}
    delete:
      operationId: deleteThing
      responses: {'204': {description: gone}}
)";

constexpr std::string_view kOthers = R"(openapi: 3.1.0
info: {title: others, version: '1'}
servers: [{url: 'https://first.test/'}, {url: 'https://second.test/v2'}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Other-Key}
    crumb: {type: apiKey, in: cookie, name: crumb}
    token: {type: http, scheme: Bearer}
    login: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    oauth: {type: oauth2, flows: {}}
    alias: {$ref: '#/components/securitySchemes/key'}
    lost: {$ref: '#/components/securitySchemes/gone'}
paths:
  /fields:
    post:
      operationId: sendFields
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {type: object}
            encoding:
              tags: {style: pipeDelimited, explode: false}
              meta: {contentType: application/json}
              link: {allowReserved: true}
              odd: {style: label}
          multipart/form-data:
            schema: {type: object}
            encoding:
              photo:
                contentType: 'image/png, image/gif'
                headers: {X-Kind: {schema: {const: scan}}, X-Open: {schema: {type: string}}}
              note: {contentType: text/markdown}
          text/plain: {schema: {type: object}}
      responses: {'200': {description: ok}}
  /others/{thing_id}:
    parameters: [{name: thing_id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getThing
      responses: {'200': {description: ok}}
)";

constexpr std::string_view kControl = R"(openapi: 3.1.0
info: {title: control, version: '1'}
paths:
  /_plumbline/clock:
    post:
      operationId: advanceClock
      responses: {'204': {description: done}}
)";

Document parsed(std::string_view yaml) {
    auto document = parse_yaml(yaml, "test.arazzo.yaml");
    if (document) return *document;
    ADD_FAILURE() << to_text(document.error());
    return *parse_yaml("{}", "test.arazzo.yaml");
}

}  // namespace

Result<std::shared_ptr<const ApiDocument>> test_source(const std::string&,
                                                       const std::string& url,
                                                       const std::string&) {
    struct ApiRow {
        std::string_view file;
        std::string_view name;
        std::string_view text;
    };
    constexpr ApiRow kRows[]{{"things.yaml", "things", kThings},
                             {"others.yaml", "others", kOthers},
                             {"mock_control.openapi.yaml", "mock_control", kControl}};
    for (const ApiRow& row : kRows) {
        if (url.substr(url.find_last_of('/') + 1) != row.file) continue;
        auto document = parse_yaml(row.text, row.file);
        if (!document) return fail(document.error());
        return ApiDocument::load(std::string(row.name), std::move(*document));
    }
    if (url.find("://") != std::string::npos)
        return fail(ErrorCode::kUnsupported, "the source must be a file, not " + url);
    return fail(ErrorCode::kNotFound, "there is no file " + url);
}

SuiteLoadResult load_text(std::string_view yaml, const LoadOptions& options) {
    return load_suite(parsed(yaml), test_source, options);
}
Diagnostics lint_text(std::string_view yaml) {
    return lint_diagnostics(lint_suite(parsed(yaml), test_source));
}

Diagnostics lint_diagnostics(const std::vector<SuiteProblem>& problems) {
    Diagnostics diagnosis;
    for (const SuiteProblem& problem : problems) {
        const bool is_error = problem.severity == ProblemSeverity::kError ||
                              problem.severity == ProblemSeverity::kNonconforming;
        (is_error ? diagnosis.errors : diagnosis.warnings).push_back(problem.error);
    }
    return diagnosis;
}

std::string suite_with(std::string_view workflow_members) {
    return R"(arazzo: 1.1.0
info: {title: test, version: '1'}
sourceDescriptions: [{name: api, type: openapi, url: things.yaml}]
workflows:
  - workflowId: w
)" + std::string(workflow_members);
}

std::string suite_with_step(std::string_view members) {
    return suite_with("    steps:\n      - stepId: s\n" + std::string(members));
}

std::string suite_with_call(std::string_view members) {
    return suite_with_step("        operationId: listThings\n" + std::string(members));
}

std::shared_ptr<const Suite> load_playable(std::string_view yaml) {
    const SuiteLoadResult loaded = load_text(yaml);
    for (const Error& error : loaded.diagnostics.errors) ADD_FAILURE() << to_text(error);
    return loaded.suite ? loaded.suite : std::make_shared<const Suite>();
}

}  // namespace plumbline::workflow
