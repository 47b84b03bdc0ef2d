#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using WritesMonitor = HistoryMonitorTest;
using SentValuesMonitor = HistoryMonitorTest;

TEST_F(WritesMonitor, VerifiesReadsThatMatchTheLastWrite) {
    create(R"({"id":"a","note":"x","size":{"cpu":1}})");
    EXPECT_THAT(get(R"({"id":"a","note":"x","size":{"cpu":1.0}})").verified, Contains("T-SAME"));
    patch(R"({"id":"a","note":"y"})");
    EXPECT_THAT(get(R"({"id":"a","note":"y"})").verified,
                AllOf(Contains("T-SAME"), Contains("T-READ")));
    EXPECT_THAT(list(R"({"items":[{"id":"a","note":"y"}]})").verified,
                AllOf(Contains("T-LIST"), Contains("T-READ")));
}

TEST_F(WritesMonitor, ReportsAReadThatDoesNotMatch) {
    create(R"({"id":"a","note":"x"})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","note":"z"})")), ElementsAre("T-SAME"));
    patch(R"({"id":"a","note":"y"})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","note":"x"})")),
                ElementsAre("T-SAME", "T-READ"));
    EXPECT_THAT(broken_requirements(list(R"({"items":[{"id":"a","note":"x"}]})")),
                ElementsAre("T-LIST", "T-READ"));
}

TEST_F(WritesMonitor, ReportsTheWholePointerOfTheField) {
    create(R"({"id":"a","size":{"cpu":1}})");
    const auto result = get(R"({"id":"a","size":{"cpu":2}})");
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_THAT(result.findings.front().finding.expected, HasSubstr("/size/cpu of thing a"));
    EXPECT_EQ(result.findings.front().finding.got, "2");
}

TEST_F(WritesMonitor, AcceptsListsThatShowPartOfTheRecord) {
    create(R"({"id":"a","note":"x"})");
    EXPECT_THAT(list(R"({"items":[{"id":"a"}]})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get(R"({"id":"a"})")), ElementsAre("T-SAME"));
}

TEST_F(WritesMonitor, IgnoresFieldsThatTheServerChanges) {
    create(R"({"id":"a","status":"NEW","note":null})");
    EXPECT_THAT(get(R"({"id":"a","status":"OLD","note":"set by the server"})").findings, IsEmpty());
}

TEST_F(WritesMonitor, IgnoresReadsDuringAWrite) {
    create(R"({"id":"a","note":"x"})");
    const TestExchange change{.operation = "patchThing",
                              .response = R"({"id":"a","note":"y"})",
                              .path = {{"thing_id", "a"}},
                              .started = 100,
                              .ended = 300};
    announce(change);
    const TestExchange read{.operation = "getThing",
                            .response = R"({"id":"a","note":"y"})",
                            .path = {{"thing_id", "a"}},
                            .started = 150,
                            .ended = 200};
    EXPECT_THAT(observe(read).findings, IsEmpty());
    check(change);
    TestExchange late = read;
    late.response = R"({"id":"a","note":"x"})";
    EXPECT_THAT(observe(late).findings, IsEmpty());
    late.started = 300;
    late.ended = 310;
    EXPECT_THAT(broken_requirements(observe(late)), ElementsAre("T-SAME", "T-READ"));
}

TEST_F(WritesMonitor, IgnoresOverlappingWrites) {
    create(R"({"id":"a","note":"x"})");
    const TestExchange one{.operation = "patchThing",
                           .response = R"({"id":"a","note":"y"})",
                           .path = {{"thing_id", "a"}},
                           .started = 100,
                           .ended = 120};
    const TestExchange other{.operation = "patchThing",
                             .response = R"({"id":"a","note":"z"})",
                             .path = {{"thing_id", "a"}},
                             .started = 110,
                             .ended = 130};
    announce(one);
    announce(other);
    check(one);
    check(other);
    EXPECT_THAT(get(R"({"id":"a","note":"y"})").findings, IsEmpty());
}

TEST_F(WritesMonitor, IgnoresWritesWithoutAResponse) {
    create(R"({"id":"a","note":"x"})");
    observe({.operation = "patchThing",
             .path = {{"thing_id", "a"}},
             .failure = Error{ErrorCode::kTimeout, "no answer", {}, {}}});
    EXPECT_THAT(get(R"({"id":"a","note":"y"})").findings, IsEmpty());
}

TEST_F(WritesMonitor, IgnoresRefusedWrites) {
    create(R"({"id":"a","note":"x"})");
    observe({.operation = "patchThing", .path = {{"thing_id", "a"}}, .status = 422});
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","note":"y"})")), ElementsAre("T-SAME"));
}

TEST_F(WritesMonitor, AcceptsStaleReadsWithinTheConsistencyWait) {
    restart(std::chrono::milliseconds(100));
    const auto at = [&](int time, const std::string& operation, const std::string& note) {
        return observe({.operation = operation,
                        .response = R"({"id":"a","note":")" + note + "\"}",
                        .path = {{"thing_id", "a"}},
                        .started = time,
                        .ended = time});
    };
    at(0, "patchThing", "y");
    EXPECT_THAT(at(99, "getThing", "x").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(at(100, "getThing", "x")), ElementsAre("T-SAME", "T-READ"));
}

TEST_F(SentValuesMonitor, VerifiesValuesThatAreShownAsSent) {
    const auto result = create(
        R"({"id":"a","name":"n","tags":[{"name":"B","value":"2"},{"name":"A","value":"1"}]})",
        json_of(
            R"({"name":"n","tags":[{"name":"A","value":"1","x":0},{"name":"B","value":"2"}]})"));
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("T-ECHO"));
}

TEST_F(SentValuesMonitor, ReportsAValueThatIsShownChanged) {
    EXPECT_THAT(broken_requirements(create(R"({"id":"a","tags":[{"name":"A","value":"***"}]})",
                                           json_of(R"({"tags":[{"name":"A","value":"1"}]})"))),
                ElementsAre("T-ECHO"));
    EXPECT_THAT(
        broken_requirements(create(R"({"id":"b","name":null})", json_of(R"({"name":"n"})"))),
        ElementsAre("T-ECHO"));
}

TEST_F(SentValuesMonitor, IgnoresResponsesThatOmitTheField) {
    const auto result = create(R"({"id":"a"})", json_of(R"({"name":"n"})"));
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("T-ECHO")));
}

TEST_F(SentValuesMonitor, AcceptsNullForAnEmptyList) {
    EXPECT_THAT(create(R"({"id":"a","tags":null})", json_of(R"({"tags":[]})")).findings, IsEmpty());
    EXPECT_THAT(broken_requirements(
                    create(R"({"id":"b","tags":null})", json_of(R"({"tags":[{"name":"A"}]})"))),
                ElementsAre("T-ECHO"));
}

TEST_F(SentValuesMonitor, ReportsAPatchedListThatKeepsOldItems) {
    const Json request = json_of(R"({"tags":[{"name":"B","value":"2"}]})");
    create(R"({"id":"a","tags":[{"name":"A","value":"1"}]})");
    EXPECT_THAT(patch(R"({"id":"a","tags":[{"name":"B","value":"2"}]})", request).verified,
                Contains("T-REPLACE"));
    EXPECT_THAT(
        broken_requirements(patch(
            R"({"id":"a","tags":[{"name":"A","value":"1"},{"name":"B","value":"2"}]})", request)),
        ElementsAre("T-REPLACE"));
}

}  // namespace
}  // namespace plumbline::monitors
