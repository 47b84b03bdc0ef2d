#include "mock_server/transport/acceptor.hpp"

#include "mock_server/transport/event_fds.hpp"
#include "mock_server/transport/testing.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <atomic>
#include <memory>
#include <optional>

namespace plumbline::mock {
namespace {

/// Limits the process to one more descriptor, for its own lifetime.
class RoomForOneDescriptor {
  public:
    RoomForOneDescriptor() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = static_cast<rlim_t>(EventFd().fd()) + 1;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    ~RoomForOneDescriptor() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    RoomForOneDescriptor(const RoomForOneDescriptor&) = delete;
    RoomForOneDescriptor& operator=(const RoomForOneDescriptor&) = delete;

  private:
    rlimit before_{};
};

/// Counts the delivered sockets, and closes them.
struct Counter {
    std::atomic<int> delivered = 0;

    Acceptor::SocketHandler deliver() {
        return [this](int fd) {
            ::close(fd);
            ++delivered;
        };
    }
};

TEST(Acceptor, DeliversEveryConnection) {
    Counter counter;
    const auto acceptor = Acceptor::open("127.0.0.1", 0);
    ASSERT_THAT(acceptor, IsOk());
    (*acceptor)->start(counter.deliver());
    const RawClient first((*acceptor)->port());
    const RawClient second((*acceptor)->port());
    EXPECT_TRUE(eventually([&] { return counter.delivered == 2; }));
}

TEST(Acceptor, RefusesConnectionsAfterItsDestruction) {
    auto acceptor = Acceptor::open("127.0.0.1", 0);
    ASSERT_THAT(acceptor, IsOk());
    const std::uint16_t port = (*acceptor)->port();
    acceptor->reset();
    EXPECT_FALSE(RawClient(port).is_connected());
}

TEST(Acceptor, ContinuesWhenDescriptorsAreFreeAgain) {
    Counter counter;
    const auto acceptor = Acceptor::open("127.0.0.1", 0);
    ASSERT_THAT(acceptor, IsOk());
    auto shortage = std::make_optional<RoomForOneDescriptor>();
    const RawClient client((*acceptor)->port());
    EXPECT_TRUE(client.is_connected());
    (*acceptor)->start(counter.deliver());
    EXPECT_EQ(counter.delivered, 0);
    shortage.reset();
    EXPECT_TRUE(eventually([&] { return counter.delivered == 1; }));
}

TEST(Acceptor, ReportsAnInvalidAddress) {
    EXPECT_THAT(Acceptor::open("localhost", 0), IsOk());
    EXPECT_THAT(Acceptor::open("example.test", 0), IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(Acceptor::open("", 0), FailsWith("the host `` is not an address to listen on"));
    EXPECT_THAT(Acceptor::open("192.0.2.1", 0), IsErrorCode(ErrorCode::kIo));
}

}  // namespace
}  // namespace plumbline::mock
