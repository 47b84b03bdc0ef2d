#include "spec/http/gateway_status.hpp"

#include <gmock/gmock.h>

namespace plumbline::http {
namespace {

TEST(IsGatewayStatus, IsTrueForWhatNoServiceItselfAnswers) {
    for (const int status : {502, 504, 520, 525, 530}) EXPECT_TRUE(is_gateway_status(status));
    for (const int status : {200, 500, 501, 503, 505, 519, 531})
        EXPECT_FALSE(is_gateway_status(status));
}

}  // namespace
}  // namespace plumbline::http
