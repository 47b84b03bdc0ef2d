// resource_spec, field by field: defaults and their chains, decimals, bounds, reserved fields.

#include "mock_server/engine/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::mock {
namespace {

/// A self-hosted workspace that deploys with a given resource_spec.
struct SpecWorkspace : TestWorkspace {
    SpecWorkspace() : TestWorkspace(Json{{"world", "self_hosted"}}) {}

    [[nodiscard]] TestResponse create(const Json& spec) const {
        Json body = external_body(workspace);
        body["source_config"]["resource_spec"] = spec;
        return api.post("/v2/deployments", body);
    }
    /// Returns the spec with defaults, as the mock stores it.
    [[nodiscard]] Json completed(const Json& spec) const {
        const TestResponse made = create(spec);
        EXPECT_THAT(made, HasStatus(201));
        return made.body["source_config"]["resource_spec"];
    }
};

struct DefaultRow {
    const char* name;
    Json given;
    const char* field;
    Json expected;
};

void PrintTo(const DefaultRow& row, std::ostream* out) {
    *out << row.name;
}

class SpecDefault : public testing::TestWithParam<DefaultRow> {};

TEST_P(SpecDefault, IsDerivedFromItsBaseField) {
    const Json spec = SpecWorkspace().completed(GetParam().given);
    EXPECT_EQ(spec[GetParam().field], GetParam().expected);
    EXPECT_TRUE(spec[GetParam().field].is_number_integer() ||
                GetParam().expected.is_number_float());
}

TEST_P(SpecDefault, IsReplacedByASentValue) {
    Json given = GetParam().given;
    given[GetParam().field] = 3;
    EXPECT_EQ(SpecWorkspace().completed(given)[GetParam().field], 3);
}

TEST_P(SpecDefault, IsNullWithoutABase) {
    EXPECT_TRUE(SpecWorkspace().completed(Json::object())[GetParam().field].is_null());
}

INSTANTIATE_TEST_SUITE_P(
    Chains,
    SpecDefault,
    testing::Values(
        DefaultRow{"cpu_limit", {{"cpu", 1.5}}, "cpu_limit", 3.0},
        DefaultRow{"memory_limit", {{"memory_mb", 512}}, "memory_limit_mb", 1024},
        DefaultRow{"queue_min_scale", {{"min_scale", 2}}, "queue_min_scale", 2},
        DefaultRow{"queue_max_scale", {{"max_scale", 5}}, "queue_max_scale", 5},
        DefaultRow{"queue_cpu", {{"cpu", 1.5}}, "queue_cpu", 1.5},
        DefaultRow{"queue_cpu_limit", {{"queue_cpu", 0.7}}, "queue_cpu_limit", 1.4},
        DefaultRow{"queue_cpu_limit_of_cpu", {{"cpu", 1.5}}, "queue_cpu_limit", 3.0},
        DefaultRow{"queue_memory", {{"memory_mb", 512}}, "queue_memory_mb", 512},
        DefaultRow{"queue_memory_limit",
                   {{"memory_mb", 512}, {"queue_memory_mb", 256}},
                   "queue_memory_limit_mb",
                   512},
        DefaultRow{
            "queue_memory_limit_of_memory", {{"memory_mb", 512}}, "queue_memory_limit_mb", 1024},
        DefaultRow{"cache_cpu_limit", {{"cache_cpu", 0.5}}, "cache_cpu_limit", 1.0},
        DefaultRow{"cache_memory_limit", {{"cache_memory_mb", 256}}, "cache_memory_limit_mb", 256},
        DefaultRow{"db_cpu_limit", {{"db_cpu", 2.5}}, "db_cpu_limit", 5.0},
        DefaultRow{"db_memory_limit", {{"db_memory_mb", 64}}, "db_memory_limit_mb", 128}),
    RowName());

class SpecCpu : public testing::TestWithParam<const char*> {};

TEST_P(SpecCpu, HasOneDecimal) {
    const SpecWorkspace setup;
    EXPECT_EQ(setup.completed({{GetParam(), 0.25}})[GetParam()], 0.3);
    EXPECT_EQ(setup.completed({{GetParam(), 1.04}})[GetParam()], 1.0);
    EXPECT_EQ(setup.completed({{GetParam(), 2}})[GetParam()], 2);
}

INSTANTIATE_TEST_SUITE_P(Fields,
                         SpecCpu,
                         testing::Values("cpu",
                                         "cpu_limit",
                                         "queue_cpu",
                                         "queue_cpu_limit",
                                         "cache_cpu",
                                         "cache_cpu_limit",
                                         "db_cpu",
                                         "db_cpu_limit"),
                         RowName());

TEST(SpecBounds, AreNotStatedForTheDatabase) {
    EXPECT_EQ(SpecWorkspace().completed({{"db_cpu", 64}})["db_cpu_limit"], 128);
}

TEST(SpecBounds, ApplyToTheSentValueNotTheRoundedOne) {
    const SpecWorkspace setup;
    EXPECT_THAT(setup.create({{"cpu", 0.09}}),
                HasProblemAt(R"(["body","source_config","resource_spec","cpu"])"));
    EXPECT_THAT(setup.create({{"cpu", 8.04}}),
                HasProblemAt(R"(["body","source_config","resource_spec","cpu"])"));
}

TEST(SpecNumbers, AreKeptExactly) {
    const Json spec =
        SpecWorkspace().completed({{"memory_mb", 9223372036854775807}, {"db_cpu", 8e307}});
    EXPECT_EQ(spec["memory_mb"], 9223372036854775807);
    EXPECT_EQ(spec["memory_limit_mb"], 18446744073709551614U);
    EXPECT_EQ(spec["db_cpu"], 8e307);
    EXPECT_EQ(spec["db_cpu_limit"], 1.6e308);
}

TEST(SpecNumbers, AreRefusedIfTheirDefaultOverflows) {
    const SpecWorkspace setup;
    EXPECT_THAT(setup.create({{"memory_mb", 18446744073709551615U}}),
                HasProblemAt(R"(["body","source_config","resource_spec","memory_mb"])"));
    EXPECT_THAT(setup.create({{"db_cpu", 1e308}}),
                HasProblemAt(R"(["body","source_config","resource_spec","db_cpu"])"));
    EXPECT_EQ(setup.completed({{"db_cpu", 1e308}, {"db_cpu_limit", 1e308}})["db_cpu"], 1e308);
}

TEST(SpecEnvironment, HasAnEmptyValueByDefault) {
    const Json container =
        *parse_json(R"([{"name":"a","image":"i","env":[{"name":"A"},{"name":"B","value":"b"}]}])");
    const Json spec =
        SpecWorkspace().completed({{"sidecars", container}, {"init_containers", container}});
    EXPECT_EQ(spec["sidecars"][0]["env"][0]["value"], "");
    EXPECT_EQ(spec["sidecars"][0]["env"][1]["value"], "b");
    EXPECT_EQ(spec["init_containers"][0]["env"][0]["value"], "");
}

TEST(ReservedSpecFields, AreAcceptedWithoutEffect) {
    const SpecWorkspace setup;
    const Json plain = setup.completed({{"cpu", 1}});
    Json given{{"cpu", 1}};
    for (const char* component : {"orchestrator", "executor"}) {
        const std::string prefix = component;
        given[prefix + "_cpu"] = 99.99;
        given[prefix + "_cpu_limit"] = 0.01;
        given[prefix + "_memory_mb"] = 1;
        given[prefix + "_memory_limit_mb"] = 1.5;
    }
    given["orchestrator_min_scale"] = 7;
    given["orchestrator_max_scale"] = 1;
    Json taken = setup.completed(given);
    for (const auto& [name, value] : given.items()) {
        if (name != "cpu") taken[name] = nullptr;
    }
    EXPECT_EQ(taken, plain);
}

}  // namespace
}  // namespace plumbline::mock
