#pragma once
// Shared by the fuzz targets. A target asserts its properties with PLUMBLINE_CHECK, which aborts if
// one is violated, and `run` the property of all targets: the time for an input is limited by its
// size.

#include "spec/base/check.hpp"
#include "spec/base/error.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace plumbline::fuzz {

/// The processor time that an input may take. Generous for sanitizers and a busy machine: linear
/// work takes a tenth of it. Work that grows with the square of the size exceeds it at the largest
/// inputs, 16 KiB.
struct TimeLimit {
    std::chrono::microseconds per_input{100'000};
    std::chrono::microseconds per_byte{10};
};

/// Returns the processor time of this thread: unlike time that passes, other programs do not change
/// it much.
[[nodiscard]] inline std::chrono::nanoseconds processor_time() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Runs a target on the fuzzer's bytes. Aborts if that takes more than the allowed time, each of
/// three times: the first input also pays for what is loaded once.
template <typename Target>
int run(const Target& target,
        const std::uint8_t* bytes,
        std::size_t size,
        const TimeLimit& limit = {}) {
    constexpr int kAttempts = 3;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto allowed = limit.per_input + limit.per_byte * size;
    auto taken = std::chrono::nanoseconds::max();
    for (int attempt = 0; attempt < kAttempts && taken > allowed; ++attempt) {
        const auto started = processor_time();
        target(text);
        taken = std::min(taken, processor_time() - started);
    }
    if (taken <= allowed) return 0;
    std::fprintf(stderr,
                 "slow input: %zu bytes take %.0f ms, at most %.0f ms are allowed\n",
                 size,
                 std::chrono::duration<double, std::milli>(taken).count(),
                 std::chrono::duration<double, std::milli>(allowed).count());
    PLUMBLINE_CHECK(taken <= allowed, "the time for an input is limited by its size");
    return 0;
}

/// Splits an input, which is not empty, into the size of pieces that its first byte selects, 1 to
/// 16, and the text to feed in such pieces.
[[nodiscard]] inline std::pair<std::size_t, std::string_view> split_of(std::string_view input) {
    return {1 + static_cast<unsigned char>(input.front()) % 16U, input.substr(1)};
}

/// Writes a text to a file in memory and returns its path, for loaders that take one. The next call
/// replaces the text.
[[nodiscard]] inline std::string file_of(std::string_view text) {
    static const int kFile = memfd_create("input", MFD_CLOEXEC);
    const bool is_written =
        ftruncate(kFile, 0) == 0 &&
        pwrite(kFile, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    PLUMBLINE_CHECK(is_written, "a file in memory can be written");
    return "/proc/self/fd/" + std::to_string(kFile);
}

/// Checks that an error about a text has a message, the file and a line.
inline void check_position(const Error& error, std::string_view file) {
    PLUMBLINE_CHECK(!error.message.empty(), "an error has a message");
    PLUMBLINE_CHECK(error.where.file == file, "an error names the file");
    PLUMBLINE_CHECK(error.where.line > 0, "an error names the line");
}

/// Checks in addition that the position of an error is inside the text.
inline void check_position(const Error& error, std::string_view file, std::string_view text) {
    check_position(error, file);
    const auto breaks = std::count_if(
        text.begin(), text.end(), [](char byte) { return byte == '\n' || byte == '\r'; });
    PLUMBLINE_CHECK(error.where.line <= breaks + 1, "an error names an existing line");
    PLUMBLINE_CHECK(static_cast<std::size_t>(error.where.column) <= text.size() + 1,
                    "an error names an existing column");
}

}  // namespace plumbline::fuzz
