#include "conformance/app/shard_options.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

Result<std::optional<runner::ShardOptions>> shard_of(std::string text, std::string times = "") {
    RunCommand command;
    command.shard = std::move(text);
    command.shard_times = std::move(times);
    return shard_options(command, {}, {});
}

TEST(ShardOptions, AreNumberAndCount) {
    const auto shard = shard_of("2/3");
    ASSERT_THAT(shard, IsOk());
    EXPECT_EQ((*shard)->number, 2);
    EXPECT_EQ((*shard)->count, 3);
    EXPECT_EQ((*shard)->suites.size(), 16U);
    const auto none = shard_of("");
    ASSERT_THAT(none, IsOk());
    EXPECT_FALSE(none->has_value());
}

TEST(ShardOptions, RefuseOtherTexts) {
    for (const char* text :
         {"0/3", "4/3", "-1/3", "1", "1/", "/3", "1/3/3", "a/b", "1/0", " 1/3", "1/1001", "/"})
        EXPECT_THAT(shard_of(text), FailsWith("expected the number of the shard")) << text;
}

TEST(ShardOptions, NameTheFileOfTimesThatCannotBeRead) {
    EXPECT_THAT(shard_of("1/2", "/nonexistent"), FailsWith("--shard-times: "));
}

}  // namespace
}  // namespace plumbline::app
