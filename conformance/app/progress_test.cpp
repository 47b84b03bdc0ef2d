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

/// Two scenarios of three: one passes, one fails, one is still played.
class Progress : public ::testing::Test {
  protected:
    ProgressView view(ProgressKind kind, std::size_t width = 80) {
        return {kind, out_, err_, {{}, 3, {}, width}};
    }

    static void play(ProgressView& view) {
        const runner::Progress told = view.callbacks();
        told.began("suite/first");
        told.began("suite/second");
        told.ended(ended("suite/first", Verdict::kPassed));
        told.ended(ended("suite/second", Verdict::kFailed));
        told.began("suite/third");
    }

    std::ostringstream out_;
    std::ostringstream err_;
};

TEST_F(Progress, TellsEachScenarioOnceAsItEnds) {
    ProgressView lines = view(ProgressKind::kLines);
    play(lines);
    lines.callbacks().ended(ended("suite/third", Verdict::kSkipped));
    lines.callbacks().ended(ended("suite/fourth", Verdict::kNotRun));
    lines.end();
    EXPECT_EQ(out_.str(), "passed   suite/first (0 ms)\nfailed   suite/second (0 ms)\n");
    EXPECT_THAT(err_.str(), IsEmpty());
}

TEST_F(Progress, TellsWhatBrokeOffAfterAStep) {
    ProgressView lines = view(ProgressKind::kLines);
    ScenarioResult scenario = ended("suite/first", Verdict::kNotRun);
    scenario.steps.emplace_back();
    lines.callbacks().ended(scenario);
    EXPECT_THAT(out_.str(), HasSubstr("not_run  suite/first"));
}

TEST_F(Progress, ShowsCountsFailuresAndWhatIsPlayedOnOneLine) {
    ProgressView live = view(ProgressKind::kLive);
    play(live);
    EXPECT_THAT(out_.str(), IsEmpty());
    EXPECT_THAT(err_.str(), HasSubstr("[0/3] suite/first, suite/second"));
    EXPECT_THAT(err_.str(), EndsWith("\r\x1b[K[2/3] 1 failed or not run suite/third"));
    EXPECT_THAT(err_.str(), Not(HasSubstr("\n")));
}

TEST_F(Progress, TakesTheLiveLineAwayAtTheEnd) {
    ProgressView live = view(ProgressKind::kLive);
    play(live);
    live.end();
    EXPECT_THAT(err_.str(), EndsWith("suite/third\r\x1b[K"));
}

TEST_F(Progress, CutsALineThatWouldWrap) {
    ProgressView live = view(ProgressKind::kLive, 20);
    live.callbacks().began("suite/with-a-very-long-name");
    EXPECT_EQ(err_.str(), "\r\x1b[K[0/3] suite/with...");
}

TEST_F(Progress, SaysNothingWhenNothingIsWanted) {
    ProgressView none = view(ProgressKind::kNone);
    EXPECT_FALSE(none.callbacks().began);
    EXPECT_FALSE(none.callbacks().ended);
}

TEST(ProgressKindOf, FollowsTheOptions) {
    RunCommand command;
    command.progress = "live";
    EXPECT_EQ(progress_kind(command), ProgressKind::kLive);
    command.progress = "lines";
    EXPECT_EQ(progress_kind(command), ProgressKind::kLines);
    command.quiet = true;
    EXPECT_EQ(progress_kind(command), ProgressKind::kNone);
}

}  // namespace
}  // namespace plumbline::app
