#include "conformance/runner/attempt/attempt_log.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace plumbline::runner {
namespace {

using reports::StepResult;
using ::testing::ElementsAre;
using ::testing::SizeIs;

StepResult attempt_of(int number, const std::string& broken = "") {
    StepResult attempt;
    attempt.id = "poll";
    attempt.attempt = number;
    attempt.verified = {number % 2 == 0 ? "T-EVEN" : "T-ODD"};
    if (broken.empty()) return attempt;
    attempt.findings.emplace_back();
    attempt.findings.back().code = "schema";
    attempt.findings.back().expected = broken;
    attempt.findings.back().got = std::to_string(number);
    return attempt;
}

std::vector<int> numbers_of(const std::vector<StepResult>& steps) {
    std::vector<int> numbers;
    for (const StepResult& step : steps) numbers.push_back(step.attempt);
    return numbers;
}

int count_of(const std::vector<StepResult>& steps) {
    int count = 0;
    for (const StepResult& step : steps) count += 1 + step.omitted_attempts;
    return count;
}

TEST(AttemptLog, KeepsTheFirstAndTheLastAndCountsTheRest) {
    std::vector<StepResult> steps;
    AttemptLog log(steps);
    for (int number = 1; number <= 1000; ++number) log.add(attempt_of(number));
    EXPECT_THAT(numbers_of(steps), ElementsAre(1, 2, 3, 996, 997, 998, 999, 1000));
    EXPECT_EQ(steps[3].omitted_attempts, 992);
    EXPECT_EQ(count_of(steps), 1000);
}

TEST(AttemptLog, KeepsTheMaximumObserved) {
    std::vector<StepResult> steps;
    AttemptLog log(steps);
    for (int number = 1; number <= 40; ++number) {
        StepResult attempt = attempt_of(number);
        attempt.findings = {
            reports::max_observed_finding("T-1", "45 or 5", 20 - std::abs(20 - number), {})};
        log.add(std::move(attempt));
    }
    EXPECT_THAT(steps, SizeIs(8));
    EXPECT_THAT(steps[3].findings, ElementsAre(::testing::Field(&reports::Finding::got, "20")));
}

TEST(AttemptLog, KeepsEveryVerifiedRequirement) {
    std::vector<StepResult> steps;
    AttemptLog log(steps);
    for (int number = 1; number <= 20; ++number) log.add(attempt_of(number));
    EXPECT_THAT(steps[3].verified, ElementsAre("T-EVEN", "T-ODD"));
}

TEST(AttemptLog, KeepsEachFailedCheckOnce) {
    std::vector<StepResult> steps;
    AttemptLog log(steps);
    for (int number = 1; number <= 300; ++number) {
        const bool is_in_the_middle = number > 100 && number <= 200;
        log.add(attempt_of(number, is_in_the_middle ? (number % 2 == 0 ? "a" : "b") : ""));
    }
    EXPECT_THAT(numbers_of(steps), ElementsAre(1, 2, 3, 199, 200, 296, 297, 298, 299, 300));
    EXPECT_EQ(count_of(steps), 300);
}

TEST(AttemptLog, ReplacesTheAttemptAddedLast) {
    std::vector<StepResult> steps;
    AttemptLog log(steps);
    for (int number = 1; number <= 20; ++number) log.add(attempt_of(number));
    steps.push_back(attempt_of(1));  // of another step
    log.replace_last(attempt_of(20, "a"));
    EXPECT_THAT(numbers_of(steps), ElementsAre(1, 2, 3, 16, 17, 18, 19, 20, 1));
    EXPECT_EQ(count_of(steps), 21);
    EXPECT_EQ(steps[7].findings.at(0).expected, "a");
}

TEST(AttemptLog, KeepsStepsOfOthers) {
    std::vector<StepResult> steps;
    AttemptLog log(steps);
    for (int number = 1; number <= 20; ++number) {
        log.add(attempt_of(number));
        steps.emplace_back();  // a step played before the retry
        steps.back().id = "between";
    }
    EXPECT_EQ(std::count_if(steps.begin(),
                            steps.end(),
                            [](const StepResult& step) { return step.id == "between"; }),
              20);
    EXPECT_THAT(steps, SizeIs(20 + AttemptLog::kMaxFirst + AttemptLog::kMaxLast));
}

}  // namespace
}  // namespace plumbline::runner
