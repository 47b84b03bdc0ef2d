#include "conformance/app/make_send.hpp"

#include "conformance/host/host.hpp"

namespace plumbline::app {

client::ConnectionSettings connection_settings(const std::string& ca_file,
                                               const std::string& option) {
    auto settings = client::read_connection_settings(host::environment_value);
    if (ca_file.empty()) return settings;
    settings.ca_file = {ca_file, option.empty() ? "ca_file of the profile" : "--ca-file"};
    settings.ca_folder = {};
    return settings;
}

client::Send make_send(const runner::Target& target,
                       const Clock& clock,
                       client::ClientOptions options) {
    options.connection = target.connection;
    options.certificate_file = target.tls.certificate_file;
    options.key_file = target.tls.key_file;
    options.user_agent = "plumbline/" PLUMBLINE_VERSION;
    auto client = std::make_shared<client::Client>(std::move(options), clock);
    return [client](const client::HttpCall& call) { return client->perform(call); };
}

}  // namespace plumbline::app
