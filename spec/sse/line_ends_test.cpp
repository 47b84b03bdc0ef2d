#include "spec/sse/line_ends.hpp"

#include "spec/sse/testing.hpp"

#include <random>
#include <string>

namespace plumbline::sse {
namespace {

/// A scan by the definition of BlockScan, byte by byte.
BlockScan naive_scan(const std::string& bytes) {
    BlockScan scan;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == '\n' || bytes[i] == '\r') scan.ends |= std::uint64_t{1} << i;
        if (static_cast<unsigned char>(bytes[i]) >= 0x80) scan.is_ascii = false;
    }
    return scan;
}

void expect_all_agree(const std::string& block) {
    const BlockScan expected = naive_scan(block);
    for (const BlockScan& scan : {scan_block(block.data()), scan_block_by_words(block.data())}) {
        EXPECT_EQ(scan.ends, expected.ends) << ::testing::PrintToString(block);
        EXPECT_EQ(scan.is_ascii, expected.is_ascii) << ::testing::PrintToString(block);
    }
}

TEST(LineEnds, AreFoundForEveryByteAtEveryOffset) {
    for (int byte = 0; byte < 256; ++byte) {
        for (std::size_t at = 0; at < BlockScan::kBlock; ++at) {
            std::string block(BlockScan::kBlock, 'x');
            block[at] = static_cast<char>(byte);
            expect_all_agree(block);
        }
    }
}

TEST(LineEnds, AreFoundInAnyMixture) {
    std::mt19937 random(7);
    const std::string letters("\n\r\x0B\x0C\x8A\x8D a\0\xFF", 10);
    for (int i = 0; i < 2'000; ++i) {
        std::string block(BlockScan::kBlock, ' ');
        for (char& c : block) c = letters[random() % letters.size()];
        expect_all_agree(block);
    }
}

TEST(LineEnds, AreFoundInFewerBytesThanABlock) {
    std::mt19937 random(8);
    for (std::size_t size = 0; size < BlockScan::kBlock; ++size) {
        std::string bytes(size, 'x');
        for (char& c : bytes) c = "\nx\r\xC3"[random() % 4];
        const BlockScan expected = naive_scan(bytes);
        const BlockScan scan = scan_rest(bytes.data(), bytes.size());
        EXPECT_EQ(scan.ends, expected.ends);
        EXPECT_EQ(scan.is_ascii, expected.is_ascii);
    }
}

}  // namespace
}  // namespace plumbline::sse
