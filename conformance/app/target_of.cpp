#include "conformance/app/target_of.hpp"

#include "conformance/app/areas.hpp"
#include "conformance/app/profile.hpp"
#include "conformance/host/secret_variable.hpp"
#include "spec/base/time_text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace plumbline::app {
namespace {

std::chrono::milliseconds seconds(double value) {
    return std::chrono::milliseconds(std::llround(value * 1000));
}

Result<std::string> base_url(const char* option, const std::string& text) {
    auto url = http::parse_url(text);
    if (!url) return fail(ErrorCode::kUsage, std::string(option) + ": " + url.error().message);
    return url->to_text();
}

/// Returns the secret that an option names; empty without the option. Errors: kUsage (it is not
/// set).
Result<Secret> named_secret(const char* option, const std::string& variable) {
    if (variable.empty()) return Secret();
    auto secret = host::secret_in(variable);
    if (!secret) {
        return fail(secret.error().code, std::string(option) + ": " + secret.error().message);
    }
    return secret;
}

/// The polling of the options, else the profile's; its defaults fit a mock or a real build. Errors:
/// kUsage (an interval that was asked for is longer than the deadline).
Result<runner::Polling> polling_of(const RunCommand& command, const runner::Target& target) {
    using std::chrono::milliseconds;
    runner::Polling polling = target.polling.value_or(
        target.has_control() ? runner::Polling{milliseconds(1), milliseconds(10'000)}
                             : runner::Polling{milliseconds(3'000), milliseconds(1'800'000)});
    if (command.poll_interval_s) polling.interval = seconds(*command.poll_interval_s);
    if (command.poll_deadline_s) polling.deadline = seconds(*command.poll_deadline_s);
    if (polling.interval <= polling.deadline) return polling;
    if (!command.poll_interval_s && !target.polling) {  // a default of ours gives way
        polling.interval = polling.deadline;
        return polling;
    }
    return fail(ErrorCode::kUsage,
                "the poll interval " + duration_text(polling.interval) +
                    " is longer than the poll deadline " + duration_text(polling.deadline) +
                    ": nothing would be polled twice",
                {},
                {"make --poll-interval shorter or --poll-deadline longer (in a profile: `poll`)"});
}

/// A service that others use as well is not to be flooded; a mock of ours is there for it.
constexpr double kDefaultRate = 10;

double max_rate_of(const RunCommand& command, const runner::Target& target) {
    if (command.max_rate) return *command.max_rate;
    return target.max_rate.value_or(target.has_control() ? 0 : kDefaultRate);
}

struct AreaUrl {
    const char* option;
    std::string RunCommand::*given;
    const char* area;
};
constexpr std::array<AreaUrl, kAreas.size()> kAreaUrls{{
    {"--control-plane-url", &RunCommand::control_plane_url, kControlPlane},
    {"--export-url", &RunCommand::export_url, kBulkExport},
    {"--streaming-url", &RunCommand::streaming_url, kAgentStreaming},
}};

Result<void> read_urls(const RunCommand& command, runner::Target& target) {
    for (const AreaUrl& area : kAreaUrls) {
        const bool own = !(command.*area.given).empty();
        const std::string& text = own ? command.*area.given : command.url;
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
            return fail(ErrorCode::kUsage, "--server " + server + ": expected NAME=URL");
        }
        auto url = base_url("--server", server.substr(equals + 1));
        if (!url) return fail(url.error());
        target.server_urls[server.substr(0, equals)] = *url;
        if (target.title.empty()) target.title = *url;
    }
    return {};
}

/// Refuses options that say something about a target which is not there. They would change nothing,
/// and the run would seem to have tested what it has not.
Result<void> refuse_target_options(const RunCommand& command) {
    struct Given {
        const char* option;
        bool is_given;
    };
    for (const Given& one : {Given{"--allow-writes", command.allow_writes},
                             Given{"--tenant", !command.tenant.empty()},
                             Given{"--api-key-env", !command.api_key_env.empty()},
                             Given{"--control-token-env", !command.control_token_env.empty()},
                             Given{"--ca-file", !command.ca_file.empty()},
                             Given{"--journal-dir", !command.journal_dir.empty()}}) {
        if (!one.is_given) continue;
        return fail(ErrorCode::kUsage,
                    std::string(one.option) + " is for a target, and none is named",
                    {},
                    {"name one with --url or --target, or leave the option away to test the mock "
                     "of our own"});
    }
    if (command.hosting.empty()) return {};
    return fail(ErrorCode::kUsage,
                "--hosting is for a target, and none is named",
                {},
                {"the mock's world says how it is hosted: --world " + command.hosting});
}

Result<OpenTarget> start_mock(const RunCommand& command) {
    if (auto refused = refuse_target_options(command); !refused) return fail(refused.error());
    if (!command.control_url.empty()) {
        return fail(ErrorCode::kUsage, "--control-url needs the service's own --url beside it");
    }
    std::vector<std::string> arguments;
    for (const std::string& fault : command.faults)
        arguments.insert(arguments.end(), {"--fault", fault});
    if (!command.world.empty()) arguments.insert(arguments.end(), {"--world", command.world});
    if (!command.documents.empty()) {
        arguments.insert(arguments.end(), {"--documents", command.documents});
    }
    if (!command.vocabulary.empty())
        arguments.insert(arguments.end(), {"--vocabulary", command.vocabulary});
    auto mock = host::ChildMock::start(
        command.mock.empty() ? host::sibling_program("plumbline-mock") : command.mock, arguments);
    if (!mock) return fail(mock.error());
    OpenTarget open;
    open.target.title = "embedded mock";
    for (const char* area : kAreas) open.target.base_urls[area] = (*mock)->url();
    open.target.control_url = (*mock)->url();
    open.mock = std::move(*mock);
    return open;
}

Result<void> refuse_mock_options(const RunCommand& command) {
    if (command.faults.empty() && command.world.empty() && command.mock.empty()) return {};
    return fail(ErrorCode::kUsage,
                "--fault, --world and --mock are for the embedded mock, not for a target",
                {},
                {"give them to the plumbline-mock behind the URL, or leave the URL away"});
}

/// The target of a profile, of options, or of both: options go before the profile.
Result<OpenTarget> named_target(const RunCommand& command) {
    auto refused = refuse_mock_options(command);
    if (!refused) return fail(refused.error());
    OpenTarget open;
    if (!command.region.empty() && command.target.empty()) {
        return fail(ErrorCode::kUsage,
                    "--region needs a profile (--target FILE): its `regions` say where that is");
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
    return open;
}

}  // namespace

Result<OpenTarget> open_target(const RunCommand& command) {
    auto open = command.has_target() ? named_target(command) : start_mock(command);
    if (!open) return open;
    runner::Target& target = open->target;
    auto key = named_secret("--api-key-env", command.api_key_env);
    auto token = named_secret("--control-token-env", command.control_token_env);
    if (!key) return fail(key.error());
    if (!token) return fail(token.error());
    if (!token->empty()) target.control_token = *token;
    if (!key->empty()) target.credentials.api_key = *key;
    if (target.credentials.api_key.empty())
        target.credentials.api_key = host::secret_in("PLUMBLINE_API_KEY").value_or(Secret());
    if (!command.tenant.empty()) target.credentials.tenant_id = command.tenant;
    if (!command.hosting.empty()) target.hosting = command.hosting;
    if (!command.vocabulary.empty()) target.vocabulary_file = command.vocabulary;
    if (command.timeout_s) target.timeout = seconds(*command.timeout_s);
    target.allow_writes = target.allow_writes || command.allow_writes;
    target.read_only = command.read_only;
    auto polling = polling_of(command, target);
    if (!polling) return fail(polling.error());
    target.polling = *polling;
    if (command.consistency_wait_s) target.consistency_wait = seconds(*command.consistency_wait_s);
    if (!command.ca_file.empty()) target.trust.ca_file = command.ca_file;
    target.max_rate = max_rate_of(command, target);
    return open;
}

Result<void> load_vocabulary(runner::Target& target, std::shared_ptr<const Contract> contract) {
    if (target.vocabulary_file.empty()) return {};
    auto naming = Naming::load(target.vocabulary_file, std::move(contract));
    if (!naming) return fail(naming.error());
    target.vocabulary = std::move(*naming);
    return {};
}

Result<SharedJson> read_inputs(const std::vector<std::string>& inputs) {
    Json values = Json::object();
    for (const std::string& input : inputs) {
        const std::size_t equals = input.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return fail(ErrorCode::kUsage, "--input " + input + ": expected name=value");
        }
        const std::string text = input.substr(equals + 1);
        auto json = parse_json(text);
        values[input.substr(0, equals)] = json ? std::move(*json) : Json(text);
    }
    return std::make_shared<const Json>(std::move(values));
}

}  // namespace plumbline::app
