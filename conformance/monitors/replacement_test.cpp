#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

class Replaced : public Watching {
  protected:
    /// Makes a thing of this spec, which is shown as it is sent.
    void create_with(const std::string& spec) {
        create(R"({"id":"a","spec":)" + spec + '}', {{"spec", json_of(spec)}});
    }
};

TEST_F(Replaced, ValuesStayAway) {
    create_with(R"({"cpu":1,"team":"x","refs":["r"]})");
    patch(R"({"id":"a","spec":{"cpu":2,"team":null}})", json_of(R"({"spec":{"cpu":2}})"));
    const auto judged = get(R"({"id":"a","spec":{"cpu":2,"team":null,"refs":[]}})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("T-READ"));
}

TEST_F(Replaced, ValuesThatComeBackAreBroken) {
    create_with(R"({"cpu":1,"team":"x","refs":["r"]})");
    patch(R"({"id":"a","spec":{"cpu":2,"team":null}})", json_of(R"({"spec":{"cpu":2}})"));
    const auto judged = get(R"({"id":"a","spec":{"cpu":2,"team":"x"}})");
    EXPECT_THAT(broken(judged), ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
    EXPECT_THAT(judged.broken.back().finding,
                AllOf(Field(&reports::Finding::code, "history-replaced"),
                      Field(&reports::Finding::expected,
                            "/spec/team of thing a as the last write answered: null"),
                      Field(&reports::Finding::got, "\"x\", which was replaced")));
    EXPECT_THAT(broken(get(R"({"id":"a","spec":{"cpu":2,"refs":["r"]}})")),
                ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
    EXPECT_THAT(broken(list(R"({"items":[{"id":"a","spec":{"team":"x"}}]})")),
                ElementsAre("T-LIST", "T-READ", "T-WHOLE"));
}

TEST_F(Replaced, ValuesAreRememberedWhileOthersAreWritten) {
    create_with(R"({"cpu":1,"team":"x"})");
    patch(R"({"id":"a","spec":{"cpu":2}})", json_of(R"({"spec":{"cpu":2}})"));
    patch(R"({"id":"a","note":"n","spec":{"cpu":2}})", json_of(R"({"note":"n"})"));
    EXPECT_THAT(broken(get(R"({"id":"a","note":"n","spec":{"cpu":2,"team":"x"}})")),
                ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
}

TEST_F(Replaced, ValuesMayGetOthersFromTheServer) {
    create_with(R"({"cpu":1,"limit":2,"team":"x"})");
    patch(R"({"id":"a","spec":{"cpu":1}})", json_of(R"({"spec":{"cpu":1}})"));
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":1,"team":"of the server"}})").broken, IsEmpty());
    // As great as before, but only because its default is.
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":1,"limit":2}})").broken, IsEmpty());
}

TEST_F(Replaced, ValuesOfTheServerMayComeBack) {
    create(R"({"id":"a","spec":{"cpu":1,"team":"of the server","labels":{"of":"the server"}}})",
           json_of(R"({"spec":{"cpu":1,"team":null,"labels":{}}})"));
    patch(R"({"id":"a","spec":{"cpu":2}})", json_of(R"({"spec":{"cpu":2}})"));
    EXPECT_THAT(
        get(R"({"id":"a","spec":{"cpu":2,"team":"of the server","labels":{"of":"the server"}}})")
            .broken,
        IsEmpty());
}

TEST_F(Replaced, ValuesOfAnotherPlaceMayComeBack) {
    create(R"({"id":"a","note":"found by the server"})");
    patch(R"({"id":"a","note":null})", json_of(R"({"name":"n"})"));
    EXPECT_THAT(get(R"({"id":"a","note":"found by the server"})").broken, IsEmpty());
}

TEST_F(Replaced, ValuesOfAnUnknownWriteAreNotMissed) {
    create_with(R"({"team":"x"})");
    see({.operation = "patchThing",
         .path = {{"thing_id", "a"}},
         .failure = Error{ErrorCode::kTimeout, "no answer", {}, {}}});
    patch(R"({"id":"a","spec":{"cpu":2}})", json_of(R"({"spec":{"cpu":2}})"));
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":2,"team":"x"}})").broken, IsEmpty());
}

TEST_F(Replaced, MapsHaveNoMoreThanTheWriteAnswered) {
    create_with(R"({"labels":{"a":"1","b":"2"}})");
    patch(R"({"id":"a","spec":{"labels":{"b":"3"}}})", json_of(R"({"spec":{"labels":{"b":"3"}}})"));
    EXPECT_THAT(get(R"({"id":"a","spec":{"labels":{"a":null,"b":"3"}}})").broken, IsEmpty());
    const auto judged = get(R"({"id":"a","spec":{"labels":{"a":"1","b":"3"}}})");
    EXPECT_THAT(broken(judged), ElementsAre("T-SAME", "T-READ", "T-WHOLE"));
    EXPECT_THAT(judged.broken.front().finding.expected, HasSubstr("/spec/labels/a of thing a"));
    EXPECT_THAT(broken(get(R"({"id":"a","spec":{"labels":{"b":"3","c":"4"}}})")),
                ElementsAre("T-SAME", "T-READ"));
    EXPECT_THAT(broken(get(R"({"id":"a","spec":{"labels":{}}})")), ElementsAre("T-SAME", "T-READ"));
}

}  // namespace
}  // namespace plumbline::monitors
