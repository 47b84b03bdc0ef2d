#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using ConstantsMonitor = HistoryMonitorTest;

TEST_F(ConstantsMonitor, VerifiesValuesThatStayTheSame) {
    EXPECT_THAT(create(R"({"id":"a","made":"2026-01-01T00:00:00Z"})").verified, IsEmpty());
    const auto result = get(R"({"id":"a","made":"2026-01-01T00:00:00Z"})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("T-STABLE"));
}

TEST_F(ConstantsMonitor, ReportsAValueThatChanges) {
    create(R"({"id":"a","made":"2026-01-01T00:00:00Z"})");
    const auto result = get(R"({"id":"a","made":"2026-01-02T00:00:00Z"})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-STABLE"));
    EXPECT_THAT(result.verified, Not(Contains("T-STABLE")));
}

TEST_F(ConstantsMonitor, ReportsBothExchangesAndBothValues) {
    create(R"({"id":"a","made":"yesterday"})");
    const auto result = get(R"({"id":"a","made":"today"})");
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_THAT(result.findings.front().finding,
                AllOf(Field(&reports::Finding::code, "history-constant"),
                      Field(&reports::Finding::expected, "/made of thing a to stay \"yesterday\""),
                      Field(&reports::Finding::got, "\"today\""),
                      Field(&reports::Finding::note,
                            AllOf(HasSubstr("earlier: GET http://127.0.0.1:1/createThing"),
                                  HasSubstr("now: GET http://127.0.0.1:1/getThing (step look, "
                                            "suite.yaml:3:5)")))));
}

TEST_F(ConstantsMonitor, ReportsEachChangeOnce) {
    create(R"({"id":"a","made":"x"})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","made":"y"})")), ElementsAre("T-STABLE"));
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","made":"x"})")), ElementsAre("T-STABLE"));
}

TEST_F(ConstantsMonitor, AcceptsAnotherNotationOfTheSameValue) {
    create(R"({"id":"a","made":"2026-01-01T00:00:00.250Z",
               "owner":"2eb8aa08-aa98-11ea-b4aa-73b441d16380"})");
    const auto result = get(R"({"id":"a","made":"2026-01-01T01:00:00.25+01:00",
                                "owner":"2EB8AA08-AA98-11EA-B4AA-73B441D16380"})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("T-STABLE"));
}

TEST_F(ConstantsMonitor, IncludesImmutableFields) {
    create(R"({"id":"a","color":"red"})");
    EXPECT_THAT(broken_requirements(patch(R"({"id":"a","color":"blue"})")), ElementsAre("T-IMM"));
}

TEST_F(ConstantsMonitor, VerifiesAnImmutableFieldOnlyAfterAPatchTriedToChangeIt) {
    create(R"({"id":"a","color":"red"})");
    EXPECT_THAT(get(R"({"id":"a","color":"red"})").verified, Not(Contains("T-IMM")));
    EXPECT_THAT(patch(R"({"id":"a","color":"red"})", {{"note", "x"}}).verified,
                Not(Contains("T-IMM")));
    EXPECT_THAT(patch(R"({"id":"a","color":"red"})", {{"color", "red"}}).verified,
                Not(Contains("T-IMM")));
    EXPECT_THAT(patch(R"({"id":"a","color":"red"})", {{"color", "blue"}}).verified,
                Contains("T-IMM"));
    EXPECT_THAT(get(R"({"id":"a","color":"red"})").verified, Contains("T-IMM"));
}

struct RefusalCase {
    int status;
    bool is_attempt;  ///< the refusal means that the value is immutable
};

class RefusedPatches : public HistoryMonitorTest,
                       public ::testing::WithParamInterface<RefusalCase> {};

TEST_P(RefusedPatches, VerifyAnImmutableFieldIfTheyAreRefusedForIt) {
    create(R"({"id":"a","color":"red"})");
    observe({.operation = "patchThing",
             .path = {{"thing_id", "a"}},
             .request = {{"color", "blue"}},
             .status = GetParam().status});
    const auto verified = get(R"({"id":"a","color":"red"})").verified;
    EXPECT_EQ(std::count(verified.begin(), verified.end(), "T-IMM"), GetParam().is_attempt ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(Statuses,
                         RefusedPatches,
                         ::testing::Values(RefusalCase{422, true},
                                           RefusalCase{401, false},
                                           RefusalCase{404, false},
                                           RefusalCase{503, false}),
                         [](const auto& one) { return std::to_string(one.param.status); });

TEST_F(ConstantsMonitor, AcceptsAFirstValueThatIsSetLater) {
    create(R"({"id":"a","color":null})");
    EXPECT_THAT(get(R"({"id":"a","color":"red"})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","color":"blue"})")), ElementsAre("T-IMM"));
}

TEST_F(ConstantsMonitor, ComparesListsWithReads) {
    list_parts(R"({"items":[{"id":"p","config":{"ref":"main","sha":null}}]})");
    EXPECT_THAT(get_part(R"({"id":"p","config":{"ref":"main","sha":"1"}})", "p").verified,
                Contains("T-CONFIG"));
    EXPECT_THAT(broken_requirements(get_part(R"({"id":"p","config":{"ref":"dev"}})", "p")),
                ElementsAre("T-CONFIG"));
}

TEST_F(ConstantsMonitor, IgnoresOverlappingExchanges) {
    observe({.operation = "getThing",
             .response = R"({"id":"a","made":"x"})",
             .path = {{"thing_id", "a"}},
             .started = 0,
             .ended = 20});
    const auto result = observe({.operation = "getThing",
                                 .response = R"({"id":"a","made":"y"})",
                                 .path = {{"thing_id", "a"}},
                                 .started = 10,
                                 .ended = 30});
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, IsEmpty());
}

TEST_F(ConstantsMonitor, SeparatesTwoServices) {
    create(R"({"id":"a","made":"x"})");
    EXPECT_THAT(get(R"({"id":"b","made":"y"})", "b").findings, IsEmpty());
}

TEST_F(ConstantsMonitor, ForgetsRecordsWhenAnOperationResetsThem) {
    create(R"({"id":"a","made":"x"})");
    observe({.operation = "reset", .status = 204});
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
