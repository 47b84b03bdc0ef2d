#include "benchmarks/load/app/commands.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace plumbline::load {
namespace {

/// Returns a result of one level, of which all requests succeeded.
LoadResult one_level() {
    LoadResult result;
    result.tool_version = "1.0.0";
    result.build = "release";
    result.started = "2026-03-01T09:30:00Z";
    result.url = "http://127.0.0.1:8080";
    result.workload.kind = "stream";
    result.load.loop = "closed";
    result.load.window_s = 10;
    Level level;
    level.target = 5;
    level.seconds = 10;
    level.counts.attempted = level.counts.completed = level.counts.good = 5;
    level.verdict = "ok";
    result.levels = {level};
    return result;
}

/// Merges one result and returns the exit code.
int merge_exit_code(const LoadResult& result) {
    const TemporaryFolder folder;
    EXPECT_THAT(write_reports(result, folder.path() + "/1"), IsOk());
    std::ostringstream out;
    return merge_command({{folder.path() + "/1/result.json"}, folder.path() + "/all"}, out, out);
}

TEST(MergeCommand, FailsLikeARun) {
    LoadResult result = one_level();
    EXPECT_EQ(merge_exit_code(result), kSuccess);
    result.levels[0].verdict = "undercounted";
    EXPECT_EQ(merge_exit_code(result), kViolated);
    result = one_level();
    result.levels[0].counts = {.attempted = 5};
    result.levels[0].counts.failed[0] = 5;
    EXPECT_EQ(merge_exit_code(result), kViolated);
}

TEST(MergeCommand, RefusesMissingShardsUnlessTheyMayBe) {
    const TemporaryFolder folder;
    LoadResult shard = one_level();
    shard.shard_set = ShardSet{{1}, 3};
    ASSERT_THAT(write_reports(shard, folder.path() + "/1"), IsOk());
    MergeCommand command{{folder.path() + "/1/result.json"}, folder.path() + "/all"};
    std::ostringstream err;
    EXPECT_EQ(merge_command(command, err, err), kError);
    EXPECT_THAT(err.str(), testing::HasSubstr("of 3 shards, 2, 3 are missing"));
    command.is_partial = true;
    std::ostringstream out;
    EXPECT_EQ(merge_command(command, out, out), kSuccess);
    EXPECT_THAT(
        out.str(),
        testing::HasSubstr("of 3 shards, 2, 3 are missing: the load was smaller than planned"));
}

}  // namespace
}  // namespace plumbline::load
