#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Writes = Watching;
using Sent = Watching;

TEST_F(Writes, AreShownByLaterReads) {
    create(R"({"id":"a","note":"x","size":{"cpu":1}})");
    EXPECT_THAT(get(R"({"id":"a","note":"x","size":{"cpu":1.0}})").verified, Contains("T-SAME"));
    patch(R"({"id":"a","note":"y"})");
    EXPECT_THAT(get(R"({"id":"a","note":"y"})").verified,
                AllOf(Contains("T-SAME"), Contains("T-READ")));
    EXPECT_THAT(list(R"({"items":[{"id":"a","note":"y"}]})").verified,
                AllOf(Contains("T-LIST"), Contains("T-READ")));
}

TEST_F(Writes, ThatAReadDoesNotShowAreBroken) {
    create(R"({"id":"a","note":"x"})");
    EXPECT_THAT(broken(get(R"({"id":"a","note":"z"})")), ElementsAre("T-SAME"));
    patch(R"({"id":"a","note":"y"})");
    EXPECT_THAT(broken(get(R"({"id":"a","note":"x"})")), ElementsAre("T-SAME", "T-READ"));
    EXPECT_THAT(broken(list(R"({"items":[{"id":"a","note":"x"}]})")),
                ElementsAre("T-LIST", "T-READ"));
}

TEST_F(Writes, TellTheFieldWithItsWholePlace) {
    create(R"({"id":"a","size":{"cpu":1}})");
    const auto judged = get(R"({"id":"a","size":{"cpu":2}})");
    ASSERT_EQ(judged.broken.size(), 1U);
    EXPECT_THAT(judged.broken.front().finding.expected, HasSubstr("/size/cpu of thing a"));
    EXPECT_EQ(judged.broken.front().finding.got, "2");
}

TEST_F(Writes, MayBeShownInPartByLists) {
    create(R"({"id":"a","note":"x"})");
    EXPECT_THAT(list(R"({"items":[{"id":"a"}]})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"a"})")), ElementsAre("T-SAME"));
}

TEST_F(Writes, DoNotCountForWhatTheServerMovesOn) {
    create(R"({"id":"a","status":"NEW","note":null})");
    EXPECT_THAT(get(R"({"id":"a","status":"OLD","note":"set by the server"})").broken, IsEmpty());
}

TEST_F(Writes, ThatAreUnderWayAreNotJudged) {
    create(R"({"id":"a","note":"x"})");
    const Told change{.operation = "patchThing",
                      .answer = R"({"id":"a","note":"y"})",
                      .path = {{"thing_id", "a"}},
                      .started = 100,
                      .ended = 300};
    begin(change);
    const Told read{.operation = "getThing",
                    .answer = R"({"id":"a","note":"y"})",
                    .path = {{"thing_id", "a"}},
                    .started = 150,
                    .ended = 200};
    EXPECT_THAT(see(read).broken, IsEmpty());
    judge(change);
    Told late = read;
    late.answer = R"({"id":"a","note":"x"})";
    EXPECT_THAT(see(late).broken, IsEmpty());
    late.started = 300;
    late.ended = 310;
    EXPECT_THAT(broken(see(late)), ElementsAre("T-SAME", "T-READ"));
}

TEST_F(Writes, ThatOverlapLeaveOpenWhatIsShown) {
    create(R"({"id":"a","note":"x"})");
    const Told one{.operation = "patchThing",
                   .answer = R"({"id":"a","note":"y"})",
                   .path = {{"thing_id", "a"}},
                   .started = 100,
                   .ended = 120};
    const Told other{.operation = "patchThing",
                     .answer = R"({"id":"a","note":"z"})",
                     .path = {{"thing_id", "a"}},
                     .started = 110,
                     .ended = 130};
    begin(one);
    begin(other);
    judge(one);
    judge(other);
    EXPECT_THAT(get(R"({"id":"a","note":"y"})").broken, IsEmpty());
}

TEST_F(Writes, WithoutAnAnswerLeaveOpenWhatIsShown) {
    create(R"({"id":"a","note":"x"})");
    see({.operation = "patchThing",
         .path = {{"thing_id", "a"}},
         .failure = Error{ErrorCode::kTimeout, "no answer", {}, {}}});
    EXPECT_THAT(get(R"({"id":"a","note":"y"})").broken, IsEmpty());
}

TEST_F(Writes, ThatWereRefusedChangeNothing) {
    create(R"({"id":"a","note":"x"})");
    see({.operation = "patchThing", .path = {{"thing_id", "a"}}, .status = 422});
    EXPECT_THAT(broken(get(R"({"id":"a","note":"y"})")), ElementsAre("T-SAME"));
}

TEST_F(Writes, MayBeMissedWithinTheWait) {
    restart(std::chrono::milliseconds(100));
    const auto at = [&](int time, const std::string& operation, const std::string& note) {
        return see({.operation = operation,
                    .answer = R"({"id":"a","note":")" + note + "\"}",
                    .path = {{"thing_id", "a"}},
                    .started = time,
                    .ended = time});
    };
    at(0, "patchThing", "y");
    EXPECT_THAT(at(99, "getThing", "x").broken, IsEmpty());
    EXPECT_THAT(broken(at(100, "getThing", "x")), ElementsAre("T-SAME", "T-READ"));
}

TEST_F(Sent, ComesBackAsItWas) {
    const auto judged = create(
        R"({"id":"a","name":"n","tags":[{"name":"B","value":"2"},{"name":"A","value":"1"}]})",
        json_of(
            R"({"name":"n","tags":[{"name":"A","value":"1","x":0},{"name":"B","value":"2"}]})"));
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("T-ECHO"));
}

TEST_F(Sent, ThatComesBackChangedIsBroken) {
    EXPECT_THAT(broken(create(R"({"id":"a","tags":[{"name":"A","value":"***"}]})",
                              json_of(R"({"tags":[{"name":"A","value":"1"}]})"))),
                ElementsAre("T-ECHO"));
    EXPECT_THAT(broken(create(R"({"id":"b","name":null})", json_of(R"({"name":"n"})"))),
                ElementsAre("T-ECHO"));
}

TEST_F(Sent, IsNotJudgedByAnswersThatLeaveItOut) {
    const auto judged = create(R"({"id":"a"})", json_of(R"({"name":"n"})"));
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Not(Contains("T-ECHO")));
}

TEST_F(Sent, EmptyListsMayComeBackAsNull) {
    EXPECT_THAT(create(R"({"id":"a","tags":null})", json_of(R"({"tags":[]})")).broken, IsEmpty());
    EXPECT_THAT(broken(create(R"({"id":"b","tags":null})", json_of(R"({"tags":[{"name":"A"}]})"))),
                ElementsAre("T-ECHO"));
}

TEST_F(Sent, ListsInAPatchReplaceTheOldOnes) {
    const Json request = json_of(R"({"tags":[{"name":"B","value":"2"}]})");
    create(R"({"id":"a","tags":[{"name":"A","value":"1"}]})");
    EXPECT_THAT(patch(R"({"id":"a","tags":[{"name":"B","value":"2"}]})", request).verified,
                Contains("T-REPLACE"));
    EXPECT_THAT(
        broken(patch(R"({"id":"a","tags":[{"name":"A","value":"1"},{"name":"B","value":"2"}]})",
                     request)),
        ElementsAre("T-REPLACE"));
}

}  // namespace
}  // namespace plumbline::monitors
