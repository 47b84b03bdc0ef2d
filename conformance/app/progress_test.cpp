#include "conformance/app/progress.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace plumbline::app {
namespace {

using reports::ScenarioResult;
using reports::Verdict;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

ScenarioResult ended(const std::string& name, Verdict verdict) {
    ScenarioResult scenario;
    scenario.name = name;
    scenario.verdict = verdict;
    return scenario;
}

/// Three scenarios: one passes, one fails, one is still playing.
class ProgressViewTest : public ::testing::Test {
  protected:
    ProgressView view(ProgressMode kind, std::size_t width = 80) {
        return {kind, out_, err_, {{}, 3, width, &clock_}};
    }

    static void play(ProgressView& view) {
        const runner::RunProgress output = view.callbacks();
        output.on_begin("suite/first");
        output.on_begin("suite/second");
        output.on_end(ended("suite/first", Verdict::kPassed));
        output.on_end(ended("suite/second", Verdict::kFailed));
        output.on_begin("suite/third");
    }

    ManualClock clock_;
    std::ostringstream out_;
    std::ostringstream err_;
};

TEST_F(ProgressViewTest, PrintsEachScenarioOnceWhenItEnds) {
    ProgressView lines = view(ProgressMode::kLines);
    play(lines);
    ScenarioResult failed = ended("suite/third", Verdict::kFailed);
    failed.steps.emplace_back().findings.emplace_back();
    lines.callbacks().on_end(failed);
    lines.clear();
    EXPECT_EQ(out_.str(),
              "passed   suite/first (0 ms)\nfailed   suite/second (0 ms)\n"
              "failed   suite/third (0 ms)\n");
    EXPECT_THAT(err_.str(), IsEmpty());
}

TEST_F(ProgressViewTest, PrintsAScenarioThatWasInterruptedAfterAStep) {
    ProgressView lines = view(ProgressMode::kLines);
    ScenarioResult scenario = ended("suite/first", Verdict::kNotRun);
    scenario.steps.emplace_back();
    lines.callbacks().on_end(scenario);
    EXPECT_THAT(out_.str(), HasSubstr("not_run  suite/first"));
}

TEST_F(ProgressViewTest, ShowsCountsFailuresAndPlayingScenariosOnOneLine) {
    ProgressView live = view(ProgressMode::kLive);
    play(live);
    EXPECT_THAT(out_.str(), IsEmpty());
    EXPECT_THAT(err_.str(), HasSubstr("[0/3] suite/first, suite/second"));
    EXPECT_THAT(err_.str(), EndsWith("\r\x1b[K[2/3] 1 failed or not run suite/third"));
    EXPECT_THAT(err_.str(), Not(HasSubstr("\n")));
}

TEST_F(ProgressViewTest, ClearsTheLiveLineAtTheEnd) {
    ProgressView live = view(ProgressMode::kLive);
    play(live);
    live.clear();
    EXPECT_THAT(err_.str(), EndsWith("suite/third\r\x1b[K"));
}

TEST_F(ProgressViewTest, TruncatesALineThatWouldWrap) {
    ProgressView live = view(ProgressMode::kLive, 20);
    live.callbacks().on_begin("suite/with-a-very-long-name");
    EXPECT_EQ(err_.str(), "\r\x1b[K[0/3] suite/with...");
}

TEST_F(ProgressViewTest, PrintsTheCountsFromTimeToTime) {
    ProgressView periodic = view(ProgressMode::kPeriodic);
    play(periodic);
    EXPECT_THAT(err_.str(), IsEmpty());
    clock_.wait(std::chrono::seconds(31));
    periodic.callbacks().on_end(ended("suite/third", Verdict::kPassed));
    periodic.callbacks().on_end(ended("suite/fourth", Verdict::kPassed));
    EXPECT_EQ(err_.str(), "plumbline: 3 of 3 scenarios, 1 failed or not run\n");
    EXPECT_THAT(out_.str(), IsEmpty());
}

TEST_F(ProgressViewTest, PrintsNothingInQuietMode) {
    ProgressView none = view(ProgressMode::kNone);
    EXPECT_FALSE(none.callbacks().on_begin);
    EXPECT_FALSE(none.callbacks().on_end);
}

TEST(ProgressMode, FollowsTheOptions) {
    RunCommand command;
    command.progress = "live";
    EXPECT_EQ(progress_mode(command), ProgressMode::kLive);
    command.progress = "lines";
    EXPECT_EQ(progress_mode(command), ProgressMode::kLines);
    command.progress = "periodic";
    EXPECT_EQ(progress_mode(command), ProgressMode::kPeriodic);
    command.quiet = true;
    EXPECT_EQ(progress_mode(command), ProgressMode::kNone);
}

}  // namespace
}  // namespace plumbline::app
