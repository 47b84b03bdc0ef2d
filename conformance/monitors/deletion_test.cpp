#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Deletion = Watching;

TEST_F(Deletion, LastsWhereTheRecordIsOnItsWay) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    EXPECT_THAT(get(R"({"id":"a","status":"GOING"})").verified, Contains("T-GONE"));
}

TEST_F(Deletion, IsBrokenByARecordThatIsStillThere) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    EXPECT_THAT(broken(get(R"({"id":"a","status":"NEW"})")), ElementsAre("T-GONE"));
}

TEST_F(Deletion, IsBrokenByARecordThatComesBack) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    see({.operation = "getThing", .path = {{"thing_id", "a"}}, .status = 404});
    const auto judged = list(R"({"items":[{"id":"a"}]})");
    EXPECT_THAT(broken(judged), ElementsAre("T-GONE"));
    EXPECT_THAT(judged.broken.front().finding.expected, HasSubstr("to stay away"));
}

TEST_F(Deletion, IsNotShownByWhatOthersDoNotFind) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    see({.operation = "getThing",
         .path = {{"thing_id", "a"}},
         .status = 404,
         .key = "somebody else"});
    EXPECT_THAT(get(R"({"id":"a","status":"GOING"})").broken, IsEmpty());
}

TEST_F(Deletion, ThatWasRefusedIsNone) {
    create(R"({"id":"a","status":"NEW"})");
    see({.operation = "deleteThing", .path = {{"thing_id", "a"}}, .status = 403});
    EXPECT_THAT(get(R"({"id":"a","status":"NEW"})").broken, IsEmpty());
}

TEST_F(Deletion, MayBeMissedWithinTheWait) {
    restart(std::chrono::milliseconds(100));
    create(R"({"id":"a","status":"NEW"})");
    see({.operation = "deleteThing", .path = {{"thing_id", "a"}}, .status = 204});
    EXPECT_THAT(get(R"({"id":"a","status":"NEW"})").broken, IsEmpty());
    EXPECT_THAT(broken(see({.operation = "getThing",
                            .answer = R"({"id":"a","status":"NEW"})",
                            .path = {{"thing_id", "a"}},
                            .started = 500})),
                ElementsAre("T-GONE"));
}

}  // namespace
}  // namespace plumbline::monitors
