#include "benchmarks/load/app/start_time.hpp"

#include "spec/base/time_text.hpp"

#include <algorithm>
#include <string>

namespace plumbline::load {
namespace {

/// An interrupt is handled within this time.
constexpr Duration kInterruptCheck = std::chrono::milliseconds(100);

}  // namespace

Result<Instant> parse_start(std::string_view text) {
    auto start = parse_instant(text);
    if (!start)
        return fail(
            start.error().code,
            start.error().message + "; write e.g. " + "\"$(date -u -d '+30 seconds' +%FT%TZ)\"");
    return start;
}

void wait_until(Instant time, Clock& clock, const std::atomic<bool>& is_interrupted) {
    while (clock.now() < time && !is_interrupted)
        clock.wait(std::min(kInterruptCheck, time - clock.now()));
}

Result<Duration> wait_for_start(Instant start,
                                Clock& clock,
                                const std::atomic<bool>& is_interrupted) {
    const Instant now = clock.now();
    // A difference of the two could overflow.
    if (start > now + kMaxStartWait)
        return fail(ErrorCode::kUsage,
                    "--start-at " + plumbline::to_text(start) + " is more than an hour after " +
                        plumbline::to_text(now) + ", the time of this machine",
                    {},
                    {"compare the machine's clock, or start the program later"});
    if (start < now - kMaxStartWait)
        return fail(ErrorCode::kUsage,
                    "--start-at " + plumbline::to_text(start) + " is more than an hour before " +
                        plumbline::to_text(now) + ", the time of this machine",
                    {},
                    {"write a time that is to come, or compare the machine's clock"});
    wait_until(start, clock, is_interrupted);
    return std::max(now - start, Duration(0));
}

}  // namespace plumbline::load
