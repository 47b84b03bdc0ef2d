#include "mock_server/outgoing/outgoing_url.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

std::string parts_of(const std::string& url) {
    const auto read = read_outgoing_url(url, OutgoingTargets::kLoopback);
    if (!read) return to_text(read.error());
    return read->host + ' ' + std::to_string(read->port) + ' ' + read->target;
}

TEST(OutgoingUrl, KeepsPathAndQueryAsWritten) {
    EXPECT_EQ(parts_of("http://127.0.0.1:9/hooks/?a=b%20c"), "127.0.0.1 9 /hooks/?a=b%20c");
    EXPECT_EQ(parts_of("http://localhost"), "localhost 80 /");
    EXPECT_EQ(parts_of("http://LOCALHOST/a//"), "localhost 80 /a//");
    EXPECT_EQ(parts_of("http://[::1]:9?x"), "[::1] 9 /?x");
}

TEST(OutgoingUrl, CannotEndTheRequestLine) {
    for (const char* url : {"http://127.0.0.1/?x HTTP/1.1\r\nA: b",
                            "http://127.0.0.1/a b",
                            "http://127.0.0.1/\n",
                            "http://127.0.0.1/a#b"})
        EXPECT_THAT(read_outgoing_url(url, OutgoingTargets::kAny), IsErrorCode(ErrorCode::kSyntax))
            << url;
    EXPECT_THAT(read_outgoing_url("http://" + std::string(9'000, 'a') + ".localhost/",
                                  OutgoingTargets::kAny),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(OutgoingUrl, IsOfThisMachine) {
    for (const char* url :
         {"http://192.0.2.1/", "http://service.test/", "http://127.0.0.1.test/"}) {
        EXPECT_THAT(read_outgoing_url(url, OutgoingTargets::kLoopback),
                    FailsWith("not an address of this machine"))
            << url;
        EXPECT_THAT(read_outgoing_url(url, OutgoingTargets::kAny), IsOk()) << url;
    }
    EXPECT_THAT(read_outgoing_url("https://127.0.0.1/", OutgoingTargets::kAny),
                FailsWith("only http URLs"));
}

}  // namespace
}  // namespace plumbline::mock
