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

// PistachePoller depends on how Transport handles events and peers, which no interface guarantees.
static_assert(
    Pistache::Version::Major == 0 && Pistache::Version::Minor == 0 && Pistache::Version::Patch == 5,
    "read Transport::onReady and handleIncoming of this Pistache version before you allow it");

constexpr int kMaxWorkers = 64;
/// Limits the bytes read from one socket at a time.
constexpr std::size_t kReadAtOnce = std::size_t{16} * 1024U;

/// Returns whether the peer has shut down its side, or the socket is broken.
bool has_ended(const aio::FdSet::Entry& entry) {
    // FdSet reports a complete hang-up but not a one-sided shutdown; only this kind of cast reaches
    // it.
    const auto& event = (const polling::Event&)entry;  // NOLINT(*-cstyle-cast)
    return entry.isHangup() || event.flags.hasFlag(polling::NotifyOn::Shutdown);
}

/// Passes the events of one thread's sockets to its Worker. Not thread-safe, except `add_socket`
/// and `notify`.
class PistachePoller final : public tcp::Transport {
  public:
    explicit PistachePoller(std::shared_ptr<ServerContext> context);
    ~PistachePoller() override;

    std::shared_ptr<aio::Handler> clone() const override;
    void registerPoller(polling::Epoll& epoll) override;
    void onReady(const aio::FdSet& ready) override;

    Worker& worker() { return worker_; }
    /// Takes ownership of an accepted socket.
    void add_socket(int fd) { post(new_sockets_, fd); }
    void notify() const { event_.notify(); }

  private:
    void dispatch(const aio::FdSet& ready);
    [[nodiscard]] bool read_available(int fd);
    void watch_writing(int fd);
    /// Adds an item to a list for the polling thread. Thread-safe.
    template <typename Item>
    void post(std::vector<Item>& items, Item item);
    /// Returns and removes all items of such a list.
    template <typename Item>
    [[nodiscard]] std::vector<Item> take_all(std::vector<Item>& items);

    std::shared_ptr<ServerContext> context_;
    EventFd event_;
    std::mutex mutex_;  ///< guards `new_sockets_` and `woken_`
    std::vector<int> new_sockets_;
    std::vector<ConnectionId> woken_;
    std::array<char, kReadAtOnce> input_;
    Worker worker_;  ///< last: its streams may wake it until they are destroyed
};

/// Receives what the base class of PistachePoller reads: the last bytes before the end, and very
/// large input.
class PistacheCallbacks final : public tcp::Handler {
    PROTOTYPE_OF(tcp::Handler, PistacheCallbacks)

  public:
    void onConnection(const PeerRef& peer) override { worker().on_connect(peer->fd()); }
    void onInput(const char* bytes, std::size_t size, const PeerRef& peer) override {
        worker().on_input(peer->fd(), {bytes, size});
    }
    void onDisconnection(const PeerRef& peer) override { worker().on_disconnect(peer->fd()); }

  private:
    Worker& worker() { return static_cast<PistachePoller*>(transport())->worker(); }
};

PistachePoller::PistachePoller(std::shared_ptr<ServerContext> context)
    : Transport(std::make_shared<PistacheCallbacks>()),
      context_(std::move(context)),
      worker_(
          context_,
          [this](int fd) { watch_writing(fd); },
          [this](ConnectionId id) { post(woken_, id); }) {}

PistachePoller::~PistachePoller() {
    // The base class drops its sockets without closing them.
    for (const auto& [fd, peer] : peers) ::close(fd);
    for (const int fd : new_sockets_) ::close(fd);
}

/// Pistache creates one poller per thread from the one it is given, which itself never runs.
std::shared_ptr<aio::Handler> PistachePoller::clone() const {
    return std::make_shared<PistachePoller>(context_);
}

void PistachePoller::registerPoller(polling::Epoll& epoll) {
    Transport::registerPoller(epoll);
    for (const int fd : {event_.fd(), worker_.timer().fd()}) {
        epoll.addFd(fd,
                    Pistache::Flags<polling::NotifyOn>(polling::NotifyOn::Read),
                    polling::Tag(static_cast<std::uint64_t>(fd)));
    }
}

void PistachePoller::onReady(const aio::FdSet& ready) {
    try {
        dispatch(ready);
    } catch (...) {
        // The callers do not catch. If the base class throws (out of memory, epoll failure), the
        // current connection is abandoned; its deadline closes it.
    }
}

void PistachePoller::dispatch(const aio::FdSet& ready) {
    bool is_notified = false;
    bool is_due = false;
    std::vector<polling::Event> for_base;
    for (const auto& entry : ready) {
        const int fd = static_cast<int>(entry.getTag().value());
        if (fd == event_.fd()) {
            is_notified = true;
        } else if (fd == worker_.timer().fd()) {
            is_due = true;
        } else {
            if (entry.isWritable()) worker_.on_writable(fd);
            // The base class would treat a Write event as its own, find nothing to send, and throw.
            if (!entry.isReadable()) continue;
            if (!has_ended(entry) && read_available(fd)) continue;
            for_base.emplace_back(entry.getTag()).flags.setFlag(polling::NotifyOn::Read);
        }
    }
    if (!for_base.empty()) Transport::onReady(aio::FdSet(std::move(for_base)));
    worker_.send_responses();
    // After the input: it may have postponed a deadline.
    if (is_due) worker_.on_timer();
    if (is_notified) {
        event_.drain();
        // Here, not in `add_socket`: objects of the base class must stay on one thread.
        for (const int fd : take_all(new_sockets_))
            handleNewPeer(tcp::Peer::Create(fd, Pistache::Address()));
        for (const ConnectionId id : take_all(woken_)) worker_.on_wake(id);
        worker_.on_stage_change();
    }
}

/// Reads the available input; false: there is more, or the base class must handle the end of input.
/// Faster than the base class, which clears 4 KiB for each read and always reads again.
bool PistachePoller::read_available(int fd) {
    const ssize_t size = ::recv(fd, input_.data(), input_.size(), MSG_DONTWAIT);
    if (size <= 0) return false;
    worker_.on_input(fd, {input_.data(), static_cast<std::size_t>(size)});
    return static_cast<std::size_t>(size) < input_.size();
}

template <typename Item>
void PistachePoller::post(std::vector<Item>& items, Item item) {
    {
        const std::lock_guard lock(mutex_);
        items.push_back(item);
    }
    notify();
}

template <typename Item>
std::vector<Item> PistachePoller::take_all(std::vector<Item>& items) {
    const std::lock_guard lock(mutex_);
    return std::exchange(items, {});
}

void PistachePoller::watch_writing(int fd) {
    // Stays on for the rest of the connection: with edge triggering an idle socket causes no
    // wake-ups.
    reactor()->modifyFd(
        key(),
        fd,
        polling::NotifyOn::Read | polling::NotifyOn::Write | polling::NotifyOn::Shutdown,
        polling::Mode::Edge);
}

Result<std::size_t> worker_count(int requested) {
    if (requested < 0 || requested > kMaxWorkers) {
        return fail(ErrorCode::kUsage,
                    std::to_string(requested) + " workers requested, expected 1 to " +
                        std::to_string(kMaxWorkers) + ", or 0 for one per core");
    }
    if (requested > 0) return static_cast<std::size_t>(requested);
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMaxWorkers);
}

}  // namespace

struct WorkerPool::PoolState {
    std::shared_ptr<ServerContext> context;
    std::shared_ptr<aio::Reactor> reactor = aio::Reactor::create();
    std::vector<std::shared_ptr<PistachePoller>> pollers;
    std::size_t next = 0;
};

WorkerPool::WorkerPool() : state_(std::make_unique<PoolState>()) {}

WorkerPool::~WorkerPool() {
    state_->reactor->shutdown();
    // Joins the threads; the pollers must outlive them.
    state_->reactor.reset();
}

Result<std::unique_ptr<WorkerPool>> WorkerPool::start(
    const std::shared_ptr<ServerContext>& context) {
    const auto count = worker_count(context->options.workers);
    if (!count) return fail(count.error());
    try {
        std::unique_ptr<WorkerPool> pool(new WorkerPool);
        PoolState& state = *pool->state_;
        state.context = context;
        state.reactor->init(aio::AsyncContext(*count, "mock"));
        const auto key = state.reactor->addHandler(std::make_shared<PistachePoller>(context));
        for (const auto& handler : state.reactor->handlers(key)) {
            state.pollers.push_back(std::static_pointer_cast<PistachePoller>(handler));
        }
        state.reactor->run();
        return pool;
    } catch (const std::exception& error) {
        return fail(ErrorCode::kIo,
                    "cannot start " + std::to_string(*count) + " workers: " + error.what() +
                        "; ask for fewer, or raise the limits of threads and open files");
    }
}

void WorkerPool::add_socket(int fd) {
    PoolState& state = *state_;
    state.context->limiter.add_pending();
    state.pollers[state.next++ % state.pollers.size()]->add_socket(fd);
}

void WorkerPool::notify_all() {
    for (const auto& poller : state_->pollers) poller->notify();
}

}  // namespace plumbline::mock
