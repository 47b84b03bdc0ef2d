// baseline_queue_server LAW QUEUES SERVERS MEAN_MS SEED: a server whose queues obey a known law.
// Listens on a free port of loopback and prints the address as its first line. A request joins one
// of QUEUES queues at random, each first come, first served, with SERVERS servers. The times of
// service are random with the given mean: LAW is `exponential` or `lognormal`, whose standard
// deviation is also the mean. Responds with a stream of one event when a request has been served.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/socket.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <queue>
#include <random>

namespace plumbline::baselines {
namespace {

/// The times of service.
class ServiceLaw {
  public:
    ServiceLaw(bool is_exponential, Nanoseconds mean, std::uint64_t seed)
        : is_exponential_(is_exponential), mean_(static_cast<double>(mean)), random_(seed) {}

    Nanoseconds next() {
        if (is_exponential_) return std::llround(-std::log(uniform()) * mean_);
        // Equal mean and standard deviation.
        const double variance = std::numbers::ln2;
        const double normal =
            std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
        return std::llround(mean_ * std::exp(std::sqrt(variance) * normal - variance / 2));
    }
    /// Returns a random index below `count`.
    std::size_t index(std::size_t count) {
        return static_cast<std::size_t>(uniform() * static_cast<double>(count));
    }

  private:
    double uniform() { return (static_cast<double>(random_() >> 11U) + 0.5) / 9007199254740992.0; }

    bool is_exponential_;
    double mean_;
    std::mt19937_64 random_;
};

class QueueServer {
  public:
    QueueServer(int listener, ServiceLaw law, std::size_t queues, std::size_t servers)
        : listener_(listener),
          law_(law),
          free_at_(queues, Servers(std::greater<>(), std::vector<Nanoseconds>(servers))) {
        watch(poller_, listener_, EPOLLIN);
    }

    void serve() {
        for (;;) {
            const Nanoseconds next = served_.empty() ? now() + kSecond : served_.top().first;
            handle_ready(poller_, next, [this](int fd, std::uint32_t) {
                if (fd == listener_) {
                    accept_connections(listener_, poller_);
                } else if (read_request(fd)) {
                    join_queue(fd);
                }
            });
            while (!served_.empty() && served_.top().first <= now()) {
                (void)::send(
                    served_.top().second, response_.data(), response_.size(), MSG_NOSIGNAL);
                served_.pop();
            }
        }
    }

  private:
    template <typename T>
    using Earliest = std::priority_queue<T, std::vector<T>, std::greater<>>;
    using Servers = Earliest<Nanoseconds>;

    /// The order of service is that of arrival, so the end is known at once.
    void join_queue(int fd) {
        Servers& servers = free_at_[law_.index(free_at_.size())];
        const Nanoseconds end = std::max(now(), servers.top()) + law_.next();
        servers.pop();
        servers.push(end);
        served_.emplace(end, fd);
    }

    int listener_;
    int poller_ = ::epoll_create1(EPOLL_CLOEXEC);
    ServiceLaw law_;
    std::vector<Servers> free_at_;  ///< when each server of each queue is free
    Earliest<std::pair<Nanoseconds, int>> served_;
    std::string response_ =
        std::string(kStreamHead) + make_chunk("event: values\ndata: {}\n\n") + "0\r\n\r\n";
};

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 6) {
        std::fputs("usage: baseline_queue_server LAW QUEUES SERVERS MEAN_MS SEED\n", stderr);
        return 2;
    }
    const auto number = [&](int index) {
        return static_cast<std::size_t>(std::atoll(argv[index]));
    };
    const int listener = listen_on_free_port();
    if (listener < 0) return 1;
    const ServiceLaw law(
        std::string_view(argv[1]) == "exponential", std::atoll(argv[4]) * kMillisecond, number(5));
    QueueServer(listener, law, number(2), number(3)).serve();
}
