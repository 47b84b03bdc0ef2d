#include "mock_server/store/issued_values.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

TEST(IssuedValues, AreRememberedByTenant) {
    IssuedValues issued;
    issued.add("op", "t", "x");
    issued.add("op", "", "for all");
    EXPECT_TRUE(issued.contains("op", "t", "x"));
    EXPECT_FALSE(issued.contains("op", "u", "x"));
    EXPECT_FALSE(issued.contains("other", "t", "x"));
    EXPECT_TRUE(issued.contains("op", "u", "for all"));
    EXPECT_EQ(issued.size(), 2U);
}

}  // namespace
}  // namespace plumbline::mock
