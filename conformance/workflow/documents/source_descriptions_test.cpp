#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

std::string with_sources(std::string_view sources, std::string_view target) {
    return "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n" +
           std::string(sources) + "workflows:\n  - workflowId: w\n    steps:\n      - stepId: s\n" +
           "        parameters: [{name: thing_id, in: path, value: '1'},\n"
           "                     {name: view, in: query, value: full}]\n" +
           "        " + std::string(target) + "\n";
}

const std::string kOne = "  - {name: api, type: openapi, url: things.yaml}\n";
const std::string kTwo = kOne + "  - {name: other, type: openapi, url: others.yaml}\n";

class UnplayableTarget : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableTarget, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Steps,
    UnplayableTarget,
    testing::Values(
        InvalidSuite{"UnknownOperation",
                     with_sources(kOne, "operationId: getThings"),
                     "11:9",
                     "no source description has an operation getThings",
                     "did you mean \"getThing\"?"},
        InvalidSuite{"UnknownSource",
                     with_sources(kOne, "operationId: $sourceDescriptions.apis.getThing"),
                     "11:9",
                     "no source description named apis",
                     "did you mean \"api\"?"},
        InvalidSuite{"UnknownOperationOfSource",
                     with_sources(kTwo, "operationId: $sourceDescriptions.other.listThings"),
                     "12:9",
                     "source other has no operation listThings",
                     "did you mean \"getThing\"?"},
        InvalidSuite{"SourceWithoutOperation",
                     with_sources(kOne, "operationId: $sourceDescriptions.api"),
                     "11:9",
                     "names a source but no operation",
                     "$sourceDescriptions.NAME.OPERATION_ID"},
        InvalidSuite{"AmbiguousOperation",
                     with_sources(kTwo, "operationId: getThing"),
                     "12:9",
                     "operation getThing is in more than one source description",
                     "$sourceDescriptions.api.getThing or $sourceDescriptions.other.getThing"},
        InvalidSuite{"NoOperationPath",
                     with_sources(kOne, "operationPath: /thing/{thing_id}"),
                     "11:9",
                     "is not a valid operationPath",
                     "{$sourceDescriptions.NAME.url}#/paths/"},
        InvalidSuite{"PathOfSeveralOperations",
                     with_sources(kOne, "operationPath: /things/{thing_id}"),
                     "11:9",
                     "/things/{thing_id} may be more than one operation",
                     "write one of them in full: `operationPath: "
                     "'{$sourceDescriptions.api.url}#/paths/~1things~1{thing_id}/get'` or "
                     "`operationPath: "
                     "'{$sourceDescriptions.api.url}#/paths/~1things~1{thing_id}/delete'`"},
        InvalidSuite{"PathInSeveralSources",
                     with_sources(kOne + "  - {name: again, type: openapi, url: things.yaml}\n",
                                  "operationPath: GET /things/{thing_id}"),
                     "12:9",
                     "GET /things/{thing_id} may be more than one operation",
                     "sourceDescriptions.again.url}#/paths/~1things~1{thing_id}/get"},
        InvalidSuite{"OperationOfAnUnknownSource",
                     with_sources(kOne, "operationId: apis.getThing"),
                     "11:9",
                     "no source description has an operation apis.getThing",
                     ""},
        InvalidSuite{
            "UnknownOperationPath",
            with_sources(kOne,
                         "operationPath: '{$sourceDescriptions.api.url}#/paths/~1things/put'"),
            "11:9",
            "source api has no put /things",
            "did you mean \"get /things\"?"},
        InvalidSuite{"TwoSourcesOfOneName",
                     with_sources(kOne + kOne, "operationId: getThing"),
                     "5:6",
                     "two source descriptions named api",
                     "a different name"},
        InvalidSuite{"MissingFile",
                     with_sources("  - {name: api, type: openapi, url: nothing.yaml}\n",
                                  "operationId: getThing"),
                     "4:32",
                     "cannot be loaded from nothing.yaml",
                     "\n  there is no file nothing.yaml"},
        InvalidSuite{"UnknownType",
                     with_sources("  - {name: api, type: openapo, url: things.yaml}\n",
                                  "operationId: getThing"),
                     "4:17",
                     "unknown type of source description: openapo",
                     "did you mean \"openapi\"?"},
        InvalidSuite{"ArazzoSourceUsed",
                     with_sources("  - {name: api, type: arazzo, url: things.yaml}\n",
                                  "operationId: $sourceDescriptions.api.getThing"),
                     "11:9",
                     "source description api is of type arazzo",
                     "`workflowId: $sourceDescriptions.NAME.WORKFLOW_ID`"},
        InvalidSuite{"ChannelOfAnApi",
                     with_sources(kOne, "channelPath: '{$sourceDescriptions.api.url}#/channels/a'"),
                     "11:9",
                     "source description api is of type openapi and has no channels",
                     "operationId"},
        InvalidSuite{"ChannelOfNothing",
                     with_sources(kOne, "channelPath: '{$sourceDescriptions.bus.url}#/channels/a'"),
                     "11:9",
                     "there is no source description named bus",
                     "api"},
        InvalidSuite{"NoChannelPath",
                     with_sources(kOne, "channelPath: channels/a"),
                     "11:9",
                     "channels/a is not a valid channelPath",
                     "{$sourceDescriptions.NAME.url}#/channels/NAME"},
        InvalidSuite{"OperationAndChannel",
                     with_sources(kOne, "operationId: getThing\n        channelPath: a"),
                     "8:9",
                     "step s has operationId and channelPath; one is allowed",
                     "exactly one of"},
        InvalidSuite{"NoTarget",
                     with_sources(kOne, "description: nothing"),
                     "8:9",
                     "step s calls nothing",
                     "exactly one of"},
        InvalidSuite{"TwoTargets",
                     with_sources(kOne, "operationId: getThing\n        workflowId: w"),
                     "8:9",
                     "step s has operationId and workflowId; one is allowed",
                     "exactly one of"},
        InvalidSuite{"WorkflowOfAnApi",
                     with_sources(kOne, "workflowId: $sourceDescriptions.api.w"),
                     "11:9",
                     "source description api is of type openapi",
                     "only sources of type arazzo have workflows"},
        InvalidSuite{"WorkflowOfNoSource",
                     with_sources(kOne, "workflowId: $sourceDescriptions.apis.w"),
                     "11:9",
                     "no source description named apis",
                     "did you mean \"api\"?"},
        InvalidSuite{"SourceWithoutWorkflow",
                     with_sources(kOne, "workflowId: $sourceDescriptions.api"),
                     "11:9",
                     "$sourceDescriptions.api names no workflow",
                     "$sourceDescriptions.NAME.WORKFLOW_ID"},
        InvalidSuite{"NoWorkflow",
                     with_sources(kOne, "workflowId: $steps.s"),
                     "11:9",
                     "$steps.s names no workflow",
                     "$sourceDescriptions.NAME.WORKFLOW_ID"},
        InvalidSuite{"OtherDocumentsAreNotAtHand",
                     with_sources("  - {name: shared, type: arazzo, url: shared.yaml}\n",
                                  "workflowId: $sourceDescriptions.shared.w"),
                     "4:34",
                     "cannot be loaded from shared.yaml",
                     "no other documents are available"}),
    InvalidSuiteName());

TEST(SourceDescriptions, ThatCannotBeLoadedAreReportedOnce) {
    const SuiteLoadResult loaded = load_text(with_sources(
        "  - {name: api, type: openapi, url: nothing.yaml}\n", "operationId: getThing"));
    EXPECT_THAT(loaded.diagnostics.errors, testing::SizeIs(1));
}

TEST(SourceDescriptions, ThatCannotBeReadExplainTheStepsThatUseThem) {
    const std::string kUnreadable[]{"  - {name: api, type: openapi, url: nothing.yaml}\n",
                                    "  - {name: api, type: openapi}\n",
                                    "  - {name: api, type: openapi, url: ''}\n",
                                    "  - {name: api, type: openapi, url: 5}\n",
                                    "  - {type: openapi, url: things.yaml}\n",
                                    "  - {name: api, type: openapo, url: things.yaml}\n"};
    for (const std::string& source : kUnreadable) {
        for (const char* target : {"operationId: getThing",
                                   "operationId: api.getThing",
                                   "operationId: $sourceDescriptions.api.getThing",
                                   "operationPath: GET /things/{thing_id}",
                                   "operationPath: '#/paths/~1things/get'"}) {
            const bool is_nameless = source.find("name") == std::string::npos;
            if (is_nameless && std::string(target).find('$') != std::string::npos) continue;
            EXPECT_THAT(load_text(with_sources(source, target)).diagnostics.errors,
                        testing::SizeIs(1))
                << source << target;
        }
    }
}

TEST(SourceDescriptions, OnAnotherMachineAreErrorsOfLintIfTheirFileIsAtHand) {
    const auto document =
        parse_yaml(with_sources("  - {name: api, type: openapi, url: 'https://x.test/a.yaml'}\n",
                                "operationId: getThing"),
                   "test.arazzo.yaml");
    const SourceLoader loader = [](const std::string&, const std::string&, const std::string&) {
        return Result<std::shared_ptr<const ApiDocument>>(
            fail(ErrorCode::kUnsupported, "Swagger", {"given.yaml", 1, 1}));
    };
    EXPECT_THAT(lint_diagnostics(lint_suite(*document, loader)).errors, testing::SizeIs(1));
}

TEST(SourceDescriptions, OfOtherTypesAreAllowedIfUnused) {
    const SuiteLoadResult loaded =
        load_text(with_sources(kOne + "  - {name: more, type: asyncapi, url: x}\n" +
                                   "  - {name: most, type: arazzo, url: 'http://x'}\n",
                               "operationId: getThing"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
}

TEST(SourceDescriptions, WithoutTypeAreOpenApi) {
    const auto suite =
        load_playable(with_sources("  - {name: api, url: things.yaml}\n", "operationId: getThing"));
    EXPECT_EQ(suite->workflows.at(0).steps.at(0).operation->id, "getThing");
}

TEST(SourceDescriptions, AreResolvedAgainstSelf) {
    std::vector<std::string> bases;
    const SourceLoader loader =
        [&](const std::string& name, const std::string& url, const std::string& base) {
            bases.push_back(base);
            return test_source(name, url, base);
        };
    const std::string text = with_sources(kOne, "operationId: getThing");
    for (const char* self : {"", "$self: ../apis/x.yaml\n", "$self: https://apis.test/x.yaml\n"}) {
        const auto document = parse_yaml(self + text, "suites/a.yaml");
        ASSERT_THAT(document, IsOk());
        EXPECT_THAT(load_suite(*document, loader).diagnostics.errors, IsEmpty());
    }
    EXPECT_THAT(bases, testing::ElementsAre("suites/a.yaml", "apis/x.yaml", "suites/a.yaml"));
}

class OperationTarget : public testing::TestWithParam<std::string> {};

TEST_P(OperationTarget, FindsTheOperationAndItsSource) {
    const auto suite = load_playable(with_sources(kTwo, GetParam()));
    const Step& step = suite->workflows.at(0).steps.at(0);
    ASSERT_NE(step.operation, nullptr);
    EXPECT_EQ(step.operation->path.text(), "/things/{thing_id}");
    EXPECT_EQ(step.source, "api");
    EXPECT_EQ(step.api->name(), "things");
    EXPECT_EQ(step.workflow, "");
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    OperationTarget,
    testing::Values(
        "operationId: deleteThing",
        "operationId: $sourceDescriptions.api.getThing",
        "operationPath: '{$sourceDescriptions.api.url}#/paths/~1things~1{thing_id}/get'",
        "operationPath: '$sourceDescriptions.api.url#/paths/~1things~1{thing_id}/get'",
        "operationPath: '$sourceDescriptions.api#/paths/~1things~1{thing_id}/delete'",
        "operationPath: '{$sourceDescriptions.api.url}#/paths/~1things~1%7Bthing_id%7D/get'"),
    RowName());

struct ToleratedRow {
    std::string target;
    std::string spelling;
};
void PrintTo(const ToleratedRow& row, std::ostream* out) {
    *out << row.target;
}

class ToleratedSpelling : public testing::TestWithParam<ToleratedRow> {};

TEST_P(ToleratedSpelling, IsReadWithAWarningThatShowsTheRightOne) {
    const std::string text = with_sources(kTwo, GetParam().target);
    const SuiteLoadResult loaded = load_text(text);
    ASSERT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_EQ(loaded.suite->workflows.at(0).steps.at(0).operation->id, "getThing");
    const InvalidSuite warning{
        "", "", "12:9", "Arazzo does not define", GetParam().spelling.c_str()};
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(warning));
    EXPECT_THAT(lint_text(text).warnings, HasProblem(warning));
    EXPECT_THAT(lint_text(text).errors, IsEmpty());
}

const std::string kRightPath = "{$sourceDescriptions.api.url}#/paths/~1things~1{thing_id}/get";

INSTANTIATE_TEST_SUITE_P(
    Forms,
    ToleratedSpelling,
    testing::Values(
        ToleratedRow{"operationId: api.getThing",
                     "write `operationId: '$sourceDescriptions.api.getThing'`"},
        ToleratedRow{"operationPath: '#/paths/~1things~1{thing_id}/get'", kRightPath},
        ToleratedRow{"operationPath: 'api#/paths/~1things~1{thing_id}/get'", kRightPath},
        ToleratedRow{"operationPath: 'things.yaml#/paths/~1things~1%7Bthing_id%7D/get'",
                     kRightPath},
        ToleratedRow{"operationPath: GET /things/{thing_id}", kRightPath},
        ToleratedRow{"operationPath: /things/{thing_id} get", kRightPath},
        ToleratedRow{"operationPath: /things/{thing_id}/get", kRightPath},
        ToleratedRow{"operationPath: '/others/{thing_id}'",
                     "{$sourceDescriptions.other.url}#/paths/~1others~1{thing_id}/get"}),
    RowName());

}  // namespace
}  // namespace plumbline::workflow
