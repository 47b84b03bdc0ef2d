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

}  // namespace
}  // namespace plumbline::load
