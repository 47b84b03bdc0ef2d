#include "mock_server/transport/send_queue.hpp"

#include "mock_server/transport/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

std::string block(std::size_t size, char fill) {
    return std::string(size, fill);
}

/// Alternates flushing and reading until nothing is left, `step` bytes at a time.
std::string write_all(SendQueue& queue, SocketPair& sockets, std::size_t step) {
    std::string all;
    while (queue.flush(sockets.ours()) == SendQueue::SendState::kBlocked)
        all += sockets.received(step);
    return all + sockets.received();
}

TEST(SendQueue, IsDoneWhenEmpty) {
    SendQueue queue;
    SocketPair sockets;
    EXPECT_EQ(queue.flush(sockets.ours()), SendQueue::SendState::kDone);
    EXPECT_TRUE(queue.empty());
}

TEST(SendQueue, SendsBytesInOrder) {
    SendQueue queue;
    SocketPair sockets;
    queue.append("head ");
    queue.append(block(40'000, 'a'));
    queue.append(" middle ");
    queue.append(block(10, 'b'));
    queue.append(" end");
    EXPECT_EQ(queue.size(), 5U + 40'000U + 8U + 10U + 4U);
    EXPECT_EQ(write_all(queue, sockets, 16'384),
              "head " + std::string(40'000, 'a') + " middle " + std::string(10, 'b') + " end");
    EXPECT_TRUE(queue.empty());
}

TEST(SendQueue, ContinuesAfterAFullSocket) {
    SendQueue queue;
    SocketPair sockets;
    const auto big = block(3'000'000, 'x');
    queue.append("<");
    queue.append(big);
    queue.append(">");
    EXPECT_EQ(queue.flush(sockets.ours()), SendQueue::SendState::kBlocked);
    EXPECT_GT(queue.size(), 0U);
    EXPECT_EQ(write_all(queue, sockets, 10'007), '<' + big + '>');
}

TEST(SendQueue, SendsManyLargeTexts) {
    SendQueue queue;
    SocketPair sockets;
    std::string expected;
    for (int i = 0; i < 50; ++i) {
        const auto piece = block(20'000, static_cast<char>('A' + i));
        queue.append(piece);
        expected += piece;
    }
    EXPECT_EQ(write_all(queue, sockets, 50'000), expected);
}

TEST(SendQueue, SendsBytesAppendedWhileBlocked) {
    SendQueue queue;
    SocketPair sockets;
    queue.append(block(3'000'000, 'x'));
    ASSERT_EQ(queue.flush(sockets.ours()), SendQueue::SendState::kBlocked);
    queue.append("end");
    EXPECT_EQ(write_all(queue, sockets, 65'536), std::string(3'000'000, 'x') + "end");
}

TEST(SendQueue, IgnoresEmptyTexts) {
    SendQueue queue;
    queue.append(block(0, ' '));
    queue.append("");
    EXPECT_TRUE(queue.empty());
}

TEST(SendQueue, ReportsAClosedPeerOnFlush) {
    SendQueue queue;
    SocketPair sockets;
    sockets.close_peer();
    queue.append("lost");
    EXPECT_EQ(queue.flush(sockets.ours()), SendQueue::SendState::kPeerGone);
}

TEST(SendQueue, QueuesNothingIfTheSocketAcceptsEverything) {
    SendQueue queue;
    SocketPair sockets;
    EXPECT_EQ(queue.send(sockets.ours(), "an event"), SendQueue::SendState::kDone);
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(sockets.received(), "an event");
}

TEST(SendQueue, SendsAfterQueuedBytes) {
    SendQueue queue;
    SocketPair sockets;
    queue.append("head ");
    EXPECT_EQ(queue.send(sockets.ours(), "event"), SendQueue::SendState::kDone);
    EXPECT_EQ(sockets.received(), "head event");
}

TEST(SendQueue, QueuesWhatTheSocketDoesNotAccept) {
    SendQueue queue;
    SocketPair sockets;
    const std::string big(3'000'000, 'x');
    EXPECT_EQ(queue.send(sockets.ours(), big), SendQueue::SendState::kBlocked);
    EXPECT_LT(queue.size(), big.size());
    EXPECT_EQ(queue.send(sockets.ours(), "end"), SendQueue::SendState::kBlocked);
    EXPECT_EQ(write_all(queue, sockets, 65'536), big + "end");
}

TEST(SendQueue, ReportsAClosedPeerOnSend) {
    SendQueue queue;
    SocketPair sockets;
    sockets.close_peer();
    EXPECT_EQ(queue.send(sockets.ours(), "lost"), SendQueue::SendState::kPeerGone);
}

}  // namespace
}  // namespace plumbline::mock
