#pragma once
// Finds all line ends in a block of bytes in one pass.

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace plumbline::sse {

/// The scan of kBlock bytes.
struct BlockScan {
    static constexpr std::size_t kBlock = 64;

    std::uint64_t ends = 0;  ///< one bit for each LF and CR; the lowest is the first byte's
    bool is_ascii = true;    ///< no byte has its highest bit set
};

/// Scans kBlock bytes, eight at a time, on any processor.
inline BlockScan scan_block_by_words(const char* bytes) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHigh = 0x8080808080808080;
    std::uint64_t all = 0;
    BlockScan scan;
    for (std::size_t at = 0; at < BlockScan::kBlock; at += sizeof all) {
        std::uint64_t part = 0;
        std::memcpy(&part, bytes + at, sizeof part);
        all |= part;
        // Tests whether any byte is a line end; the loop below finds which ones.
        const std::uint64_t lf = part ^ (kOnes * '\n');
        const std::uint64_t cr = part ^ (kOnes * '\r');
        if ((((lf - kOnes) & ~lf) | ((cr - kOnes) & ~cr)) & kHigh) {
            for (std::size_t i = at; i < at + sizeof part; ++i) {
                if (bytes[i] == '\n' || bytes[i] == '\r') scan.ends |= std::uint64_t{1} << i;
            }
        }
    }
    scan.is_ascii = (all & kHigh) == 0;
    return scan;
}

/// Scans kBlock bytes.
inline BlockScan scan_block(const char* bytes) {
#ifdef __SSE2__
    constexpr std::size_t kLanes = 16;
    const __m128i lf = _mm_set1_epi8('\n');
    const __m128i cr = _mm_set1_epi8('\r');
    std::uint64_t ends = 0;
    __m128i all = _mm_setzero_si128();
    for (std::size_t i = 0; i < BlockScan::kBlock / kLanes; ++i) {
        __m128i part;
        std::memcpy(&part, bytes + i * kLanes, sizeof part);
        const __m128i is_end = _mm_or_si128(_mm_cmpeq_epi8(part, lf), _mm_cmpeq_epi8(part, cr));
        const auto bits = static_cast<unsigned>(_mm_movemask_epi8(is_end));
        ends |= std::uint64_t{bits} << (i * kLanes);
        all = _mm_or_si128(all, part);
    }
    return {ends, _mm_movemask_epi8(all) == 0};
#else
    return scan_block_by_words(bytes);
#endif
}

/// Scans fewer than kBlock bytes.
inline BlockScan scan_rest(const char* bytes, std::size_t size) {
    char block[BlockScan::kBlock] = {};
    std::memcpy(block, bytes, size);
    return scan_block(block);
}

}  // namespace plumbline::sse
