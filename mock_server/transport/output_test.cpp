#include "mock_server/transport/output.hpp"

#include "mock_server/transport/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

std::shared_ptr<const std::string> block(std::size_t size, char fill) {
    return std::make_shared<const std::string>(size, fill);
}

/// Flushes and reads in turns until nothing is left, `step` bytes at a time.
std::string pump(Output& output, SocketPair& sockets, std::size_t step) {
    std::string all;
    while (output.flush(sockets.ours()) == Output::State::kBlocked) all += sockets.received(step);
    return all + sockets.received();
}

TEST(Output, IsDoneWhenEmpty) {
    Output output;
    SocketPair sockets;
    EXPECT_EQ(output.flush(sockets.ours()), Output::State::kDone);
    EXPECT_TRUE(output.empty());
}

TEST(Output, SendsOwnAndSharedBytesInOrder) {
    Output output;
    SocketPair sockets;
    output.append(std::string_view("head "));
    output.append(block(40'000, 'a'));
    output.append(std::string_view(" middle "));
    output.append(block(10, 'b'));
    output.append(std::string_view(" end"));
    EXPECT_EQ(output.size(), 5U + 40'000U + 8U + 10U + 4U);
    EXPECT_EQ(pump(output, sockets, 16'384),
              "head " + std::string(40'000, 'a') + " middle " + std::string(10, 'b') + " end");
    EXPECT_TRUE(output.empty());
}

TEST(Output, GoesOnWhereTheSocketWasFull) {
    Output output;
    SocketPair sockets;
    const auto big = block(3'000'000, 'x');
    output.append(std::string_view("<"));
    output.append(big);
    output.append(std::string_view(">"));
    EXPECT_EQ(output.flush(sockets.ours()), Output::State::kBlocked);
    EXPECT_GT(output.size(), 0U);
    EXPECT_EQ(pump(output, sockets, 10'007), '<' + *big + '>');
}

TEST(Output, SendsMorePiecesThanOneCallTakes) {
    Output output;
    SocketPair sockets;
    std::string expected;
    for (int i = 0; i < 50; ++i) {
        const auto piece = block(20'000, static_cast<char>('A' + i));
        output.append(piece);
        expected += *piece;
    }
    EXPECT_EQ(pump(output, sockets, 50'000), expected);
}

TEST(Output, TakesWhatIsAppendedWhileBlocked) {
    Output output;
    SocketPair sockets;
    output.append(block(3'000'000, 'x'));
    ASSERT_EQ(output.flush(sockets.ours()), Output::State::kBlocked);
    output.append(std::string_view("end"));
    EXPECT_EQ(pump(output, sockets, 65'536), std::string(3'000'000, 'x') + "end");
}

TEST(Output, SharesNothingThatIsNotThere) {
    Output output;
    output.append(std::shared_ptr<const std::string>());
    output.append(block(0, ' '));
    output.append(std::string_view());
    EXPECT_TRUE(output.empty());
}

TEST(Output, IsBrokenWhenThePeerHasGone) {
    Output output;
    SocketPair sockets;
    sockets.close_peer();
    output.append(std::string_view("lost"));
    EXPECT_EQ(output.flush(sockets.ours()), Output::State::kBroken);
}

TEST(Output, KeepsNothingOfWhatASocketTakesAtOnce) {
    Output output;
    SocketPair sockets;
    EXPECT_EQ(output.send(sockets.ours(), "an event"), Output::State::kDone);
    EXPECT_TRUE(output.empty());
    EXPECT_EQ(sockets.received(), "an event");
}

TEST(Output, SendsBehindWhatWaits) {
    Output output;
    SocketPair sockets;
    output.append(std::string_view("head "));
    EXPECT_EQ(output.send(sockets.ours(), "event"), Output::State::kDone);
    EXPECT_EQ(sockets.received(), "head event");
}

TEST(Output, KeepsWhatASocketDoesNotTake) {
    Output output;
    SocketPair sockets;
    const std::string big(3'000'000, 'x');
    EXPECT_EQ(output.send(sockets.ours(), big), Output::State::kBlocked);
    EXPECT_LT(output.size(), big.size());
    EXPECT_EQ(output.send(sockets.ours(), "end"), Output::State::kBlocked);
    EXPECT_EQ(pump(output, sockets, 65'536), big + "end");
}

TEST(Output, IsBrokenWhenWhatIsSentFindsNobody) {
    Output output;
    SocketPair sockets;
    sockets.close_peer();
    EXPECT_EQ(output.send(sockets.ours(), "lost"), Output::State::kBroken);
}

}  // namespace
}  // namespace plumbline::mock
