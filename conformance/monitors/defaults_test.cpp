#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Defaults = Watching;

TEST_F(Defaults, AreShownForWhatWasLeftOut) {
    const Json request = json_of(R"({"size":{"cpu":1.5}})");
    EXPECT_THAT(create(R"({"id":"a","size":{"cpu":1.5,"limit":3}})", request).verified,
                Contains("T-DEFAULT"));
    EXPECT_THAT(get(R"({"id":"a","size":{"cpu":1.5,"limit":3.0}})").verified,
                Contains("T-DEFAULT"));
}

TEST_F(Defaults, OfAnotherValueAreBroken) {
    const Json request = json_of(R"({"size":{"cpu":1.5}})");
    EXPECT_THAT(broken(create(R"({"id":"a","size":{"cpu":1.5,"limit":1.5}})", request)),
                ElementsAre("T-DEFAULT"));
    create(R"({"id":"b","size":{"cpu":1.5,"limit":null}})", request);
    EXPECT_THAT(broken(get(R"({"id":"b","size":{"cpu":1.5,"limit":2}})", "b")),
                ElementsAre("T-DEFAULT"));
}

TEST_F(Defaults, DoNotCountForWhatWasSentOrIsNotShown) {
    EXPECT_THAT(create(R"({"id":"a","size":{"cpu":1,"limit":7}})",
                       json_of(R"({"size":{"cpu":1,"limit":7}})"))
                    .broken,
                IsEmpty());
    EXPECT_THAT(create(R"({"id":"b","size":{"cpu":1}})", json_of(R"({"size":{"cpu":1}})")).verified,
                Not(Contains("T-DEFAULT")));
}

TEST_F(Defaults, AreNotJudgedByABaseThatWasRounded) {
    EXPECT_THAT(
        create(R"({"id":"a","size":{"cpu":0.4,"limit":0.7}})", json_of(R"({"size":{"cpu":0.35}})"))
            .broken,
        IsEmpty());
}

TEST_F(Defaults, AreNotJudgedByABaseThatShouldHaveBeenRounded) {
    EXPECT_THAT(
        create(R"({"id":"a","spec":{"cpu":0.24,"limit":0.5}})", json_of(R"({"spec":{"cpu":0.24}})"))
            .broken,
        IsEmpty());
}

TEST_F(Defaults, AreNotWhatAPatchKept) {
    const Json request = json_of(R"({"spec":{"cpu":3}})");
    create(R"({"id":"a","spec":{"cpu":1,"limit":7}})", json_of(R"({"spec":{"cpu":1,"limit":7}})"));
    const auto kept = patch(R"({"id":"a","spec":{"cpu":3,"limit":7}})", request);
    EXPECT_THAT(kept.broken, IsEmpty());
    EXPECT_THAT(kept.verified, Not(Contains("T-LIMIT")));
    EXPECT_THAT(get(R"({"id":"a","spec":{"cpu":3,"limit":7}})").broken, IsEmpty());
    EXPECT_THAT(broken(patch(R"({"id":"a","spec":{"cpu":3,"limit":8}})", request)),
                ElementsAre("T-LIMIT"));
}

TEST_F(Defaults, AreNotWhatPatchesKeptOneAfterTheOther) {
    create(R"({"id":"a","spec":{"cpu":1,"limit":2}})", json_of(R"({"spec":{"cpu":1}})"));
    patch(R"({"id":"a","spec":{"cpu":3,"limit":2}})", json_of(R"({"spec":{"cpu":3}})"));
    EXPECT_THAT(
        patch(R"({"id":"a","spec":{"cpu":4,"limit":2}})", json_of(R"({"spec":{"cpu":4}})")).broken,
        IsEmpty());
}

TEST_F(Defaults, ThatAreAlwaysTheSameAreBroken) {
    create(R"({"id":"a","spec":{"cpu":0.2,"limit":1}})", json_of(R"({"spec":{"cpu":0.24}})"));
    EXPECT_THAT(
        broken(patch(R"({"id":"a","spec":{"cpu":1,"limit":1}})", json_of(R"({"spec":{"cpu":1}})"))),
        ElementsAre("T-LIMIT"));
}

TEST_F(Defaults, MayBeTheSameAsBefore) {
    create(R"({"id":"a","spec":{"cpu":1,"limit":6}})", json_of(R"({"spec":{"cpu":1,"limit":6}})"));
    EXPECT_THAT(patch(R"({"id":"a","spec":{"cpu":3,"limit":6}})", json_of(R"({"spec":{"cpu":3}})"))
                    .verified,
                Contains("T-LIMIT"));
}

}  // namespace
}  // namespace plumbline::monitors
