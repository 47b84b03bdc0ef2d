#include "conformance/runner/player/choose_action.hpp"

#include "spec/base/testing.hpp"
#include "spec/base/time_text.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using workflow::Action;
using workflow::ActionType;

Action retry(int limit) {
    Action action;
    action.name = "again";
    action.type = ActionType::kRetry;
    action.retry_limit = limit;
    action.retry_after = milliseconds(250);
    return action;
}

Action when(const char* condition, const char* name) {
    Action action;
    action.name = name;
    action.criteria = {*expressions::Criterion::compile({std::nullopt, condition, {}, {}})};
    return action;
}

class ChooseActionTest : public ::testing::Test {
  protected:
    const Action* choose(const std::vector<Action>& actions, Instant now = {}) {
        expressions::Scope scope;
        scope.response = &response_;
        return choose_action(actions, "step", scope, book_, polling_, may_poll_, now);
    }

    http::Response response_{503, {}, ""};
    RetryCounters book_;
    std::optional<Polling> polling_;
    bool may_poll_ = true;
};

TEST_F(ChooseActionTest, ChoosesTheFirstActionWhoseCriteriaHold) {
    const std::vector<Action> actions{when("$statusCode == 200", "no"),
                                      when("$statusCode == 503", "yes"),
                                      when("$statusCode == 503", "late")};
    EXPECT_EQ(choose(actions)->name, "yes");
}

TEST_F(ChooseActionTest, FindsNoneIfNoneApplies) {
    const std::vector<Action> actions{when("$statusCode == 200", "no")};
    EXPECT_EQ(choose(actions), nullptr);
}

TEST_F(ChooseActionTest, ChoosesTheNextActionAfterTheLastRetry) {
    const std::vector<Action> actions{retry(2), when("$statusCode == 503", "next")};
    EXPECT_EQ(choose(actions)->name, "again");
    EXPECT_EQ(choose(actions)->name, "again");
    EXPECT_EQ(choose(actions)->name, "next");
}

TEST_F(ChooseActionTest, NeverRetriesWithALimitOfZero) {
    const std::vector<Action> actions{retry(0)};
    EXPECT_EQ(choose(actions), nullptr);
}

TEST_F(ChooseActionTest, LimitsPollsByTimeIfTheTargetDefinesPolling) {
    polling_ = Polling{milliseconds(1), milliseconds(5000)};
    const std::vector<Action> actions{retry(workflow::kMinPollLimit)};
    EXPECT_NE(choose(actions, Instant{}), nullptr);
    EXPECT_NE(choose(actions, Instant{} + milliseconds(4999)), nullptr);
    EXPECT_EQ(choose(actions, Instant{} + seconds(5)), nullptr);
}

TEST_F(ChooseActionTest, LimitsOtherRetriesByCount) {
    polling_ = Polling{milliseconds(1), milliseconds(5000)};
    const std::vector<Action> actions{retry(1)};
    EXPECT_NE(choose(actions), nullptr);
    EXPECT_EQ(choose(actions), nullptr);
}

TEST_F(ChooseActionTest, SkipsPollsThatAreInVain) {
    may_poll_ = false;
    const std::vector<Action> actions{retry(workflow::kMinPollLimit),
                                      when("$statusCode == 503", "next")};
    EXPECT_EQ(choose(actions)->name, "next");
    const std::vector<Action> few{retry(workflow::kMinPollLimit - 1)};
    EXPECT_EQ(choose(few)->name, "again");
}

Duration delay_of(const Action& action,
                  const http::Response* response,
                  const std::optional<Polling>& polling = std::nullopt,
                  int tries = 1) {
    return retry_delay(
        action, tries, response, polling, seconds(60), *parse_instant("2026-10-21T07:27:30Z"));
}

TEST(RetryDelay, IsTheServersThenTheTargetsThenTheSuites) {
    const http::Response requested{503, {{"Retry-After", "2"}}, ""};
    const http::Response silent{503, {}, ""};
    const Polling polling{milliseconds(10), milliseconds(100)};
    EXPECT_EQ(delay_of(retry(40), &requested, polling), seconds(2));
    EXPECT_EQ(delay_of(retry(40), &silent, polling), milliseconds(10));
    EXPECT_EQ(delay_of(retry(1), &silent, polling), milliseconds(250));
    EXPECT_EQ(delay_of(retry(1), nullptr), milliseconds(250));
}

TEST(RetryDelay, GrowsIfAPollTakesLong) {
    const auto after = [](const Polling& polling, int tries) {
        return delay_of(retry(40), nullptr, polling, tries);
    };
    const Polling slow{seconds(3), seconds(1800)};
    EXPECT_EQ(after(slow, kSteadyPolls), seconds(3));
    EXPECT_EQ(after(slow, kSteadyPolls + 1), seconds(6));
    EXPECT_EQ(after(slow, kSteadyPolls + 500), seconds(30));
    const Polling fast{milliseconds(1), milliseconds(10'000)};
    EXPECT_EQ(after(fast, kSteadyPolls + 1), milliseconds(2));
    EXPECT_EQ(after(fast, kSteadyPolls + 500), milliseconds(100));
    EXPECT_EQ(delay_of(retry(1), nullptr, fast, kSteadyPolls + 500), milliseconds(250));
}

TEST(RetryDelay, IsNeverShorterThanOurOwn) {
    const http::Response eager{503, {{"Retry-After", "0"}}, ""};
    EXPECT_EQ(delay_of(retry(1), &eager), milliseconds(250));
    const http::Response past{503, {{"Retry-After", "Wed, 21 Oct 2026 07:00:00 GMT"}}, ""};
    EXPECT_EQ(delay_of(retry(1), &past), milliseconds(250));
}

TEST(RetryDelay, LastsUntilADate) {
    const http::Response date{503, {{"Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"}}, ""};
    EXPECT_EQ(delay_of(retry(1), &date), seconds(30));
}

TEST(RetryDelay, IsCappedAndIgnoresInvalidValues) {
    const http::Response patient{503, {{"Retry-After", "86400"}}, ""};
    EXPECT_EQ(delay_of(retry(1), &patient), seconds(60));
    const http::Response next_day{503, {{"Retry-After", "Thu, 22 Oct 2026 07:28:00 GMT"}}, ""};
    EXPECT_EQ(delay_of(retry(1), &next_day), seconds(60));
    const http::Response no_time{503, {{"Retry-After", "nan"}}, ""};
    EXPECT_EQ(delay_of(retry(1), &no_time), milliseconds(250));
}

}  // namespace
}  // namespace plumbline::runner
