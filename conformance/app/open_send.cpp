#include "conformance/app/open_send.hpp"

namespace plumbline::app {

client::Send open_send(const runner::Target& target, const Clock& clock) {
    client::ClientOptions options;
    options.ca_file = target.trust.ca_file;
    options.certificate_file = target.trust.certificate_file;
    options.key_file = target.trust.key_file;
    options.user_agent = "plumbline/" PLUMBLINE_VERSION;
    auto client = std::make_shared<client::Client>(std::move(options), clock);
    return [client](const client::Call& call) { return client->perform(call); };
}

}  // namespace plumbline::app
