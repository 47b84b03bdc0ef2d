#include "mock_server/rules/refusal.hpp"

#include "mock_server/lifecycle/testing.hpp"
#include "mock_server/validation/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

/// Rules of two kinds: a broken immutable one is answered with 400, the other with 422.
struct Rules {
    std::shared_ptr<const ApiDocument> api = things_api();
    const Operation& operation = *api->find_operation("patchThing");
    Rule immutable;
    Rule unique;
    Json body = *parse_json(R"({"name":"b","parts":[{"size":1}]})");

    Rules() {
        immutable.kind = RuleKind::kImmutable;
        unique.kind = RuleKind::kUniqueBy;
    }
    [[nodiscard]] std::optional<Reply> refuse(const std::vector<RuleViolation>& violations) const {
        return refusal_of(operation, body, violations);
    }
};

Json body_of(const Reply& reply) {
    return *parse_json(*std::get<JsonReply>(reply).body);
}

TEST(Refusal, IsNotMadeWithoutReason) {
    EXPECT_FALSE(Rules().refuse({}));
}

TEST(Refusal, TellsBrokenImmutableFieldsInOneText) {
    const Rules rules;
    const auto reply = rules.refuse(
        {{&rules.immutable, "/name", "fixed"}, {&rules.immutable, "/kind", "fixed too"}});
    ASSERT_TRUE(reply);
    EXPECT_EQ(status_of(*reply), 400);
    EXPECT_THAT(body_of(*reply), EqualsJson(R"({"detail":"/name: fixed; /kind: fixed too"})"));
}

TEST(Refusal, ListsEveryProblemAsSoonAsOneIsNoImmutableField) {
    const Rules rules;
    const auto reply = rules.refuse(
        {{&rules.immutable, "/name", "fixed"}, {&rules.unique, "/parts/0/size", "twice"}});
    ASSERT_TRUE(reply);
    EXPECT_EQ(status_of(*reply), 422);
    EXPECT_THAT(body_of(*reply), EqualsJson(R"({"detail":[
        {"loc":["body","name"],"msg":"fixed","type":"immutable"},
        {"loc":["body","parts",0,"size"],"msg":"twice","type":"unique_by"}]})"));
}

TEST(Facts, ComeFromTheWorkspace) {
    Village village;
    Record listener;
    listener.ref = {"listeners", "l"};
    listener.body = std::make_shared<const Json>(Json{{"compute_type", "cluster"}});
    village.life.store().insert(std::move(listener));
    village.life.store().issue("op", "T", "path");

    const Facts facts = facts_of(village.life, "T", {"off"});
    EXPECT_EQ(facts.hosting, "cloud");
    EXPECT_EQ(facts.disabled_rules.count("off"), 1U);
    EXPECT_TRUE(facts.issued("op", "path"));
    EXPECT_FALSE(facts.issued("op", "other"));
    EXPECT_EQ(facts.compute_kind("l"), "cluster");
    EXPECT_EQ(facts.compute_kind("L"), "cluster");
    EXPECT_EQ(facts.compute_kind("unknown"), "");
}

}  // namespace
}  // namespace plumbline::mock
