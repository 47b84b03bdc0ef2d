#include "mock_server/outgoing/delivery.hpp"

#include "mock_server/outgoing/outgoing_url.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace plumbline::mock {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using Code = beast::error_code;

constexpr std::chrono::seconds kTimeLimit{5};
constexpr std::uint64_t kMaxResponseBody = std::uint64_t{1024} * 1024U;
constexpr std::uint32_t kMaxResponseHead = 64U * 1024U;
constexpr int kHttp11 = 11;

/// A request on its way. Keeps itself alive until it is done.
class Delivery : public std::enable_shared_from_this<Delivery> {
  public:
    Delivery(asio::io_context& context,
             OutgoingUrl url,
             OutgoingTargets targets,
             std::function<void(DeliveryResult)> done)
        : url_(std::move(url)),
          targets_(targets),
          done_(std::move(done)),
          resolver_(context),
          deadline_(context),
          stream_(context) {
        parser_.body_limit(kMaxResponseBody);
        parser_.header_limit(kMaxResponseHead);
    }

    void start(const OutgoingRequest& request) {
        message_ = {beast::http::verb::unknown, url_.target, kHttp11, request.body};
        message_.method_string(request.method);
        for (const auto& [name, value] : request.headers.all()) message_.insert(name, value);
        message_.set(beast::http::field::host, host_field());
        message_.set(beast::http::field::user_agent, std::string(kOutgoingAgent));
        message_.set(beast::http::field::connection, "close");
        message_.prepare_payload();
        // The system's resolver cannot be interrupted, so the timer ends the delivery without it.
        deadline_.expires_after(kTimeLimit);
        deadline_.async_wait([self = shared_from_this()](Code code) {
            if (!code) self->end({0, "no response within 5 s"});
        });
        std::string host = url_.host;
        if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
        resolver_.async_resolve(
            host,
            std::to_string(url_.port),
            [self = shared_from_this()](Code code, const tcp::resolver::results_type& found) {
                self->connect(code, found);
            });
    }

  private:
    [[nodiscard]] std::string host_field() const {
        constexpr int kHttpPort = 80;
        return url_.port == kHttpPort ? url_.host : url_.host + ':' + std::to_string(url_.port);
    }

    void connect(Code code, const tcp::resolver::results_type& found) {
        if (is_ended_) return;
        if (code) return end({0, "cannot resolve " + url_.host + ": " + code.message()});
        for (const auto& entry : found) {
            const bool is_allowed =
                targets_ == OutgoingTargets::kAny || entry.endpoint().address().is_loopback();
            if (is_allowed) endpoints_.push_back(entry.endpoint());
        }
        if (endpoints_.empty()) return end({0, host_not_allowed(url_.host).message});
        stream_.async_connect(endpoints_,
                              [self = shared_from_this()](Code failed, const tcp::endpoint&) {
                                  self->write(failed);
                              });
    }

    void write(Code code) {
        if (is_ended_) return;
        if (code) return end({0, "cannot connect: " + code.message()});
        beast::http::async_write(
            stream_, message_, [self = shared_from_this()](Code failed, std::size_t) {
                self->read(failed);
            });
    }

    void read(Code code) {
        if (is_ended_) return;
        if (code) return end({0, "cannot send: " + code.message()});
        beast::http::async_read(
            stream_, buffer_, parser_, [self = shared_from_this()](Code failed, std::size_t) {
                self->finish(failed);
            });
    }

    void finish(Code code) {
        if (is_ended_) return;
        // The status counts, also if the body is cut or too long.
        if (code && !parser_.is_header_done()) return end({0, "no response: " + code.message()});
        end({static_cast<int>(parser_.get().result_int()), ""});
    }

    void end(DeliveryResult result) {
        if (is_ended_) return;
        is_ended_ = true;
        deadline_.cancel();
        resolver_.cancel();
        stream_.close();
        done_(std::move(result));
    }

    OutgoingUrl url_;
    OutgoingTargets targets_;
    std::function<void(DeliveryResult)> done_;
    tcp::resolver resolver_;
    asio::steady_timer deadline_;
    beast::tcp_stream stream_;
    std::vector<tcp::endpoint> endpoints_;
    beast::http::request<beast::http::string_body> message_;
    beast::flat_buffer buffer_;
    beast::http::response_parser<beast::http::string_body> parser_;
    bool is_ended_ = false;
};

}  // namespace

void start_delivery(asio::io_context& context,
                    const OutgoingRequest& request,
                    OutgoingTargets targets,
                    std::function<void(DeliveryResult)> done) {
    const auto url = read_outgoing_url(request.url, targets);
    if (!url) return done({0, url.error().message});
    std::make_shared<Delivery>(context, *url, targets, std::move(done))->start(request);
}

}  // namespace plumbline::mock
