// How rules change a record: merging a patch, defaults, rounding.

#include "spec/contract/request_rules.hpp"
#include "spec/contract/rules/rules_fixture.hpp"

#include <cstdint>
#include <limits>

namespace plumbline {
namespace {

TEST_F(RequestRules, TreatNullInAPatchAsNotSupplied) {
    const Json current = *parse_json(
        R"({"name":"n","source_config":{"note":"a","spec":{"cpu":1,"memory":5}},"version":null})");
    const Json merged = merge_patch(
        *operation_,
        current,
        *parse_json(
            R"({"name":null,"source_config":{"note":"b","unknown":1,"spec":{"cpu":2}},"extra":1,"ref":"x"})"));
    EXPECT_THAT(
        merged,
        EqualsJson(R"({"name":"n","source_config":{"note":"b","spec":{"cpu":2}},"version":null})"));
}

TEST_F(RequestRules, ReplaceAMapInsteadOfMergingIt) {
    const Json current = *parse_json(R"({"source_config":{"spec":{"labels":{"a":"1"}}}})");
    const Json merged = merge_patch(
        *operation_, current, *parse_json(R"({"source_config":{"spec":{"labels":{"b":"2"}}}})"));
    EXPECT_THAT(merged, EqualsJson(R"({"source_config":{"spec":{"labels":{"b":"2"}}}})"));
}

TEST_F(RequestRules, MergeAListByTheNamesOfItsItems) {
    const Json current =
        *parse_json(R"({"source_config":{"keys":[{"name":"a","size":1},{"name":"b","size":1}]}})");
    const Json merged = merge_patch(
        *operation_,
        current,
        *parse_json(R"({"source_config":{"keys":[{"name":"c"},{"name":"b","size":2}]}})"));
    EXPECT_THAT(merged["source_config"]["keys"],
                EqualsJson(R"([{"name":"a","size":1},{"name":"b","size":2},{"name":"c"}])"));
}

TEST_F(RequestRules, ChangeNothingForAnEmptyPatch) {
    const Json current = *parse_json(R"({"source":"git","name":"n","push":true})");
    EXPECT_EQ(merge_patch(*operation_, current, Json::object()), current);
}

TEST_F(RequestRules, ApplyDerivedDefaultsAndRound) {
    const Json record = complete(R"({"source_config":{"spec":{"cpu":0.35,"memory":512}}})");
    EXPECT_THAT(
        record["source_config"]["spec"],
        EqualsJson(R"({"cpu":0.4,"cpu_limit":0.8,"queue_cpu":0.4,"queue_cpu_limit":0.8,"memory":512,
                               "memory_limit":1024,"share":null,"share_limit":null,"boxes":null,"labels":null,"volumes":null,"mounts":null})"));
    EXPECT_TRUE(record["source_config"]["spec"]["memory_limit"].is_number_integer());
}

TEST_F(RequestRules, KeepLargeNumbersExactly) {
    Json spec =
        complete(R"({"source_config":{"spec":{"memory":9223372036854775807,"share":1e308}}})")
            ["source_config"]["spec"];
    EXPECT_EQ(spec["memory"], 9223372036854775807U);
    EXPECT_EQ(spec["memory_limit"], 18446744073709551614U);
    EXPECT_EQ(spec["share"], 1e308);
    EXPECT_TRUE(spec["share_limit"].is_null());
    spec = complete(
        R"({"source_config":{"spec":{"memory":-4611686018427387904,"cpu":4503599627370495.5}}})")
        ["source_config"]["spec"];
    EXPECT_EQ(spec["memory_limit"], std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(spec["cpu"], 4503599627370495.5);
}

TEST_F(RequestRules, SetTheDefaultTextOfEachItemWithoutOne) {
    const Json record = complete(
        R"({"source_config":{"spec":{"boxes":[{},{"word":null},{"word":""},{"word":"w"},"no box"]}}})");
    EXPECT_THAT(
        record["source_config"]["spec"]["boxes"],
        EqualsJson(R"([{"word":"none"},{"word":"none"},{"word":""},{"word":"w"},"no box"])"));
    context_.disabled_rules.insert("default:/source_config/spec/boxes/*/word");
    EXPECT_THAT(
        complete(R"({"source_config":{"spec":{"boxes":[{}]}}})")["source_config"]["spec"]["boxes"],
        EqualsJson("[{}]"));
}

TEST_F(RequestRules, KeepTheSpellingOfAnImmutableId) {
    const Json current = *parse_json(R"({"owner":"7d444840-9dc0-41d1-b245-5ffdce74fad2"})");
    const Json same = *parse_json(R"({"owner":"7D444840-9DC0-41D1-B245-5FFDCE74FAD2"})");
    EXPECT_EQ(merge_patch(*operation_, current, same), current);
}

TEST_F(RequestRules, PreferASentValueToTheDefault) {
    const Json record = complete(R"({"source_config":{"spec":{"cpu":1,"cpu_limit":1.5}}})");
    EXPECT_EQ(record["source_config"]["spec"]["cpu_limit"], 1.5);
    EXPECT_EQ(record["source_config"]["spec"]["queue_cpu_limit"], 2);
}

TEST_F(RequestRules, BuildARecordFromItsDeclaredFields) {
    const Json record = new_record(
        *operation_,
        *parse_json(
            R"({"name":"n","extra":1,"source":"git","id":"sent","source_config":{"spec":{"cpu":1,"z":2,"labels":{"b":"1"}},"a":0}})"),
        context_);
    EXPECT_THAT(record, EqualsJson(R"({"id":null,"name":"n","version":null,"source_config":{
                    "a":0,"note":null,"keys":null,"listener_id":null,"spec":{
                        "cpu":1,"cpu_limit":2,"queue_cpu":1,"queue_cpu_limit":2,"memory":null,
                        "memory_limit":null,"share":null,"share_limit":null,"boxes":null,
                        "labels":{"b":"1"},"volumes":null,"mounts":null,"z":2}}})"));
}

TEST_F(RequestRules, BuildTheSameRecordFromAConstRequest) {
    const Json kept = *parse_json(
        R"({"name":"n","source_config":{"spec":{"cpu":1,"labels":{"b":"1"}},"keys":[{"name":"k"}]}})");
    const Json before = kept;
    const Json record = new_record(*operation_, kept, context_);
    EXPECT_EQ(record, new_record(*operation_, Json(kept), context_));
    EXPECT_EQ(kept, before);
}

TEST_F(RequestRules, BuildARecordFromAnEmptyRequest) {
    EXPECT_THAT(new_record(*operation_, Json::object(), context_),
                EqualsJson(R"({"id":null,"name":null,"version":null,"source_config":null})"));
    EXPECT_THAT(new_record(*operation_, *parse_json(R"({"name":null})"), context_),
                EqualsJson(R"({"id":null,"name":null,"version":null,"source_config":null})"));
}

TEST_F(RequestRules, AddMissingFieldsAsNull) {
    EXPECT_THAT(complete(R"({"id":"i","source_config":{}})"),
                EqualsJson(R"({"id":"i","name":null,"version":null,
                               "source_config":{"note":null,"keys":null,"listener_id":null,"spec":null}})"));
}

}  // namespace
}  // namespace plumbline
