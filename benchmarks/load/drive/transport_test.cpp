#include "benchmarks/load/drive/transport.hpp"

#include "benchmarks/load/drive/open_transport.hpp"
#include "benchmarks/load/drive/testing.hpp"
#include "conformance/client/scripted_server_fixture.hpp"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <deque>
#include <unistd.h>

namespace plumbline::load {
namespace {

using client::ScriptedServer;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

TEST(SerializeRequest, WritesTheBytesOnTheWire) {
    const http::Url base = *http::parse_url("http://127.0.0.1:81/api");
    const SerializedRequest serialized =
        serialize_request(base, {"POST", "/runs/stream", {{"Accept", "*/*"}}, "{}"});
    EXPECT_EQ(serialized.bytes,
              "POST /api/runs/stream HTTP/1.1\r\nHost: 127.0.0.1:81\r\nAccept: */*\r\nUser-Agent: "
              "plumbline-load\r\n"
              "Content-Length: 2\r\n\r\n{}");
    EXPECT_EQ(serialized.request.target, "/api/runs/stream");
    EXPECT_THAT(serialize_request(base, {"GET", "/a", {}, ""}).bytes,
                ::testing::Not(HasSubstr("Content-Length")));
}

TEST(SerializeRequest, KeepsTheHostOfTheRequest) {
    const http::Url base = *http::parse_url("http://127.0.0.1:81");
    EXPECT_EQ(serialize_request(base, {"GET", "/a", {{"X-A", "1"}, {"host", "other"}}, ""}).bytes,
              "GET /a HTTP/1.1\r\nHost: other\r\nX-A: 1\r\nUser-Agent: plumbline-load\r\n\r\n");
}

class PlainTransportTest : public ::testing::Test {
  protected:
    void serve(std::vector<ScriptedServer::ScriptPart> parts,
               ScriptedServer::AfterScript then,
               TransportOptions options = {}) {
        server_.emplace(
            std::vector<ScriptedServer::ServerScript>{{"GET /", std::move(parts), then}});
        open(server_->origin(), options);
    }
    void open(const std::string& origin, TransportOptions options = {}) {
        const http::Url base = *http::parse_url(origin);
        auto transport = make_transport(base, options, clock_);
        ASSERT_TRUE(transport) << to_text(transport.error());
        transport_ = std::move(*transport);
        request_ = serialize_request(base, {"GET", base.path.empty() ? "/" : "", {}, ""});
    }
    ResponseTracker& send() {
        responses_.emplace_back(ResponseTrackerOptions{.is_stream = false}, recorder_);
        responses_.back().begin(clock_.now(), clock_.now(), nullptr);
        transport_->send(request_, responses_.back());
        return responses_.back();
    }
    /// Waits until `count` responses have ended, for at most 10 s.
    void wait_for(std::size_t count) {
        const Instant deadline = clock_.now() + seconds(10);
        while (finished_ < count && clock_.now() < deadline) {
            transport_->run_until(clock_.now() + milliseconds(5),
                                  [&](ResponseTracker&) { ++finished_; });
        }
        EXPECT_EQ(finished_, count);
    }
    static void expect_failure(const ResponseTracker& response,
                               FailureClass failure,
                               const char* reason) {
        ASSERT_TRUE(response.outcome().failure);
        EXPECT_EQ(to_text(*response.outcome().failure), to_text(failure));
        EXPECT_THAT(response.outcome().failure_reason, HasSubstr(reason));
    }

    SystemClock clock_;
    LevelRecorder recorder_{Instant(), seconds(1)};
    std::optional<ScriptedServer> server_;
    std::unique_ptr<Transport> transport_;
    SerializedRequest request_;
    std::deque<ResponseTracker> responses_;
    std::size_t finished_ = 0;
};

TEST_F(PlainTransportTest, ReadsManyResponsesConcurrently) {
    serve({{"HTTP/1.1 200 OK\r\nContent-Le"}, {"ngth: 2\r\n\r\n{", milliseconds(1)}, {"}"}},
          ScriptedServer::AfterScript::kHoldOpen);
    for (int i = 0; i < 50; ++i) send();
    wait_for(50);
    for (const ResponseTracker& response : responses_) {
        EXPECT_FALSE(response.outcome().failure) << response.outcome().failure_reason;
        EXPECT_TRUE(response.outcome().connect);
        EXPECT_EQ(response.outcome().bytes, 2U);
    }
    EXPECT_GE(transport_->counters().reads, 50U);
    const std::uint64_t handled = transport_->take_handling_times().count();
    EXPECT_GE(handled, 1U);
    EXPECT_LE(handled, transport_->counters().wakeups);
    EXPECT_TRUE(transport_->take_handling_times().empty());
}

TEST_F(PlainTransportTest, ReportsHowAConnectionEnds) {
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"}}, ScriptedServer::AfterScript::kClose);
    send();
    wait_for(1);
    expect_failure(responses_.back(), FailureClass::kTruncated, "closed after 1 bytes");
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"}}, ScriptedServer::AfterScript::kReset);
    send();
    wait_for(2);
    expect_failure(responses_.back(), FailureClass::kTruncated, "closed after");
}

TEST_F(PlainTransportTest, ReportsARefusedConnection) {
    {
        const ScriptedServer gone({});
        open(gone.origin());
    }
    send();
    wait_for(1);
    expect_failure(responses_.back(), FailureClass::kConnect, "no connection: Connection refused");
}

/// An address that refuses connections until `listen` is called.
class LaterListener {
  public:
    LaterListener() {
        address_.size = sizeof(sockaddr_in);
        auto& name = reinterpret_cast<sockaddr_in&>(address_.bytes);
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::bind(socket_, reinterpret_cast<sockaddr*>(&name), address_.size);
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&name), &address_.size);
    }
    ~LaterListener() { ::close(socket_); }
    LaterListener(const LaterListener&) = delete;
    LaterListener& operator=(const LaterListener&) = delete;

    void listen(int backlog) const { ::listen(socket_, backlog); }
    [[nodiscard]] const SocketAddress& address() const { return address_; }

  private:
    int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    SocketAddress address_;
};

TEST_F(PlainTransportTest, TriesEachAddressOfAHost) {
    // As for a name with two addresses of which the server has the second, then the first.
    const LaterListener later;
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}},
          ScriptedServer::AfterScript::kClose);
    const SocketAddress second =
        resolve_addresses(*http::parse_url(server_->origin())).value().front();
    transport_ = *open_plain_transport({later.address(), second}, {}, clock_);
    for (std::size_t count = 1; count <= 2; ++count) {
        send();
        wait_for(count);
        EXPECT_FALSE(responses_.back().outcome().failure)
            << responses_.back().outcome().failure_reason;
    }
    server_.reset();
    later.listen(1);
    ResponseTracker& response = send();
    const Instant deadline = clock_.now() + seconds(10);
    while (!response.outcome().connect && clock_.now() < deadline)
        transport_->run_until(clock_.now() + milliseconds(5), [](ResponseTracker&) {});
    EXPECT_TRUE(response.outcome().connect);
    transport_->cancel(response);
}

TEST_F(PlainTransportTest, FailsIfNoAddressAcceptsAConnection) {
    const LaterListener a;
    const LaterListener b;
    transport_ = *open_plain_transport({a.address(), b.address()}, {}, clock_);
    request_ = serialize_request(*http::parse_url("http://127.0.0.1"), {"GET", "/", {}, ""});
    send();
    wait_for(1);
    expect_failure(responses_.back(), FailureClass::kConnect, "no connection: Connection refused");
}

TEST_F(PlainTransportTest, RepeatsARequestIfTheKeptConnectionIsClosed) {
    // The server serves one request for each connection and closes it at the second one.
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}},
          ScriptedServer::AfterScript::kHoldOpen);
    for (std::size_t count = 1; count <= 3; ++count) {
        send();
        wait_for(count);
    }
    for (const ResponseTracker& response : responses_)
        EXPECT_FALSE(response.outcome().failure) << response.outcome().failure_reason;
    EXPECT_FALSE(responses_[0].outcome().is_reconnected);
    EXPECT_TRUE(responses_[1].outcome().is_reconnected);
    EXPECT_TRUE(responses_[1].outcome().connect);
    EXPECT_LE(*responses_[1].outcome().connect,
              responses_[1].outcome().ended - responses_[1].outcome().sent);
    EXPECT_EQ(server_->requests().size(), 3U);
}

TEST_F(PlainTransportTest, DoesNotRepeatARequestOnANewConnection) {
    serve({}, ScriptedServer::AfterScript::kClose);
    send();
    wait_for(1);
    expect_failure(responses_.back(), FailureClass::kConnect, "closed without a response");
    EXPECT_EQ(server_->requests().size(), 1U);
}

/// Restores the limit of open files.
class FileLimit {
  public:
    explicit FileLimit(rlim_t files) {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const rlimit lower{files, before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &lower);
    }
    ~FileLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

  private:
    rlimit before_{};
};

TEST_F(PlainTransportTest, BlamesTheClientForItsLimitOfOpenFiles) {
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}},
          ScriptedServer::AfterScript::kHoldOpen);
    const FileLimit limit(4);
    send();
    wait_for(1);
    expect_failure(responses_.back(),
                   FailureClass::kClient,
                   "the limit of 4 open files is reached (ulimit -n)");
}

TEST_F(PlainTransportTest, UsesAProxy) {
    // The server is the proxy: it gets the whole URL of a host that has no address.
    server_.emplace(std::vector<ScriptedServer::ServerScript>{
        {"GET http://nowhere.invalid/a ",
         {{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}},
         ScriptedServer::AfterScript::kHoldOpen}});
    open("http://nowhere.invalid/a", {.proxy = server_->origin()});
    send();
    wait_for(1);
    EXPECT_FALSE(responses_[0].outcome().failure) << responses_[0].outcome().failure_reason;
    EXPECT_EQ(responses_[0].outcome().bytes, 2U);
}

TEST_F(PlainTransportTest, ReportsAnInvalidHeadThroughAProxy) {
    for (const char* head :
         {"HTTP/1.1 99 Low\r\n\r\n", "rubbish\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"}) {
        server_.emplace(std::vector<ScriptedServer::ServerScript>{
            {"GET ", {{head}}, ScriptedServer::AfterScript::kClose}});
        open("http://nowhere.invalid/", {.proxy = server_->origin()});
        finished_ = 0;
        send();
        wait_for(1);
        expect_failure(responses_.back(), FailureClass::kFraming, "");
    }
}

TEST_F(PlainTransportTest, ReportsTheStatusOfAProxyThatRefusesATunnel) {
    server_.emplace(std::vector<ScriptedServer::ServerScript>{
        {"CONNECT nowhere.invalid",
         {{"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"}},
         ScriptedServer::AfterScript::kClose}});
    open("https://nowhere.invalid/", {.proxy = server_->origin()});
    send();
    wait_for(1);
    expect_failure(responses_.back(), FailureClass::kConnect, "response 502");
}

TEST_F(PlainTransportTest, BlamesTheClientForCertificatesThatItCannotRead) {
    serve({}, ScriptedServer::AfterScript::kHoldOpen);
    open("https" + server_->origin().substr(4), {.ca_file = "/nonexistent/ca.pem"});
    send();
    wait_for(1);
    expect_failure(responses_.back(), FailureClass::kClient, "/nonexistent/ca.pem");
}

TEST_F(PlainTransportTest, CancelsAResponseWithoutACallback) {
    serve({{"HTTP/1.1 200 OK\r\n\r\n"}}, ScriptedServer::AfterScript::kHoldOpen);
    ResponseTracker& response = send();
    server_->wait_for_requests(0);
    transport_->cancel(response);
    transport_->run_until(clock_.now() + milliseconds(5), [&](ResponseTracker&) { ++finished_; });
    EXPECT_EQ(finished_, 0U);
}

/// An address at which no connect ends: its queue of connections is full, and nothing accepts them.
class FullListener {
  public:
    FullListener() {
        listener_.listen(0);
        const SocketAddress& full = address();
        ::connect(queued_, reinterpret_cast<const sockaddr*>(&full.bytes), full.size);
    }
    ~FullListener() { ::close(queued_); }
    FullListener(const FullListener&) = delete;
    FullListener& operator=(const FullListener&) = delete;

    [[nodiscard]] const SocketAddress& address() const { return listener_.address(); }

  private:
    LaterListener listener_;
    int queued_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

TEST_F(PlainTransportTest, GivesEachConnectItsOwnTimeAlsoWithTheDescriptorOfAnEarlierOne) {
    const FullListener listener;
    ManualClock clock;
    const auto transport =
        *open_plain_transport({listener.address()}, {.connect_timeout = seconds(5)}, clock);
    const SerializedRequest request =
        serialize_request(*http::parse_url("http://127.0.0.1"), {"GET", "/", {}, ""});
    ResponseTracker response({.is_stream = false}, recorder_);
    const auto send_again = [&] {
        response.begin(clock.now(), clock.now(), nullptr);
        transport->send(request, response);
    };
    const auto advance = [&](milliseconds time) {
        clock.wait(time);
        transport->run_until(clock.now(), [&](ResponseTracker&) { ++finished_; });
    };
    send_again();
    advance(seconds(3));
    transport->cancel(response);
    send_again();  // the lowest free descriptor is that of the first connect
    advance(milliseconds(4'999));
    EXPECT_EQ(finished_, 0U);
    advance(milliseconds(1));
    EXPECT_EQ(finished_, 1U);
    expect_failure(response, FailureClass::kConnect, "connect timed out");
}

TEST_F(PlainTransportTest, ReportsAHostWithoutAnAddress) {
    const auto transport = make_transport(*http::parse_url("http://nowhere.invalid"), {}, clock_);
    ASSERT_FALSE(transport);
    EXPECT_EQ(transport.error().code, ErrorCode::kUnreachable);
    EXPECT_THAT(transport.error().message, HasSubstr("nowhere.invalid has no address"));
}

}  // namespace
}  // namespace plumbline::load
