#include "conformance/cleanup/circuit_breaker.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace plumbline::cleanup {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

/// A target that fails with `failure_`.
class CircuitBreakerTest : public ::testing::Test {
  protected:
    client::Exchange call(const std::string& base_url = "http://127.0.0.1:1") {
        client::HttpCall call;
        call.url = base_url + "/things";
        call.base_url = base_url;
        return send_(call);
    }

    std::optional<ErrorCode> failure_;
    std::vector<std::string> sent_;
    client::Send send_ = with_circuit_breaker([this](const client::HttpCall& call) {
        sent_.push_back(call.url);
        client::Exchange exchange;
        exchange.call = call;
        if (failure_) {
            exchange.failure = Error{*failure_, "no luck", {}, {}};
        } else {
            exchange.response = http::Response{204, {}, ""};
        }
        return exchange;
    });
};

TEST_F(CircuitBreakerTest, OpensAfterOneUnreachableCall) {
    failure_ = ErrorCode::kUnreachable;
    EXPECT_EQ(call().failure->message, "no luck");
    const auto second = call();
    EXPECT_EQ(second.failure->code, ErrorCode::kUnreachable);
    EXPECT_THAT(second.failure->message, HasSubstr("not sent after earlier failures: no luck"));
    EXPECT_THAT(sent_, SizeIs(1));
}

TEST_F(CircuitBreakerTest, AffectsOneBaseUrlOnly) {
    failure_ = ErrorCode::kUnreachable;
    (void)call();
    failure_.reset();
    EXPECT_TRUE(call("http://127.0.0.1:2").response);
    EXPECT_TRUE(call().failure);
}

TEST_F(CircuitBreakerTest, OpensAfterAFewTimeouts) {
    failure_ = ErrorCode::kTimeout;
    for (int i = 0; i < 2 * kMaxTimeouts; ++i) EXPECT_EQ(call().failure->code, ErrorCode::kTimeout);
    EXPECT_THAT(sent_, SizeIs(kMaxTimeouts));
}

TEST_F(CircuitBreakerTest, StaysClosedIfAResponseArrivesInBetween) {
    for (int i = 0; i < 2 * kMaxTimeouts; ++i) {
        failure_ = ErrorCode::kTimeout;
        (void)call();
        failure_.reset();
        EXPECT_TRUE(call().response);
    }
}

}  // namespace
}  // namespace plumbline::cleanup
