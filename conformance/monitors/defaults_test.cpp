#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using DefaultsMonitor = HistoryMonitorTest;

TEST_F(DefaultsMonitor, VerifiesDefaultsOfOmittedFields) {
    const Json request = json_of(R"({"size":{"cpu":1.5}})");
    EXPECT_THAT(create(R"({"id":"a","size":{"cpu":1.5,"limit":3}})", request).verified,
                Contains("T-DEFAULT"));
    EXPECT_THAT(get(R"({"id":"a","size":{"cpu":1.5,"limit":3.0}})").verified,
                Contains("T-DEFAULT"));
}

TEST_F(DefaultsMonitor, ReportsAWrongDefault) {
    const Json request = json_of(R"({"size":{"cpu":1.5}})");
    EXPECT_THAT(
        broken_requirements(create(R"({"id":"a","size":{"cpu":1.5,"limit":1.5}})", request)),
        ElementsAre("T-DEFAULT"));
    create(R"({"id":"b","size":{"cpu":1.5,"limit":null}})", request);
    EXPECT_THAT(broken_requirements(get(R"({"id":"b","size":{"cpu":1.5,"limit":2}})", "b")),
                ElementsAre("T-DEFAULT"));
}

TEST_F(DefaultsMonitor, IgnoresFieldsThatAreSentOrNotShown) {
    EXPECT_THAT(create(R"({"id":"a","size":{"cpu":1,"limit":7}})",
                       json_of(R"({"size":{"cpu":1,"limit":7}})"))
                    .findings,
                IsEmpty());
    EXPECT_THAT(create(R"({"id":"b","size":{"cpu":1}})", json_of(R"({"size":{"cpu":1}})")).verified,
                Not(Contains("T-DEFAULT")));
}

TEST_F(DefaultsMonitor, IgnoresARoundedBaseValue) {
    EXPECT_THAT(
        create(R"({"id":"a","size":{"cpu":0.4,"limit":0.7}})", json_of(R"({"size":{"cpu":0.35}})"))
            .findings,
        IsEmpty());
}

TEST_F(DefaultsMonitor, IgnoresABaseValueThatShouldHaveBeenRounded) {
    EXPECT_THAT(
        create(R"({"id":"a","spec":{"cpu":0.24,"limit":0.5}})", json_of(R"({"spec":{"cpu":0.24}})"))
            .findings,
        IsEmpty());
}

TEST_F(DefaultsMonitor, AcceptsAValueThatAPatchKeeps) {
    const Json request = json_of(R"({"size":{"cpu":3}})");
    create(R"({"id":"a","size":{"cpu":1,"limit":7}})", json_of(R"({"size":{"cpu":1,"limit":7}})"));
    const auto kept = patch(R"({"id":"a","size":{"cpu":3,"limit":7}})", request);
    EXPECT_THAT(kept.findings, IsEmpty());
    EXPECT_THAT(kept.verified, Not(Contains("T-DEFAULT")));
    EXPECT_THAT(get(R"({"id":"a","size":{"cpu":3,"limit":7}})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(patch(R"({"id":"a","size":{"cpu":3,"limit":8}})", request)),
                testing::UnorderedElementsAre("T-DEFAULT", "T-KEEPS"));
}

TEST_F(DefaultsMonitor, AcceptsAValueThatSeveralPatchesKeep) {
    create(R"({"id":"a","size":{"cpu":1,"limit":2}})", json_of(R"({"size":{"cpu":1}})"));
    patch(R"({"id":"a","size":{"cpu":3,"limit":2}})", json_of(R"({"size":{"cpu":3}})"));
    EXPECT_THAT(patch(R"({"id":"a","size":{"cpu":4,"limit":2}})", json_of(R"({"size":{"cpu":4}})"))
                    .findings,
                IsEmpty());
}

TEST_F(DefaultsMonitor, ReportsAKeptValueOfAnObjectThatAPatchOverwrites) {
    create(R"({"id":"a","spec":{"cpu":1,"limit":7}})", json_of(R"({"spec":{"cpu":1,"limit":7}})"));
    EXPECT_THAT(broken_requirements(patch(R"({"id":"a","spec":{"cpu":3,"limit":7}})",
                                          json_of(R"({"spec":{"cpu":3}})"))),
                AllOf(Not(IsEmpty()), testing::Each("T-WHOLE")));
}

TEST_F(DefaultsMonitor, ReportsADefaultThatIsAlwaysTheSame) {
    create(R"({"id":"a","spec":{"cpu":0.2,"limit":1}})", json_of(R"({"spec":{"cpu":0.24}})"));
    EXPECT_THAT(broken_requirements(patch(R"({"id":"a","spec":{"cpu":1,"limit":1}})",
                                          json_of(R"({"spec":{"cpu":1}})"))),
                ElementsAre("T-LIMIT"));
}

TEST_F(DefaultsMonitor, AcceptsADefaultThatEqualsThePreviousValue) {
    create(R"({"id":"a","spec":{"cpu":1,"limit":6}})", json_of(R"({"spec":{"cpu":1,"limit":6}})"));
    EXPECT_THAT(patch(R"({"id":"a","spec":{"cpu":3,"limit":6}})", json_of(R"({"spec":{"cpu":3}})"))
                    .verified,
                Contains("T-LIMIT"));
}

}  // namespace
}  // namespace plumbline::monitors
