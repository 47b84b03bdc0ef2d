#include "benchmarks/load/result/model/windows.hpp"

#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// Returns a shard with one level whose window of 10 s began at a second of 09:30 by the shard's
/// clock.
LoadResult shard_at(std::string_view second) {
    LoadResult shard = result_without_levels();
    Level level;
    level.seconds = 10;
    level.window_began = "2026-03-01T09:30:" + std::string(second) + "Z";
    shard.levels = {level};
    return shard;
}

/// Returns the same, whose clock showed `sent` and 0.2 s later when the server's showed 10 s.
LoadResult shard_at(std::string_view second, const std::string& sent) {
    LoadResult shard = shard_at(second);
    shard.clock = ClockSample{"2026-03-01T09:30:" + sent + ".0Z",
                              "2026-03-01T09:30:" + sent + ".2Z",
                              "2026-03-01T09:30:10Z"};
    return shard;
}

TEST(CompareWindows, NotesTheDistanceOfTheStarts) {
    EXPECT_THAT(*compare_windows({shard_at("20", "10"), shard_at("20.5", "10")}),
                ElementsAre("the clocks of the shards agree within 1.2 s",
                            "the windows of the shards began within 500 ms"));
}

TEST(CompareWindows, NotesWhatTheWindowsHaveInCommon) {
    EXPECT_THAT(*compare_windows({shard_at("24"), shard_at("20")}),
                Contains("level 1: shard 1 began 4 s after shard 2, and shard 2 ended 4 s before "
                         "shard 1: the windows have only 60% in common"));
    LoadResult interrupted = shard_at("20.5");
    interrupted.levels[0].seconds = 5;
    EXPECT_THAT(*compare_windows({shard_at("20"), interrupted}),
                Contains("level 1: shard 2 began 500 ms after shard 1, and shard 2 ended 4.5 s "
                         "before shard 1: the windows have only 50% in common"));
}

TEST(CompareWindows, RefusesWindowsWithoutACommonTime) {
    const auto windows = compare_windows({shard_at("20"), shard_at("21"), shard_at("30")});
    EXPECT_THAT(windows, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(windows, FailsWith("level 1: shard 3 began 10 s after shard 1"));
}

TEST(CompareWindows, CorrectsTheTimesOfAClockThatDiffers) {
    // The second clock is 20 s ahead, so its window began 1 s after the first one.
    EXPECT_THAT(*compare_windows({shard_at("20", "10"), shard_at("41", "30")}),
                ElementsAre("the clock of shard 2 is 20 s ahead of that of shard 1 (+- 1.2 s)",
                            "the windows of the shards began within 1 s (+- 1.2 s)"));
    EXPECT_THAT(compare_windows({shard_at("20", "10"), shard_at("20", "30")}),
                FailsWith("level 1: shard 1 began 20 s after shard 2"));
}

TEST(CompareWindows, DoesNotCorrectLessThanTheErrorOfTheComparison) {
    EXPECT_THAT(*compare_windows({shard_at("20", "10"), shard_at("20", "11")}),
                ElementsAre("the clocks of the shards agree within 1.2 s",
                            "the windows of the shards began within 0"));
}

TEST(CompareWindows, NotesThatClocksOrTimesAreUnknown) {
    EXPECT_THAT(*compare_windows({shard_at("20"), shard_at("20", "10")}),
                Contains("the clocks of the shards are assumed to be equal: the server sent no "
                         "Date"));
    LoadResult former = shard_at("20");
    former.levels[0].window_began.clear();
    EXPECT_THAT(*compare_windows({shard_at("20"), former}),
                Contains(HasSubstr("shard 2 has no time for level 1")));
}

}  // namespace
}  // namespace plumbline::load
