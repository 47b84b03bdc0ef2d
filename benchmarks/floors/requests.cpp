// floor_requests PORT PATH COUNT: asks a server on loopback for PATH, COUNT times, one request
// after another on one connection, and reads each answer to its end. Nothing is judged.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

/// Connects to 127.0.0.1:port; -1 if that fails. A silent server fails a read after 5 s.
int connect_to(int port) {
    const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{5, 0};
    const int on = 1;
    ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // what the sockets API wants
    return ::connect(connection, generic, sizeof address) == 0 ? connection : -1;
}

/// Returns how long the first response in the text is, 0 if it is not whole yet.
std::size_t whole_response(std::string_view text) {
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
    while (whole_response(received) == 0) {
        const ssize_t count = ::recv(connection, bytes, sizeof bytes, 0);
        if (count <= 0) return false;
        received.append(bytes, static_cast<std::size_t>(count));
    }
    received.erase(0, whole_response(received));
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: floor_requests PORT PATH COUNT\n", stderr);
        return 2;
    }
    const int connection = connect_to(std::atoi(argv[1]));
    const std::string request =
        "GET " + std::string(argv[2]) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    std::string received;
    for (int left = std::atoi(argv[3]); left > 0; --left) {
        if (!exchange(connection, request, received)) {
            std::fputs("floor_requests: the server did not answer\n", stderr);
            return 1;
        }
    }
    ::close(connection);
    return 0;
}
