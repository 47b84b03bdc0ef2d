#include "benchmarks/load/app/quantity.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <string>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;

TEST(Quantities, AreParsedWithTheirUnits) {
    EXPECT_EQ(parse_seconds("10s"), 10);
    EXPECT_EQ(parse_seconds("250ms"), 0.25);
    EXPECT_EQ(parse_seconds("1.5m"), 90);
    EXPECT_EQ(parse_seconds("3"), 3);
    EXPECT_EQ(parse_seconds("500us"), 0.0005);
    EXPECT_EQ(parse_seconds("0.1s"), 0.1);
    EXPECT_EQ(parse_seconds("0.5h"), 1800);
    EXPECT_EQ(parse_share("5%"), 0.05);
    EXPECT_EQ(parse_share("100%"), 1);
    EXPECT_EQ(parse_share("0"), 0);
    EXPECT_EQ(parse_rate("500/s"), 500);
    EXPECT_EQ(parse_rate("30/m"), 0.5);
    EXPECT_EQ(parse_rate("0.1"), 0.1);
    EXPECT_EQ(parse_rate("0.00001/s"), 1e-5);
    EXPECT_EQ(parse_rate("1e6/s"), 1e6);
    EXPECT_EQ(parse_number("0.25"), 0.25);
}

TEST(Quantities, AreRejectedWithTheExpectedForm) {
    for (const char* text : {"", "s", "-1s", "1 s", "10x", "nan", "inf", "1e999"}) {
        ASSERT_FALSE(parse_seconds(text)) << text;
        EXPECT_THAT(parse_seconds(text).error().message, HasSubstr("expected a time such as 10s"))
            << text;
    }
    EXPECT_FALSE(parse_share("101%"));
    EXPECT_FALSE(parse_share("2"));
    EXPECT_FALSE(parse_rate("0"));
    EXPECT_FALSE(parse_rate("5/h"));
    EXPECT_FALSE(parse_number("5/s"));
    for (const char* text : {"1e-12/s", "0.0001/m", "1000001/s"}) {
        ASSERT_FALSE(parse_rate(text)) << text;
        EXPECT_THAT(parse_rate(text).error().message, HasSubstr("to 1000000/s")) << text;
    }
}

}  // namespace
}  // namespace plumbline::load
