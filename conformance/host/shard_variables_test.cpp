#include "conformance/host/shard_variables.hpp"

#include <gmock/gmock.h>

#include <map>

namespace plumbline::host {
namespace {

using testing::HasSubstr;
using testing::StrEq;

using Variables = std::map<std::string, std::string>;

/// Returns the shard, or the error.
std::string resolve(const std::string& written, const Variables& variables) {
    const auto find = [&](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
    };
    const auto shard = resolve_shard(written, {1000, "two numbers"}, find);
    if (!shard) return to_text(shard.error());
    return std::to_string(shard->index + 1) + "/" + std::to_string(shard->count);
}

Variables slurm(const char* id, const char* first, const char* step, const char* count) {
    return {{"SLURM_ARRAY_TASK_ID", id},
            {"SLURM_ARRAY_TASK_MIN", first},
            {"SLURM_ARRAY_TASK_STEP", step},
            {"SLURM_ARRAY_TASK_COUNT", count}};
}

TEST(ShardVariables, AreNotReadForAWrittenShard) {
    EXPECT_THAT(resolve("2/3", {{"JOB_COMPLETION_INDEX", "0"}}), StrEq("2/3"));
    EXPECT_THAT(resolve("1000/1000", {}), StrEq("1000/1000"));
}

TEST(Shard, IsRefusedWithTheExpectedFormat) {
    for (const char* text :
         {"", "2", "2/", "/3", "a/b", "1/2/3", " 1/3", "0/3", "4/3", "0/0", "-1/2"})
        EXPECT_THAT(resolve(text, {}), HasSubstr("\", expected two numbers")) << text;
    EXPECT_THAT(resolve("1/1001", {}), HasSubstr("found \"1/1001\", expected two numbers"));
    EXPECT_THAT(resolve("env/1001", {{"JOB_COMPLETION_INDEX", "0"}}),
                HasSubstr("found \"env/1001\", expected two numbers"));
}

TEST(ShardVariables, OfAnIndexedJobCountFromZero) {
    EXPECT_THAT(resolve("env/4", {{"JOB_COMPLETION_INDEX", "0"}}), StrEq("1/4"));
    EXPECT_THAT(resolve("env/4", {{"JOB_COMPLETION_INDEX", "3"}}), StrEq("4/4"));
}

TEST(ShardVariables, OfAJobArrayHaveAnyFirstIdAndStep) {
    EXPECT_THAT(resolve("env", slurm("1", "1", "1", "2")), StrEq("1/2"));
    EXPECT_THAT(resolve("env", slurm("0", "0", "1", "2")), StrEq("1/2"));
    EXPECT_THAT(resolve("env", slurm("9", "5", "4", "3")), StrEq("2/3"));
    EXPECT_THAT(resolve("env/3", slurm("9", "5", "4", "3")), StrEq("2/3"));
}

TEST(ShardVariables, AreRefusedWithAReason) {
    EXPECT_THAT(resolve("env", {}),
                HasSubstr("the environment has no JOB_COMPLETION_INDEX (Kubernetes) or "
                          "SLURM_ARRAY_TASK_ID (Slurm)"));
    Variables both = slurm("1", "1", "1", "2");
    both["JOB_COMPLETION_INDEX"] = "0";
    EXPECT_THAT(resolve("env", both), HasSubstr("expected only one"));
    EXPECT_THAT(resolve("env", {{"JOB_COMPLETION_INDEX", "0"}}),
                HasSubstr("Kubernetes does not set the number of shards"));
    EXPECT_THAT(resolve("env/4", {{"JOB_COMPLETION_INDEX", "4"}}),
                HasSubstr("JOB_COMPLETION_INDEX is 4, which is none of 4"));
    EXPECT_THAT(resolve("env/x", {{"JOB_COMPLETION_INDEX", "4"}}), HasSubstr("N is \"x\""));
    EXPECT_THAT(resolve("env/4", {{"JOB_COMPLETION_INDEX", "-1"}}),
                HasSubstr("JOB_COMPLETION_INDEX is \"-1\""));
    EXPECT_THAT(resolve("env/3", slurm("1", "1", "1", "2")),
                HasSubstr("N is 3, but SLURM_ARRAY_TASK_COUNT is 2"));
    EXPECT_THAT(resolve("env", slurm("7", "1", "1", "3")), HasSubstr("none of 3 evenly spaced"));
    EXPECT_THAT(resolve("env", slurm("8", "5", "4", "3")), HasSubstr("none of 3 evenly spaced"));
}

}  // namespace
}  // namespace plumbline::host
