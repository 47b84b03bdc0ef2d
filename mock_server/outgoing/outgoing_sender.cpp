#include "mock_server/outgoing/outgoing_sender.hpp"

#include "mock_server/outgoing/delivery.hpp"
#include "mock_server/outgoing/outgoing_url.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace plumbline::mock {

class OutgoingSender::SenderThread {
  public:
    explicit SenderThread(OutgoingTargets targets) : targets_(targets) {}
    ~SenderThread() {
        context_.stop();
        if (thread_.joinable()) thread_.join();
    }
    SenderThread(const SenderThread&) = delete;
    SenderThread& operator=(const SenderThread&) = delete;

    void send(OutgoingRequest request) {
        const std::lock_guard lock(mutex_);
        if (pending_ >= kMaxPending) {
            (void)record(std::move(request), "not sent: 100 requests are pending");
            return;
        }
        ++pending_;
        const std::uint64_t number = record(request, "");
        if (!thread_.joinable()) thread_ = std::thread([this] { context_.run(); });
        boost::asio::post(context_, [this, number, sent = std::move(request)] {
            // Nothing that a client chooses may end the program.
            try {
                start_delivery(
                    context_, sent, targets_, [this, number](const DeliveryResult& result) {
                        finish(number, result);
                    });
            } catch (const std::exception& error) {
                finish(number, {0, std::string("not sent: ") + error.what()});
            }
        });
    }

    void record_failure(OutgoingEntry request) {
        const std::lock_guard lock(mutex_);
        (void)record(std::move(request.request), std::move(request.error));
    }

    [[nodiscard]] std::vector<OutgoingEntry> requests_of(const std::string& workspace) const {
        const std::lock_guard lock(mutex_);
        std::vector<OutgoingEntry> found;
        for (const OutgoingEntry& sent : sent_) {
            if (sent.request.workspace == workspace) found.push_back(sent);
        }
        return found;
    }

    /// The entries keep their numbers.
    void forget(const std::string& workspace) {
        const std::lock_guard lock(mutex_);
        for (OutgoingEntry& sent : sent_) {
            if (sent.request.workspace == workspace) sent.request.workspace.clear();
        }
    }

    [[nodiscard]] bool wait_until_sent(std::chrono::milliseconds timeout) {
        std::unique_lock lock(mutex_);
        return done_.wait_for(lock, timeout, [this] { return pending_ == 0; });
    }

  private:
    static constexpr std::size_t kMaxError = 1'024;

    /// Records a request, pending if there is no error; returns its number.
    [[nodiscard]] std::uint64_t record(OutgoingRequest request, std::string error) {
        const std::uint64_t number = dropped_ + sent_.size();
        kept_bytes_ += request.body.size();
        const bool is_pending = error.empty();
        request.url.resize(std::min(request.url.size(), kMaxOutgoingUrl));
        error.resize(std::min(error.size(), kMaxError));
        sent_.push_back({std::move(request), is_pending, 0, std::move(error)});
        while (sent_.size() > kMaxKept || kept_bytes_ > kMaxKeptBytes) {
            kept_bytes_ -= sent_.front().request.body.size();
            sent_.pop_front();
            ++dropped_;
        }
        return number;
    }

    void finish(std::uint64_t number, const DeliveryResult& result) {
        const std::lock_guard lock(mutex_);
        --pending_;
        done_.notify_all();
        if (number < dropped_) return;
        OutgoingEntry& sent = sent_[number - dropped_];
        sent.is_pending = false;
        sent.status = result.status;
        sent.error = result.error;
    }

    OutgoingTargets targets_;
    mutable std::mutex mutex_;  ///< guards the members up to done_
    std::deque<OutgoingEntry> sent_;
    std::uint64_t dropped_ = 0;  ///< older requests than those in sent_
    std::size_t kept_bytes_ = 0;
    std::size_t pending_ = 0;
    std::condition_variable done_;
    boost::asio::io_context context_{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_ =
        boost::asio::make_work_guard(context_);
    std::thread thread_;
};

OutgoingSender::OutgoingSender(OutgoingTargets targets)
    : targets_(targets), thread_(std::make_unique<SenderThread>(targets)) {}

OutgoingSender::~OutgoingSender() = default;

void OutgoingSender::send(OutgoingEntry request) {
    if (request.error.empty() && targets_ == OutgoingTargets::kNone)
        request.error = "not sent: --callbacks off";
    if (request.error.empty()) return thread_->send(std::move(request.request));
    thread_->record_failure(std::move(request));
}

void OutgoingSender::forget(const std::string& workspace) {
    thread_->forget(workspace);
}

bool OutgoingSender::wait_until_sent(std::chrono::milliseconds timeout) {
    return thread_->wait_until_sent(timeout);
}

std::vector<OutgoingEntry> OutgoingSender::requests_of(const std::string& workspace) const {
    return thread_->requests_of(workspace);
}

}  // namespace plumbline::mock
