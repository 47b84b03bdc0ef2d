#include "mock_server/engine/rule_check.hpp"

#include "mock_server/lifecycle/testing.hpp"
#include "mock_server/validation/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

/// Two rules: a change of an immutable field is refused with 400, the other violation with 422.
struct RefusalRules {
    std::shared_ptr<const ApiDocument> api = things_api();
    const Operation& operation = *api->find_operation("patchThing");
    Rule immutable;
    Rule unique;
    Json body = *parse_json(R"({"name":"b","parts":[{"size":1}]})");

    RefusalRules() {
        immutable.kind = RuleKind::kImmutable;
        unique.kind = RuleKind::kUniqueBy;
    }
    [[nodiscard]] std::optional<EngineResponse> refuse(
        const std::vector<RuleViolation>& violations) const {
        return refusal_of(operation, body, violations);
    }
};

Json body_of(const EngineResponse& response) {
    return *parse_json(*response.body);
}

TEST(RuleRefusal, IsEmptyWithoutViolations) {
    EXPECT_FALSE(RefusalRules().refuse({}));
}

TEST(RuleRefusal, ListsImmutableFieldsInOneText) {
    const RefusalRules rules;
    const auto response = rules.refuse(
        {{&rules.immutable, "/name", "fixed"}, {&rules.immutable, "/kind", "fixed too"}});
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 400);
    EXPECT_THAT(body_of(*response), EqualsJson(R"({"detail":"/name: fixed; /kind: fixed too"})"));
}

TEST(RuleRefusal, ListsEveryProblemIfOneIsNotAnImmutableField) {
    const RefusalRules rules;
    const auto response = rules.refuse(
        {{&rules.immutable, "/name", "fixed"}, {&rules.unique, "/parts/0/size", "twice"}});
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 422);
    EXPECT_THAT(body_of(*response), EqualsJson(R"({"detail":[
        {"loc":["body","name"],"msg":"fixed","type":"immutable"},
        {"loc":["body","parts",0,"size"],"msg":"twice","type":"unique_by"}]})"));
}

TEST(RuleFacts, AreReadFromTheWorkspace) {
    RoomsWorld world;
    Record listener;
    listener.ref = {"listeners", "l"};
    listener.body = std::make_shared<const Json>(Json{{"compute_type", "cluster"}});
    world.simulation.store.insert(std::move(listener));
    world.simulation.issued.add("op", "T", "path");

    const RuleContext context = rule_context_of(world.simulation, "T", {"off"});
    EXPECT_EQ(context.hosting, "cloud");
    EXPECT_EQ(context.disabled_rules.count("off"), 1U);
    EXPECT_TRUE(context.is_issued("op", "path"));
    EXPECT_FALSE(context.is_issued("op", "other"));
    EXPECT_EQ(context.compute_kind("l"), "cluster");
    EXPECT_EQ(context.compute_kind("L"), "cluster");
    EXPECT_EQ(context.compute_kind("unknown"), "");
}

}  // namespace
}  // namespace plumbline::mock
