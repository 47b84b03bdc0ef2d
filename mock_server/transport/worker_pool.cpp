#include "mock_server/transport/worker_pool.hpp"

#include <pistache/peer.h>
#include <pistache/reactor.h>
#include <pistache/tcp.h>
#include <pistache/transport.h>
#include <pistache/version.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace plumbline::mock {
namespace {

namespace aio = Pistache::Aio;
namespace polling = Pistache::Polling;
namespace tcp = Pistache::Tcp;
using PeerRef = std::shared_ptr<tcp::Peer>;

// Poller relies on what Transport does with events and peers, which no interface promises.
static_assert(Pistache::Version::Major == 0 && Pistache::Version::Minor == 0 &&
                  Pistache::Version::Patch == 5,
              "read Transport::onReady and handleIncoming of this Pistache before you allow it");

constexpr int kMaxWorkers = 64;
/// The most that is read of one socket at once.
constexpr std::size_t kReadAtOnce = std::size_t{16} * 1024U;

/// Says whether the peer has shut its side, or the socket is broken.
bool has_ended(const aio::FdSet::Entry& entry) {
    // FdSet tells of an end that is whole but not of one side's; only this kind of cast gets at it.
    const auto& event = (const polling::Event&)entry;  // NOLINT(*-cstyle-cast)
    return entry.isHangup() || event.flags.hasFlag(polling::NotifyOn::Shutdown);
}

/// Hands one thread's sockets to its Worker. Thread: the worker's own, but `hand_over` and `ring`
/// any.
class Poller final : public tcp::Transport {
  public:
    explicit Poller(std::shared_ptr<Service> service);
    ~Poller() override;

    std::shared_ptr<aio::Handler> clone() const override;
    void registerPoller(polling::Epoll& epoll) override;
    void onReady(const aio::FdSet& ready) override;

    Worker& worker() { return worker_; }
    /// Takes an accepted socket over.
    void hand_over(int fd);
    void ring() const { bell_.ring(); }

  private:
    void dispatch(const aio::FdSet& ready);
    [[nodiscard]] bool read_all(int fd);
    void welcome_arrivals();
    void wake_streams();
    void watch_writing(int fd);
    void wake(ConnectionId id);

    std::shared_ptr<Service> service_;
    Bell bell_;
    std::mutex arriving_;  ///< guards `arrivals_` and `woken_`
    std::vector<int> arrivals_;
    std::vector<ConnectionId> woken_;
    std::array<char, kReadAtOnce> input_;
    Worker worker_;  ///< the last: its streams may wake it until they are gone
};

/// Receives what the base class of Poller reads: what comes last, and behind very much.
class Receiver final : public tcp::Handler {
    PROTOTYPE_OF(tcp::Handler, Receiver)

  public:
    void onConnection(const PeerRef& peer) override { worker().on_connect(peer->fd()); }
    void onInput(const char* bytes, std::size_t size, const PeerRef& peer) override {
        worker().on_input(peer->fd(), {bytes, size});
    }
    void onDisconnection(const PeerRef& peer) override { worker().on_disconnect(peer->fd()); }

  private:
    Worker& worker() { return static_cast<Poller*>(transport())->worker(); }
};

Poller::Poller(std::shared_ptr<Service> service)
    : Transport(std::make_shared<Receiver>()),
      service_(std::move(service)),
      worker_(
          service_, [this](int fd) { watch_writing(fd); }, [this](ConnectionId id) { wake(id); }) {}

Poller::~Poller() {
    // The base forgets its sockets without closing them.
    for (const auto& [fd, peer] : peers) ::close(fd);
    for (const int fd : arrivals_) ::close(fd);
}

/// Pistache makes one for each thread from the one it is given, which itself never runs.
std::shared_ptr<aio::Handler> Poller::clone() const {
    return std::make_shared<Poller>(service_);
}

void Poller::registerPoller(polling::Epoll& epoll) {
    Transport::registerPoller(epoll);
    for (const int fd : {bell_.fd(), worker_.alarm().fd()}) {
        epoll.addFd(fd,
                    Pistache::Flags<polling::NotifyOn>(polling::NotifyOn::Read),
                    polling::Tag(static_cast<std::uint64_t>(fd)));
    }
}

void Poller::onReady(const aio::FdSet& ready) {
    try {
        dispatch(ready);
    } catch (...) {
        // Nobody above catches. What the base can throw (no memory, no epoll watch) costs the
        // connection it was busy with; that one's deadline closes it.
    }
}

void Poller::dispatch(const aio::FdSet& ready) {
    bool has_rung = false;
    bool is_due = false;
    std::vector<polling::Event> for_base;
    for (const auto& entry : ready) {
        const int fd = static_cast<int>(entry.getTag().value());
        if (fd == bell_.fd()) {
            has_rung = true;
        } else if (fd == worker_.alarm().fd()) {
            is_due = true;
        } else {
            if (entry.isWritable()) worker_.on_writable(fd);
            // The base would take a Write for its own, find nothing to send, and throw.
            if (!entry.isReadable()) continue;
            if (!has_ended(entry) && read_all(fd)) continue;
            for_base.emplace_back(entry.getTag()).flags.setFlag(polling::NotifyOn::Read);
        }
    }
    if (!for_base.empty()) Transport::onReady(aio::FdSet(std::move(for_base)));
    worker_.send_answers();
    // After the input: what has just come may have put a deadline off.
    if (is_due) worker_.on_alarm();
    if (has_rung) {
        bell_.hush();
        welcome_arrivals();
        wake_streams();
        worker_.on_stage();
    }
}

/// Reads what has come; false: that was not all of it, or the base must see how it ended. Quicker
/// than the base, which clears 4 KiB for each read and asks again where little has come.
bool Poller::read_all(int fd) {
    const ssize_t size = ::recv(fd, input_.data(), input_.size(), MSG_DONTWAIT);
    if (size <= 0) return false;
    worker_.on_input(fd, {input_.data(), static_cast<std::size_t>(size)});
    return static_cast<std::size_t>(size) < input_.size();
}

void Poller::hand_over(int fd) {
    {
        const std::lock_guard lock(arriving_);
        arrivals_.push_back(fd);
    }
    ring();
}

/// Tells the base of new sockets here, not in `hand_over`: none of its objects changes threads.
void Poller::welcome_arrivals() {
    std::vector<int> arrivals;
    {
        const std::lock_guard lock(arriving_);
        arrivals.swap(arrivals_);
    }
    for (const int fd : arrivals) handleNewPeer(tcp::Peer::Create(fd, Pistache::Address()));
}

/// Thread: any.
void Poller::wake(ConnectionId id) {
    {
        const std::lock_guard lock(arriving_);
        woken_.push_back(id);
    }
    ring();
}

void Poller::wake_streams() {
    std::vector<ConnectionId> woken;
    {
        const std::lock_guard lock(arriving_);
        woken.swap(woken_);
    }
    for (const ConnectionId id : woken) worker_.on_wake(id);
}

void Poller::watch_writing(int fd) {
    // Stays on for the rest of the connection: with edges an idle socket causes no wake-ups.
    reactor()->modifyFd(
        key(),
        fd,
        polling::NotifyOn::Read | polling::NotifyOn::Write | polling::NotifyOn::Shutdown,
        polling::Mode::Edge);
}

Result<std::size_t> worker_count(int wanted) {
    if (wanted < 0 || wanted > kMaxWorkers) {
        return fail(ErrorCode::kUsage,
                    std::to_string(wanted) + " workers asked for, expected 1 to " +
                        std::to_string(kMaxWorkers) + ", or 0 for one per core");
    }
    if (wanted > 0) return static_cast<std::size_t>(wanted);
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMaxWorkers);
}

}  // namespace

struct WorkerPool::State {
    std::shared_ptr<Service> service;
    std::shared_ptr<aio::Reactor> reactor = aio::Reactor::create();
    std::vector<std::shared_ptr<Poller>> pollers;
    std::size_t next = 0;
};

WorkerPool::WorkerPool() : state_(std::make_unique<State>()) {}

WorkerPool::~WorkerPool() {
    state_->reactor->shutdown();
    // Joins the threads; the pollers must outlive them.
    state_->reactor.reset();
}

Result<std::unique_ptr<WorkerPool>> WorkerPool::start(const std::shared_ptr<Service>& service) {
    const auto count = worker_count(service->options.workers);
    if (!count) return fail(count.error());
    try {
        std::unique_ptr<WorkerPool> pool(new WorkerPool);
        State& state = *pool->state_;
        state.service = service;
        state.reactor->init(aio::AsyncContext(*count, "mock"));
        const auto key = state.reactor->addHandler(std::make_shared<Poller>(service));
        for (const auto& handler : state.reactor->handlers(key)) {
            state.pollers.push_back(std::static_pointer_cast<Poller>(handler));
        }
        state.reactor->run();
        return pool;
    } catch (const std::exception& error) {
        return fail(ErrorCode::kIo,
                    "cannot start " + std::to_string(*count) + " workers: " + error.what() +
                        "; ask for fewer, or raise the limits of threads and open files");
    }
}

void WorkerPool::take(int fd) {
    State& state = *state_;
    state.service->census.arrive();
    state.pollers[state.next++ % state.pollers.size()]->hand_over(fd);
}

void WorkerPool::ring() {
    for (const auto& poller : state_->pollers) poller->ring();
}

}  // namespace plumbline::mock
