#pragma once
// The delivery of one request to another server.

#include "mock_server/outgoing/outgoing_sender.hpp"

#include <functional>
#include <string>

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace plumbline::mock {

/// The status of a response, or why there is none.
struct DeliveryResult {
    int status = 0;
    std::string error{};
};

/// Sends a request while `context` runs and calls `done` there once, after 5 seconds at the latest.
void start_delivery(boost::asio::io_context& context,
                    const OutgoingRequest& request,
                    OutgoingTargets targets,
                    std::function<void(DeliveryResult)> done);

}  // namespace plumbline::mock
