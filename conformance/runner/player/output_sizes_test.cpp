#include "conformance/runner/player/output_sizes.hpp"

#include <gtest/gtest.h>

namespace plumbline::runner {
namespace {

TEST(OutputSizes, CountEachStepOnceUntilTheWorkflowEnds) {
    std::size_t total = 0;
    OutputSizes caller(total);
    EXPECT_TRUE(caller.set("a", 10));
    EXPECT_TRUE(caller.set("a", 30));
    {
        OutputSizes called(total);
        EXPECT_TRUE(called.set("a", 5));
        EXPECT_EQ(total, 35U);
    }
    EXPECT_EQ(total, 30U);
    EXPECT_FALSE(caller.set("b", OutputSizes::kMaxTotal));
    EXPECT_FALSE(caller.set("a", OutputSizes::kMaxTotal + 1));
    EXPECT_EQ(total, 30U) << "what is refused is not counted";
    EXPECT_TRUE(caller.set("a", OutputSizes::kMaxTotal));
}

}  // namespace
}  // namespace plumbline::runner
