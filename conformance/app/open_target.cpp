#include "conformance/app/open_target.hpp"

#include "conformance/app/areas.hpp"
#include "conformance/app/profile.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/host/host.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/time_text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline::app {
namespace {

std::chrono::milliseconds seconds(double value) {
    return std::chrono::milliseconds(std::llround(value * 1000));
}

Result<std::string> base_url(const char* option, const std::string& text) {
    auto url = http::parse_url(text);
    if (!url) return usage_error(std::string(option) + ": " + url.error().message);
    return url->to_text();
}

/// Returns the secret in the environment variable that an option names; empty without the option.
/// Errors: kUsage (the variable is not set).
Result<Secret> named_secret(const char* option, const std::string& variable) {
    if (variable.empty()) return Secret();
    auto secret = host::read_secret(variable);
    if (!secret) return fail(error_about(option, secret.error()));
    return secret;
}

/// Reads the secrets in the variables that options name; the default variable of the API key counts
/// if neither an option nor the profile names one. Errors: kUsage (a variable is not set).
Result<void> read_named_secrets(const RunCommand& command, runner::Target& target) {
    auto key = named_secret("--api-key-env", command.api_key_env);
    auto token = named_secret("--control-token-env", command.control_token_env);
    if (!key) return fail(key.error());
    if (!token) return fail(token.error());
    if (!token->empty()) {
        target.control_token = *token;
        target.control_token_variable = command.control_token_env;
    }
    runner::TargetCredentials& credentials = target.credentials;
    if (!key->empty()) {
        credentials.api_key = *key;
        credentials.api_key_variable = command.api_key_env;
    }
    if (!credentials.api_key.empty()) return {};
    constexpr const char* kDefaultVariable = "PLUMBLINE_API_KEY";
    credentials.api_key = host::read_secret(kDefaultVariable).value_or(Secret());
    credentials.api_key_variable = kDefaultVariable;
    // The scenarios need a key; the token replaces this one.
    if (credentials.api_key.empty() && target.oauth2)
        credentials = {Secret(runner::kTokenPlaceholder), credentials.tenant_id};
    return {};
}

/// Returns the polling times of the options, else those of the profile, else defaults for a mock or
/// a real build. Errors: kUsage (a requested interval is longer than the deadline).
Result<runner::Polling> polling_of(const RunCommand& command, const runner::Target& target) {
    using std::chrono::milliseconds;
    runner::Polling polling = target.polling.value_or(
        target.has_control() ? runner::Polling{milliseconds(1), milliseconds(10'000)}
                             : runner::Polling{milliseconds(3'000), milliseconds(1'800'000)});
    if (command.poll_interval_s) polling.interval = seconds(*command.poll_interval_s);
    if (command.poll_deadline_s) polling.deadline = seconds(*command.poll_deadline_s);
    if (polling.interval <= polling.deadline) return polling;
    if (!command.poll_interval_s && !target.polling) {  // shorten our own default
        polling.interval = polling.deadline;
        return polling;
    }
    return usage_error("the poll interval " + duration_text(polling.interval) +
                           " is longer than the poll deadline " + duration_text(polling.deadline) +
                           ": nothing would be polled twice",
                       "shorten --poll-interval or extend --poll-deadline (in a profile: `poll`)");
}

/// A service with other users must not be flooded; a mock is there for this run only.
constexpr double kDefaultRate = 10;

double max_rate_of(const RunCommand& command, const runner::Target& target) {
    if (command.max_rate) return *command.max_rate;
    return target.max_rate.value_or(target.has_control() ? 0 : kDefaultRate);
}

struct AreaUrl {
    const char* option;
    std::string RunCommand::*value;
    const char* area;
};
constexpr std::array<AreaUrl, kAreas.size()> kAreaUrls{{
    {"--control-plane-url", &RunCommand::control_plane_url, kControlPlane},
    {"--export-url", &RunCommand::export_url, kBulkExport},
    {"--streaming-url", &RunCommand::streaming_url, kAgentStreaming},
}};

Result<void> read_urls(const RunCommand& command, runner::Target& target) {
    for (const AreaUrl& area : kAreaUrls) {
        const bool own = !(command.*area.value).empty();
        const std::string& text = own ? command.*area.value : command.url;
        if (text.empty()) continue;
        auto url = base_url(own ? area.option : "--url", text);
        if (!url) return fail(url.error());
        target.base_urls[area.area] = *url;
        if (target.title.find(*url) == std::string::npos)
            target.title += (target.title.empty() ? "" : ", ") + *url;
    }
    if (!command.control_url.empty()) {
        auto url = base_url("--control-url", command.control_url);
        if (!url) return fail(url.error());
        target.control_url = *url;
    }
    return {};
}

Result<void> read_servers(const RunCommand& command, runner::Target& target) {
    for (const std::string& server : command.servers) {
        const std::size_t equals = server.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return usage_error("--server " + server + ": expected NAME=URL");
        }
        auto url = base_url("--server", server.substr(equals + 1));
        if (!url) return fail(url.error());
        target.server_urls[server.substr(0, equals)] = *url;
        if (target.title.empty()) target.title = *url;
    }
    return {};
}

/// Rejects options about a target when no target is named. They would have no effect, and the run
/// would seem to have tested something it has not.
Result<void> refuse_target_options(const RunCommand& command) {
    struct TargetOnlyOption {
        const char* option;
        bool is_given;
    };
    for (const TargetOnlyOption& one :
         {TargetOnlyOption{"--allow-writes", command.allow_writes},
          TargetOnlyOption{"--tenant", !command.tenant.empty()},
          TargetOnlyOption{"--api-key-env", !command.api_key_env.empty()},
          TargetOnlyOption{"--control-token-env", !command.control_token_env.empty()},
          TargetOnlyOption{"--ca-file", !command.ca_file.empty()},
          TargetOnlyOption{"--journal-dir", !command.journal_dir.empty()}}) {
        if (!one.is_given) continue;
        return usage_error(
            std::string(one.option) + " requires a target, and none is named",
            "name one with --url or --target, or omit the option to test the embedded mock");
    }
    if (command.hosting.empty()) return {};
    return usage_error("--hosting requires a target, and none is named",
                       "the mock's world defines its hosting: --world " + command.hosting);
}

Result<OpenTarget> start_mock(const RunCommand& command) {
    if (auto refused = refuse_target_options(command); !refused) return fail(refused.error());
    if (!command.control_url.empty()) {
        return usage_error("--control-url also needs the service's own --url");
    }
    // Generated bodies may have the URL of something that listens on this machine.
    // No other client waits for this mock, so the size of a body need not be limited for them.
    std::vector<std::string> arguments{"--callbacks", "off", "--max-body", "64"};
    for (const std::string& path : command.contract.documents)
        arguments.insert(arguments.end(), {"--documents", path});
    for (const std::string& variant : command.variants)
        arguments.insert(arguments.end(), {"--variant", variant});
    for (const std::string& fault : command.faults)
        arguments.insert(arguments.end(), {"--fault", fault});
    struct PassedOption {
        const char* option;
        const std::string& value;
    };
    for (const PassedOption& passed : {PassedOption{"--world", command.world},
                                       PassedOption{"--fixtures", command.fixtures},
                                       PassedOption{"--vocabulary", command.vocabulary}}) {
        if (!passed.value.empty()) arguments.insert(arguments.end(), {passed.option, passed.value});
    }
    auto mock = host::ChildMock::start(
        command.mock.empty() ? host::sibling_program("plumbline-mock") : command.mock, arguments);
    if (!mock) return fail(mock.error());
    OpenTarget open;
    open.target.title = "embedded mock";
    for (const char* area : kAreas) open.target.base_urls[area] = (*mock)->url();
    open.target.control_url = (*mock)->url();
    open.user_url = (*mock)->url();
    open.mock = std::move(*mock);
    return open;
}

Result<void> refuse_mock_options(const RunCommand& command) {
    if (command.variants.empty() && command.faults.empty() && command.world.empty() &&
        command.mock.empty() && command.fixtures.empty()) {
        return {};
    }
    return usage_error(
        "--variant, --fault, --world, --fixtures and --mock are for the embedded mock, not for a "
        "target",
        "pass them to the plumbline-mock at the URL, or omit the URL");
}

/// Returns the target of a profile, of options, or of both: options override the profile.
Result<OpenTarget> named_target(const RunCommand& command) {
    auto refused = refuse_mock_options(command);
    if (!refused) return fail(refused.error());
    OpenTarget open;
    if (!command.region.empty() && command.target.empty()) {
        return usage_error("--region needs a profile (--target FILE) with `regions`");
    }
    if (!command.target.empty()) {
        auto profile = load_profile(command.target, command.region);
        if (!profile) return fail(profile.error());
        open.target = std::move(*profile);
    }
    for (auto read : {read_urls, read_servers}) {
        auto done = read(command, open.target);
        if (!done) return fail(done.error());
    }
    if (!command.url.empty()) {
        auto url = base_url("--url", command.url);
        if (!url) return fail(url.error());
        open.user_url = *url;
    }
    return open;
}

/// Returns the proxies and authorities of the environment, replaced by those of the target; its
/// `ca_file` comes from `option`, or from the profile if `option` is empty.
client::ConnectionSettings connection_settings(const runner::Target& target,
                                               const std::string& option) {
    auto settings = client::read_connection_settings(host::environment_value);
    const client::ConnectionSettings& own = target.connection;
    settings.resolve = own.resolve;
    if (own.proxies.is_of_profile) settings.proxies = own.proxies;
    const std::string& ca_file = target.tls.ca_file;
    if (ca_file.empty()) return settings;
    settings.ca_file = {ca_file, option.empty() ? "ca_file of the profile" : "--ca-file"};
    settings.ca_folder = {};
    return settings;
}

}  // namespace

Result<OpenTarget> open_target(const RunCommand& command) {
    auto open = command.has_target() ? named_target(command) : start_mock(command);
    if (!open) return open;
    runner::Target& target = open->target;
    auto secrets = read_named_secrets(command, target);
    if (!secrets) return fail(secrets.error());
    if (!command.tenant.empty()) target.credentials.tenant_id = command.tenant;
    if (!command.hosting.empty()) target.hosting = command.hosting;
    if (!command.vocabulary.empty()) target.vocabulary_file = command.vocabulary;
    if (command.timeout_s) target.timeout = seconds(*command.timeout_s);
    if (command.response_memory_mib)
        target.response_memory = *command.response_memory_mib * client::kMebibyte;
    target.allow_writes = target.allow_writes || command.allow_writes;
    target.read_only = command.read_only;
    auto polling = polling_of(command, target);
    if (!polling) return fail(polling.error());
    target.polling = *polling;
    if (command.consistency_wait_s) target.consistency_wait = seconds(*command.consistency_wait_s);
    if (!command.ca_file.empty()) target.tls.ca_file = command.ca_file;
    target.connection = connection_settings(target, command.ca_file);
    target.max_rate = max_rate_of(command, target);
    // It may be a URL with the key in it.
    target.title = runner::without_secrets_of(target, target.title);
    return open;
}

Result<void> load_name_mapping(runner::Target& target, std::shared_ptr<const Contract> contract) {
    if (target.vocabulary_file.empty()) return {};
    auto naming = NameMapping::load(target.vocabulary_file, std::move(contract));
    if (!naming) return fail(naming.error());
    target.name_mapping = std::move(*naming);
    return {};
}

Result<void> open_tokens(runner::Target& target, const Clock& clock) {
    if (!target.oauth2) return {};
    target.tokens = std::make_shared<runner::AccessTokenSource>(
        *target.oauth2, client::with_slash_redirects(make_send(target, clock)), clock);
    auto first = target.tokens->token();
    if (!first) return fail(first.error());
    return {};
}

client::Send make_send(const runner::Target& target,
                       const Clock& clock,
                       client::ClientOptions options) {
    options.connection = target.connection;
    options.max_json_memory = target.response_memory;
    // A text takes at least three times as much memory as its bytes.
    options.max_body = std::max(options.max_body, target.response_memory / 3);
    options.certificate_file = target.tls.certificate_file;
    options.key_file = target.tls.key_file;
    options.user_agent = "plumbline/" PLUMBLINE_VERSION;
    auto client = std::make_shared<client::Client>(std::move(options), clock);
    return [client](const client::HttpCall& call) { return client->perform(call); };
}

}  // namespace plumbline::app
