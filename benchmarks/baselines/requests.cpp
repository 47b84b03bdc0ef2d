// baseline_requests PORT PATH COUNT: requests PATH from a server on loopback COUNT times, one
// request after another on one connection, and reads each response to its end. It checks nothing.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/socket.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

/// Returns the length of the first response in the text, 0 if it is incomplete.
std::size_t complete_response_size(std::string_view text) {
    constexpr std::string_view kEnd = "\r\n\r\n";
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t head = text.find(kEnd);
    const std::size_t field = text.find(kLength);
    if (head == std::string_view::npos || field > head) return 0;
    std::size_t length = 0;
    std::from_chars(text.data() + field + kLength.size(), text.data() + head, length);
    const std::size_t size = head + kEnd.size() + length;
    return text.size() >= size ? size : 0;
}

bool exchange(int connection, const std::string& request, std::string& received) {
    char bytes[65536];
    if (::send(connection, request.data(), request.size(), MSG_NOSIGNAL) < 0) return false;
    while (complete_response_size(received) == 0) {
        const ssize_t count = ::recv(connection, bytes, sizeof bytes, 0);
        if (count <= 0) return false;
        received.append(bytes, static_cast<std::size_t>(count));
    }
    received.erase(0, complete_response_size(received));
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: baseline_requests PORT PATH COUNT\n", stderr);
        return 2;
    }
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    const int connection = connect_and_send(static_cast<std::uint16_t>(std::atoi(argv[1])), "");
    const std::string request =
        "GET " + std::string(argv[2]) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    std::string received;
    for (int left = std::atoi(argv[3]); left > 0; --left) {
        if (!exchange(connection, request, received)) {
            std::fputs("baseline_requests: no response from the server\n", stderr);
            return 1;
        }
    }
    ::close(connection);
    return 0;
}
