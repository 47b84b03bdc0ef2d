#include "conformance/app/check_severities.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using testing::ElementsAre;
using testing::Pair;
using verdicts::CheckSeverity;

TEST(CheckSeverities, ReplaceThoseOfTheProfile) {
    verdicts::CheckSeverities severities{{"status", CheckSeverity::kIgnore},
                                         {"schema", CheckSeverity::kWarn}};
    ASSERT_THAT(read_check_severities({"status=warn", "criterion=fail"}, severities), IsOk());
    EXPECT_THAT(severities,
                ElementsAre(Pair("criterion", CheckSeverity::kFail),
                            Pair("schema", CheckSeverity::kWarn),
                            Pair("status", CheckSeverity::kWarn)));
}

TEST(CheckSeverities, NeedACodeAndASeverity) {
    verdicts::CheckSeverities severities;
    EXPECT_THAT(
        read_check_severities({"content-typ=warn"}, severities),
        FailsWith("--severity content-typ=warn: there is no check content-typ; did you mean "
                  "content-type?"));
    EXPECT_THAT(read_check_severities({"transport=warn"}, severities),
                FailsWith("plumbline list --checks"));
    EXPECT_THAT(
        read_check_severities({"status=off"}, severities),
        FailsWith("found the severity \"off\" of the check status, expected fail, warn or"));
    for (const char* option : {"status", "=warn"})
        EXPECT_THAT(read_check_severities({option}, severities), FailsWith("expected CHECK=fail"));
}

}  // namespace
}  // namespace plumbline::app
