#include "mock_server/store/by_number.hpp"

#include <gmock/gmock.h>

#include <string>

namespace plumbline::mock {
namespace {

using testing::IsNull;
using testing::Pointee;

TEST(ByNumber, FindsWhatWasPutThere) {
    ByNumber<std::string> texts;
    texts[1] = "one";
    texts[1000] = "thousand";
    EXPECT_THAT(texts.find(1), Pointee(std::string("one")));
    EXPECT_THAT(texts.find(1000), Pointee(std::string("thousand")));
    EXPECT_THAT(texts.find(0), IsNull());
    EXPECT_THAT(texts.find(2), IsNull());
    EXPECT_THAT(texts.find(1'000'000), IsNull());
    EXPECT_EQ(texts.size(), 2U);
}

TEST(ByNumber, KeepsAValueWhereItIs) {
    ByNumber<std::string> texts;
    const std::string* first = &(texts[1] = "one");
    for (RecordNumber number = 2; number < 5000; ++number) texts[number] = "more";
    EXPECT_EQ(texts.find(1), first);
    EXPECT_EQ(&texts[1], first);
}

TEST(ByNumber, BeginsAnewWithWhatWasErased) {
    ByNumber<std::string> texts;
    texts[7] = "seven";
    EXPECT_TRUE(texts.erase(7));
    EXPECT_FALSE(texts.erase(7));
    EXPECT_FALSE(texts.erase(900));
    EXPECT_FALSE(texts.contains(7));
    EXPECT_EQ(texts[7], "");
    EXPECT_EQ(texts.size(), 1U);
}

TEST(ByNumber, ForgetsAllAtOnce) {
    ByNumber<std::string> texts;
    texts[7] = "seven";
    texts.clear();
    EXPECT_FALSE(texts.contains(7));
    EXPECT_EQ(texts.size(), 0U);
}

}  // namespace
}  // namespace plumbline::mock
