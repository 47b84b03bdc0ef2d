#include "conformance/runner/waiting.hpp"

#include "spec/base/text.hpp"
#include "spec/http/date.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace plumbline::runner {

bool wait_unless_stopped(const std::atomic<bool>* stop, Clock& clock, Duration time) {
    // A clock cannot be interrupted, so `stop` is polled; a person does not notice this interval.
    constexpr Duration kSlice = std::chrono::milliseconds(50);
    while (true) {
        if (stop && *stop) return false;
        if (time <= Duration::zero()) return true;
        const Duration slice = std::min(time, kSlice);
        clock.wait(slice);
        time -= slice;
    }
}

std::optional<Duration> retry_after_of(const http::Response& response, Instant now) {
    const std::string* header = response.headers.find("Retry-After");
    if (!header) return std::nullopt;
    const std::string_view value = trimmed(*header);
    std::uint32_t seconds = 0;
    const char* end = value.data() + value.size();
    const auto [stop, problem] = std::from_chars(value.data(), end, seconds);
    if (problem == std::errc() && stop == end) return std::chrono::seconds(seconds);
    const auto date = http::parse_http_date(value);
    if (!date) return std::nullopt;
    const std::string* sent = response.headers.find("Date");
    const auto server_time = sent ? http::parse_http_date(*sent) : std::nullopt;
    return std::max(Duration::zero(), *date - server_time.value_or(now));
}

double seconds_of(Duration time) {
    return std::chrono::duration<double>(time).count();
}

double milliseconds_of(Duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace plumbline::runner
