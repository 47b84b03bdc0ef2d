#pragma once
// For the client's tests: a client with small limits and matchers for exchanges.

#include "conformance/client/client.hpp"
#include "conformance/client/testing.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <string_view>

namespace plumbline::client {

inline constexpr std::chrono::milliseconds kSoon{100};

inline const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

inline auto FailsAs(ErrorCode code, std::string_view part) {
    return testing::Field("failure",
                          &Exchange::failure,
                          testing::Optional(testing::AllOf(
                              testing::Field(&Error::code, code),
                              testing::Field(&Error::message, testing::HasSubstr(part)))));
}
inline auto RespondsWith(int status, std::string_view body) {
    return testing::Field(
        "response",
        &Exchange::response,
        testing::Optional(testing::AllOf(testing::Field(&http::Response::status, status),
                                         testing::Field(&http::Response::body, body))));
}

inline http::Request request(std::string method,
                             http::Headers headers = {},
                             std::string body = "") {
    return {std::move(method), "", std::move(headers), std::move(body)};
}

class ClientTest : public testing::Test {
  protected:
    Exchange perform(const HttpCall& call) { return client_.perform(call); }
    Exchange get(const CannedServer& server, std::string_view path = "/") {
        return perform({.url = server.url(path), .request = request("GET")});
    }

    static ClientOptions small_limits() {
        ClientOptions options;
        options.max_body = 1'000;
        return options;
    }

    SystemClock clock_;
    Client client_{small_limits(), clock_};
};

}  // namespace plumbline::client
