#include "conformance/streaming/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

/// Checks a run whose graph is unknown to the suite.
StreamCheckOutput of_unknown_graph(std::vector<std::string> events,
                                   const std::string& request = kSeveral) {
    events.insert(events.begin(), kStart);
    return check_stream({.body = chunks(events), .request = request});
}

std::string token(std::string_view scope, std::string_view node) {
    return event(fmt::format("messages{}", scope),
                 fmt::format(R"([{{"content":"a"}},{{"graph_node":"{}"}}])", node));
}

const std::string kTokensAndUpdates = R"({"stream_mode":["messages-tuple","updates"]})";

TEST(UpdateChecker, RequiresAnEventForEachUpdate) {
    const StreamCheckOutput broken =
        of_unknown_graph({event("updates", R"({"left":{"a":1},"right":{"a":2}})")});
    EXPECT_THAT(broken.codes(), ElementsAre("U1-one-update"));
    EXPECT_EQ(broken.result.findings.front().finding.got,
              "the updates of left, right in one event");
    EXPECT_THAT(broken.result.verified, Not(Contains("T-EACH")));
}

TEST(UpdateChecker, AcceptsAReservedKeyBesideANode) {
    EXPECT_THAT(of_unknown_graph({event("updates", R"({"work":{},"__interrupt__":[]})")}).codes(),
                IsEmpty());
}

TEST(UpdateChecker, SeesSeveralUpdatesOfOneStepOnlyBeforeTheStateThatShowsThem) {
    const std::string left = event("updates", R"({"left":{"found":["a"]}})");
    const std::string right = event("updates", R"({"right":{"found":["b"]}})");
    const std::string state = event("values", R"({"found":["a","b"]})");
    EXPECT_THAT(of_unknown_graph({left, right, state}).result.verified, Contains("T-EACH"));
    EXPECT_THAT(of_unknown_graph({left, state, right, state}).result.verified,
                Not(Contains("T-EACH")));
    EXPECT_THAT(of_unknown_graph({left, right}).result.verified, Not(Contains("T-EACH")));
    const std::string unknown = event("updates", R"({"right":{"private":1}})");
    EXPECT_THAT(of_unknown_graph({left, unknown, state}).result.verified, Not(Contains("T-EACH")));
}

TEST(UpdateChecker, SeesAnUpdateInAStateIfItReplacedAnotherValue) {
    const auto verified = [](std::string_view before, std::string_view update) {
        return of_unknown_graph(
                   {event("values", fmt::format(R"({{"done":{}}})", before)),
                    event("updates", fmt::format(R"({{"work":{{"done":{}}}}})", update)),
                    event("values", fmt::format(R"({{"done":{}}})", update))})
            .result.verified;
    };
    EXPECT_THAT(verified("1", "2"), Contains("T-SHOWN"));
    EXPECT_THAT(verified(R"("a")", R"("b")"), Contains("T-SHOWN"));
    // A sum or a concatenation would be equal as well.
    EXPECT_THAT(verified("0", "2"), Not(Contains("T-SHOWN")));
    EXPECT_THAT(verified(R"("")", R"("b")"), Not(Contains("T-SHOWN")));
    EXPECT_THAT(verified("[1]", "[2]"), Not(Contains("T-SHOWN")));
    EXPECT_THAT(verified("2", "2"), Not(Contains("T-SHOWN")));
}

TEST(UpdateChecker, DoesNotKnowHowAGraphChangesAKey) {
    EXPECT_THAT(of_unknown_graph({event("values", R"({"total":1})"),
                                  event("updates", R"({"work":{"total":2}})"),
                                  event("values", R"({"total":3})")})
                    .codes(),
                IsEmpty());
}

TEST(UpdateChecker, ComparesTheNodesOfTokensAndUpdates) {
    const std::string outer = event("updates", R"({"outer":{}})");
    const std::string inner = event("updates|outer:1", R"({"draft":{}})");
    const std::string final = event("updates", R"({"final":{}})");
    const StreamCheckOutput good = of_unknown_graph(
        {token("|outer:1", "draft"), inner, outer, token("", "final"), final}, kTokensAndUpdates);
    EXPECT_THAT(good.codes(), IsEmpty());
    EXPECT_THAT(good.result.verified, Contains("T-NODES"));
    const StreamCheckOutput broken = of_unknown_graph(
        {token("|outer:1", "some"), inner, outer, token("", "some"), final}, kTokensAndUpdates);
    EXPECT_THAT(broken.codes(), ElementsAre("O4-token-nodes"));
    EXPECT_EQ(broken.result.findings.front().finding.got,
              "tokens of some, updates of draft, final, outer");
}

TEST(UpdateChecker, ComparesNodesOnlyIfAllAreKnown) {
    const std::string update = event("updates", R"({"outer":{}})");
    // Outputs of subgraphs are not streamed.
    EXPECT_THAT(of_unknown_graph({token("", "draft"), update}, kTokensAndUpdates).codes(),
                IsEmpty());
    const std::string interrupt = event("updates|outer:1", R"({"__interrupt__":[]})");
    EXPECT_THAT(of_unknown_graph({token("|outer:1", "draft"), interrupt, update}, kTokensAndUpdates)
                    .codes(),
                IsEmpty());
    const std::string error = event("error", R"({"error":"E","message":"m"})");
    EXPECT_THAT(
        of_unknown_graph({token("|outer:1", "draft"), update, error}, kTokensAndUpdates).codes(),
        IsEmpty());
    // One node shows no distinction.
    EXPECT_THAT(
        of_unknown_graph({token("|outer:1", "outer"), update}, kTokensAndUpdates).result.verified,
        Not(Contains("T-NODES")));
}

}  // namespace
}  // namespace plumbline::streaming
