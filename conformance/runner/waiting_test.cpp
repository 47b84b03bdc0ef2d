#include "conformance/runner/waiting.hpp"

#include <gmock/gmock.h>

#include <chrono>

namespace plumbline::runner {
namespace {

using std::chrono::seconds;

std::optional<Duration> retry_after(http::Headers headers) {
    return retry_after_of({429, std::move(headers), ""}, Instant(seconds(10)));
}

TEST(RetryAfter, IsANumberOfSeconds) {
    EXPECT_EQ(retry_after({{"retry-after", "120"}}), seconds(120));
    EXPECT_EQ(retry_after({{"Retry-After", "0"}}), seconds(0));
    EXPECT_EQ(retry_after({{"Retry-After", "4294967295"}}), seconds(4'294'967'295));
}

TEST(RetryAfter, IsADateByTheServersClock) {
    const char* date = "Thu, 01 Jan 1970 00:01:00 GMT";
    EXPECT_EQ(retry_after({{"Retry-After", date}}), seconds(50));
    EXPECT_EQ(retry_after({{"Retry-After", date}, {"Date", "Thu, 01 Jan 1970 00:00:55 GMT"}}),
              seconds(5));
    EXPECT_EQ(retry_after({{"Retry-After", "Thu, 01 Jan 1970 00:00:01 GMT"}}), seconds(0));
}

TEST(RetryAfter, IsIgnoredIfItIsNeither) {
    for (const char* value : {"", "soon", "-1", "1.5", "4294967296", "Thu, 32 Jan 1970"})
        EXPECT_EQ(retry_after({{"Retry-After", value}}), std::nullopt) << value;
    EXPECT_EQ(retry_after({}), std::nullopt);
}

}  // namespace
}  // namespace plumbline::runner
