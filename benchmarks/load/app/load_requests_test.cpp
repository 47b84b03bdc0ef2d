#include "benchmarks/load/app/load_requests.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

TEST(LoadRequests, HasASetForEachLevel) {
    LoadRequests requests;
    requests.serialized.resize(6);
    EXPECT_EQ(requests.of_level(0).size(), 6U);
    EXPECT_EQ(requests.of_level(7).data(), requests.serialized.data());
    requests.sets = 3;
    EXPECT_EQ(requests.of_level(0).size(), 2U);
    EXPECT_EQ(requests.of_level(0).data(), requests.serialized.data());
    EXPECT_EQ(requests.of_level(2).data(), &requests.serialized[4]);
}

}  // namespace
}  // namespace plumbline::load
