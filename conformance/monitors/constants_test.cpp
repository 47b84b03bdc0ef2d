#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Constants = Watching;

TEST_F(Constants, HoldWhereTheyStayTheSame) {
    EXPECT_THAT(create(R"({"id":"a","made":"2026-01-01T00:00:00Z"})").verified, IsEmpty());
    const auto judged = get(R"({"id":"a","made":"2026-01-01T00:00:00Z"})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("T-STABLE"));
}

TEST_F(Constants, AreBrokenWhereTheyChange) {
    create(R"({"id":"a","made":"2026-01-01T00:00:00Z"})");
    const auto judged = get(R"({"id":"a","made":"2026-01-02T00:00:00Z"})");
    EXPECT_THAT(broken(judged), ElementsAre("T-STABLE"));
    EXPECT_THAT(judged.verified, Not(Contains("T-STABLE")));
}

TEST_F(Constants, TellBothExchangesAndBothValues) {
    create(R"({"id":"a","made":"yesterday"})");
    const auto judged = get(R"({"id":"a","made":"today"})");
    ASSERT_EQ(judged.broken.size(), 1U);
    EXPECT_THAT(judged.broken.front().finding,
                AllOf(Field(&reports::Finding::code, "history-constant"),
                      Field(&reports::Finding::expected, "/made of thing a to stay \"yesterday\""),
                      Field(&reports::Finding::got, "\"today\""),
                      Field(&reports::Finding::note,
                            AllOf(HasSubstr("earlier: GET http://127.0.0.1:1/createThing"),
                                  HasSubstr("now: GET http://127.0.0.1:1/getThing (step look, "
                                            "suite.yaml:3:5)")))));
}

TEST_F(Constants, AreToldOncePerChange) {
    create(R"({"id":"a","made":"x"})");
    EXPECT_THAT(broken(get(R"({"id":"a","made":"y"})")), ElementsAre("T-STABLE"));
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"a","made":"x"})")), ElementsAre("T-STABLE"));
}

TEST_F(Constants, MayBeWrittenInAnotherWay) {
    create(R"({"id":"a","made":"2026-01-01T00:00:00.250Z",
               "owner":"2eb8aa08-aa98-11ea-b4aa-73b441d16380"})");
    const auto judged = get(R"({"id":"a","made":"2026-01-01T01:00:00.25+01:00",
                                "owner":"2EB8AA08-AA98-11EA-B4AA-73B441D16380"})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("T-STABLE"));
}

TEST_F(Constants, IncludeImmutableFields) {
    create(R"({"id":"a","color":"red"})");
    EXPECT_THAT(broken(patch(R"({"id":"a","color":"blue"})")), ElementsAre("T-IMM"));
}

TEST_F(Constants, ThatAreImmutableHoldOnceAPatchTriedToChangeThem) {
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

struct Refusal {
    int status;
    bool is_attempt;  ///< says that nobody may change the value
};

class RefusedPatches : public Watching, public ::testing::WithParamInterface<Refusal> {};

TEST_P(RefusedPatches, ShowThatAValueIsImmutableIfItIsWhatTheyAreRefusedFor) {
    create(R"({"id":"a","color":"red"})");
    see({.operation = "patchThing",
         .path = {{"thing_id", "a"}},
         .request = {{"color", "blue"}},
         .status = GetParam().status});
    const auto verified = get(R"({"id":"a","color":"red"})").verified;
    EXPECT_EQ(std::count(verified.begin(), verified.end(), "T-IMM"), GetParam().is_attempt ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(Statuses,
                         RefusedPatches,
                         ::testing::Values(Refusal{422, true},
                                           Refusal{401, false},
                                           Refusal{404, false},
                                           Refusal{503, false}),
                         [](const auto& one) { return std::to_string(one.param.status); });

TEST_F(Constants, MayGetTheirFirstValueLate) {
    create(R"({"id":"a","color":null})");
    EXPECT_THAT(get(R"({"id":"a","color":"red"})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"a","color":"blue"})")), ElementsAre("T-IMM"));
}

TEST_F(Constants, AreComparedBetweenListAndGet) {
    list_parts(R"({"items":[{"id":"p","config":{"ref":"main","sha":null}}]})");
    EXPECT_THAT(get_part(R"({"id":"p","config":{"ref":"main","sha":"1"}})", "p").verified,
                Contains("T-CONFIG"));
    EXPECT_THAT(broken(get_part(R"({"id":"p","config":{"ref":"dev"}})", "p")),
                ElementsAre("T-CONFIG"));
}

TEST_F(Constants, OfOverlappingExchangesAreNotCompared) {
    see({.operation = "getThing",
         .answer = R"({"id":"a","made":"x"})",
         .path = {{"thing_id", "a"}},
         .started = 0,
         .ended = 20});
    const auto judged = see({.operation = "getThing",
                             .answer = R"({"id":"a","made":"y"})",
                             .path = {{"thing_id", "a"}},
                             .started = 10,
                             .ended = 30});
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, IsEmpty());
}

TEST_F(Constants, OfTwoServicesHaveNothingToDoWithOneAnother) {
    create(R"({"id":"a","made":"x"})");
    EXPECT_THAT(get(R"({"id":"b","made":"y"})", "b").broken, IsEmpty());
}

TEST_F(Constants, AreForgottenWhereTheDocumentSaysSo) {
    create(R"({"id":"a","made":"x"})");
    see({.operation = "reset", .status = 204});
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").broken, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
