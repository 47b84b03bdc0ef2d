#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

class ReplacedValuesMonitor : public HistoryMonitorTest {
  protected:
    /// Creates a thing with this spec, which the response shows as it is sent.
    void create_with(const std::string& spec) {
        create(R"({"id":"a","spec":)" + spec + '}', {{"spec", json_of(spec)}});
    }
};

TEST_F(ReplacedValuesMonitor, VerifiesReplacedValuesThatAreNotShownAgain) {
    create_with(R"({"cpu":1,"team":"x","refs":["r"]})");
    patch(R"({"id":"a","spec":{"cpu":2,"team":null}})", json_of(R"({"spec":{"cpu":2}})"));
    const auto result = get(R"({"id":"a","spec":{"cpu":2,"team":null,"refs":[]}})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("T-READ"));
}

TEST_F(ReplacedValuesMonitor, ReportsReplacedValuesThatAreShownAgain) {
    create_with(R"({"cpu":1,"team":"x","refs":["r"]})");
    patch(R"({"id":"a","spec":{"cpu":2,"team":null}})", json_of(R"({"spec":{"cpu":2}})"));
    const auto result = get(R"({"id":"a","spec":{"cpu":2,"team":"x"}})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
    EXPECT_THAT(result.findings.back().finding,
                AllOf(Field(&reports::Finding::code, "history-replaced"),
                      Field(&reports::Finding::expected,
                            "/spec/team of thing a to match the response of the last write: null"),
                      Field(&reports::Finding::got, "\"x\", which was replaced")));
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","spec":{"cpu":2,"refs":["r"]}})")),
                ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
    EXPECT_THAT(broken_requirements(list(R"({"items":[{"id":"a","spec":{"team":"x"}}]})")),
                ElementsAre("T-LIST", "T-READ", "T-WHOLE"));
}

TEST_F(ReplacedValuesMonitor, ReportsReplacedValuesInTheResponseOfThePatch) {
    create_with(R"({"cpu":1,"team":"x","labels":{"a":"1","b":"2"}})");
    const auto result = patch(R"({"id":"a","spec":{"cpu":2,"team":"x","labels":{"b":"3"}}})",
                              json_of(R"({"spec":{"cpu":2,"labels":{"b":"3"}}})"));
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-WHOLE"));
    EXPECT_THAT(result.findings.front().finding.got, "\"x\", as before the patch");
    create_with(R"({"labels":{"a":"1","b":"2"}})");
    EXPECT_THAT(broken_requirements(patch(R"({"id":"a","spec":{"labels":{"a":"1","b":"3"}}})",
                                          json_of(R"({"spec":{"labels":{"b":"3"}}})"))),
                ElementsAre("T-WHOLE"));
}

TEST_F(ReplacedValuesMonitor, AcceptsDefaultsInTheResponseOfThePatch) {
    create_with(R"({"cpu":1,"limit":4,"team":"x"})");
    EXPECT_THAT(patch(R"({"id":"a","spec":{"cpu":2,"limit":4,"team":null}})",
                      json_of(R"({"spec":{"cpu":2}})"))
                    .findings,
                IsEmpty());
}

TEST_F(ReplacedValuesMonitor, RemembersReplacedValuesAcrossOtherWrites) {
    create_with(R"({"cpu":1,"team":"x"})");
    patch(R"({"id":"a","spec":{"cpu":2}})", json_of(R"({"spec":{"cpu":2}})"));
    patch(R"({"id":"a","note":"n","spec":{"cpu":2}})", json_of(R"({"note":"n"})"));
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","note":"n","spec":{"cpu":2,"team":"x"}})")),
                ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
}

TEST_F(ReplacedValuesMonitor, AcceptsOtherValuesFromTheServer) {
    create_with(R"({"cpu":1,"limit":2,"team":"x"})");
    patch(R"({"id":"a","spec":{"cpu":1}})", json_of(R"({"spec":{"cpu":1}})"));
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":1,"team":"of the server"}})").findings, IsEmpty());
    // The same number as before, but only because the default is the same.
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":1,"limit":2}})").findings, IsEmpty());
}

TEST_F(ReplacedValuesMonitor, AcceptsValuesThatTheServerSetBefore) {
    create(R"({"id":"a","spec":{"cpu":1,"team":"of the server","labels":{"of":"the server"}}})",
           json_of(R"({"spec":{"cpu":1,"team":null,"labels":{}}})"));
    patch(R"({"id":"a","spec":{"cpu":2}})", json_of(R"({"spec":{"cpu":2}})"));
    EXPECT_THAT(
        get(R"({"id":"a","spec":{"cpu":2,"team":"of the server","labels":{"of":"the server"}}})")
            .findings,
        IsEmpty());
}

TEST_F(ReplacedValuesMonitor, AcceptsValuesOfAnotherLocation) {
    create(R"({"id":"a","note":"found by the server"})");
    patch(R"({"id":"a","note":null})", json_of(R"({"name":"n"})"));
    EXPECT_THAT(get(R"({"id":"a","note":"found by the server"})").findings, IsEmpty());
}

TEST_F(ReplacedValuesMonitor, IgnoresWritesWithUnknownOutcome) {
    create_with(R"({"team":"x"})");
    observe({.operation = "patchThing",
             .path = {{"thing_id", "a"}},
             .failure = Error{ErrorCode::kTimeout, "no answer", {}, {}}});
    patch(R"({"id":"a","spec":{"cpu":2}})", json_of(R"({"spec":{"cpu":2}})"));
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":2,"team":"x"}})").findings, IsEmpty());
}

TEST_F(ReplacedValuesMonitor, ReportsMapMembersThatTheWriteDidNotShow) {
    create_with(R"({"labels":{"a":"1","b":"2"}})");
    patch(R"({"id":"a","spec":{"labels":{"b":"3"}}})", json_of(R"({"spec":{"labels":{"b":"3"}}})"));
    EXPECT_THAT(get(R"({"id":"a","spec":{"labels":{"a":null,"b":"3"}}})").findings, IsEmpty());
    const auto result = get(R"({"id":"a","spec":{"labels":{"a":"1","b":"3"}}})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
    EXPECT_THAT(result.findings.front().finding.expected, HasSubstr("/spec/labels/a of thing a"));
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","spec":{"labels":{"b":"3","c":"4"}}})")),
                ElementsAre("T-SAME", "T-READ"));
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","spec":{"labels":{}}})")),
                ElementsAre("T-SAME", "T-READ"));
}

}  // namespace
}  // namespace plumbline::monitors
