#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

TEST(RowName, NumbersTheRowAndKeepsLettersAndDigits) {
    EXPECT_EQ(RowName::of(3, R"("$response.header.Allow > '(b)'")"), "3_response_header_Allow_b");
}

TEST(RowName, IsOnlyTheNumberWithoutLettersAndDigits) {
    EXPECT_EQ(RowName::of(0, "\"\""), "0");
}

TEST(RowName, CutsALongRow) {
    EXPECT_EQ(RowName::of(12, std::string(5000, 'x')), "12_" + std::string(60, 'x'));
}

}  // namespace
}  // namespace plumbline
