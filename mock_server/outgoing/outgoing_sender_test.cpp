// The sender with receivers on the loopback.
#include "mock_server/outgoing/outgoing_sender.hpp"

#include "mock_server/transport/server.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <future>

namespace plumbline::mock {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::unique_ptr<Server> start_receiver(RequestHandler handler) {
    ServerOptions options;
    options.workers = 1;
    auto server = Server::start(options, std::move(handler));
    EXPECT_THAT(server, IsOk());
    return std::move(*server);
}

OutgoingRequest post_to(std::string url) {
    return {"w", "onBook", "POST", std::move(url), {{"Content-Type", "application/json"}}, "{}"};
}

/// Sends a request and waits for its response.
OutgoingEntry sent(OutgoingRequest request, OutgoingTargets targets = OutgoingTargets::kLoopback) {
    OutgoingSender sender(targets);
    sender.send({std::move(request)});
    EXPECT_TRUE(sender.wait_until_sent(std::chrono::seconds(10)));
    return sender.requests_of("w").front();
}

TEST(OutgoingSender, SendsARequestAndRecordsTheStatus) {
    std::promise<http::Request> received;
    const auto receiver = start_receiver([&](const http::Request& request) {
        received.set_value(request);
        return EngineResponse{202};
    });
    const OutgoingEntry done = sent(post_to(receiver->url() + "/hooks/1?a=b"));
    EXPECT_EQ(done.status, 202);
    EXPECT_THAT(done.error, IsEmpty());
    const http::Request request = received.get_future().get();
    EXPECT_EQ(request.method + ' ' + request.target, "POST /hooks/1?a=b");
    EXPECT_EQ(*request.headers.find("Content-Type"), "application/json");
    EXPECT_EQ(*request.headers.find("Host"), receiver->url().substr(7));
    EXPECT_EQ(request.body, "{}");
}

TEST(OutgoingSender, FollowsNoRedirect) {
    std::atomic<int> count = 0;
    const auto receiver = start_receiver([&](const http::Request&) {
        ++count;
        return EngineResponse{307, {{"Location", "/other"}}};
    });
    EXPECT_EQ(sent(post_to(receiver->url())).status, 307);
    EXPECT_EQ(count, 1);
}

TEST(OutgoingSender, SaysWhyThereIsNoResponse) {
    const auto receiver = start_receiver([](const http::Request&) { return EngineResponse{}; });
    const std::string closed = receiver->url();
    receiver->drain();
    EXPECT_THAT(sent(post_to(closed)).error, HasSubstr("cannot connect"));
    EXPECT_THAT(sent(post_to("https://127.0.0.1/")).error, HasSubstr("only http URLs"));
    EXPECT_THAT(sent(post_to("/path")).error, HasSubstr("URL"));
    for (const char* url : {"http://192.0.2.1/", "http://service.test/", "http://127.0.0.1.test/"})
        EXPECT_THAT(sent(post_to(url)).error, HasSubstr("not an address of this machine")) << url;
    EXPECT_EQ(sent(post_to("http://127.0.0.1/"), OutgoingTargets::kNone).error,
              "not sent: --callbacks off");
}

TEST(OutgoingSender, EndsWhileAReceiverIsSilent) {
    std::promise<void> received;
    std::promise<void> end;
    const auto receiver = start_receiver([&](const http::Request&) {
        received.set_value();
        end.get_future().wait();
        return EngineResponse{};
    });
    {
        OutgoingSender sender(OutgoingTargets::kLoopback);
        sender.send({post_to(receiver->url())});
        received.get_future().wait();
        EXPECT_TRUE(sender.requests_of("w").front().is_pending);
        EXPECT_FALSE(sender.wait_until_sent(std::chrono::milliseconds(1)));
    }
    end.set_value();
}

TEST(OutgoingSender, KeepsTheNewestOfAllWorkspaces) {
    OutgoingSender sender(OutgoingTargets::kNone);
    for (std::size_t i = 0; i < OutgoingSender::kMaxKept + 5; ++i)
        sender.send({post_to("http://127.0.0.1/" + std::to_string(i))});
    EXPECT_THAT(sender.requests_of("w"), SizeIs(OutgoingSender::kMaxKept));
    EXPECT_EQ(sender.requests_of("w").front().request.url, "http://127.0.0.1/5");
    EXPECT_THAT(sender.requests_of("other"), IsEmpty());
    OutgoingRequest big = post_to("http://127.0.0.1/big");
    big.body.assign(OutgoingSender::kMaxKeptBytes, 'x');
    sender.send({big});
    EXPECT_THAT(sender.requests_of("w"), SizeIs(1));
    sender.forget("other");
    EXPECT_THAT(sender.requests_of("w"), SizeIs(1));
    sender.forget("w");
    EXPECT_THAT(sender.requests_of("w"), IsEmpty());
}

TEST(OutgoingSender, KeepsLittleOfLongUrls) {
    OutgoingSender sender(OutgoingTargets::kLoopback);
    sender.send({post_to("http://" + std::string(70'000, 'a') + ".localhost/")});
    EXPECT_TRUE(sender.wait_until_sent(std::chrono::seconds(10)));
    const OutgoingEntry entry = sender.requests_of("w").front();
    EXPECT_THAT(entry.error, HasSubstr("longer than 8192 bytes"));
    EXPECT_LT(entry.request.url.size(), 10'000U);
}

}  // namespace
}  // namespace plumbline::mock
