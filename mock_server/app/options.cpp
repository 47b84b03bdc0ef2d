#include "mock_server/app/options.hpp"

#include "mock_server/app/cross_origin.hpp"
#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/inference/inferred_fixtures.hpp"
#include "mock_server/outgoing/outgoing_url.hpp"
#include "spec/base/text.hpp"
#include "spec/command_line/option_group.hpp"
#include "spec/contract/document_paths.hpp"
#include "spec/http/url.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr std::string_view kDescription =
    "Simulates the deployment control plane, bulk exports and agent runs: every endpoint, rule, "
    "state transition and stream, from the contract and JSON fixtures.\nWith an OpenAPI document "
    "of "
    "yours, simulates that API: what it creates can be read, listed, changed and deleted.\nThe "
    "first line on standard output is \"listening on http://HOST:PORT\".";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  plumbline-mock --port 8080\n"
    "  plumbline-mock --world self_hosted --base-path /api-host\n"
    "  plumbline-mock --clock real --time-scale 60\n"
    "  plumbline-mock api.yaml\n"
    "  plumbline-mock --fault create-answers-200\n";

constexpr std::size_t kMib = std::size_t{1024} * 1024U;

/// Option values that need further parsing.
struct RawOptions {
    std::string clock = "virtual";
    std::size_t max_body_mib = ServerOptions().max_body / kMib;
    std::string base_path;
    std::string control_token;
    std::vector<std::string> documents;
    std::string callbacks = "loopback";
    std::vector<std::string> cors;
};

void add_server_options(OptionGroup& group, MockOptions& options, RawOptions& raw) {
    group.value("--host", options.server.host, "Address to listen on").capture_default_str();
    group.value("--port", options.server.port, "Port to listen on; 0 picks a free one")
        .check(CLI::Range(0, 65'535))
        ->capture_default_str();
    group.value("--workers", options.server.workers, "Worker threads; 0: one per core")
        .check(CLI::Range(0, 256))
        ->capture_default_str();
    group.value("--base-path", raw.base_path, "Path prefix of the API, e.g. /api-host");
    group.list(
        "--cors",
        raw.cors,
        "Which pages may use the API in a browser: origins, e.g. http://localhost:3000; *: all "
        "(default on loopback); off: none (default elsewhere)");
    group.value("--control-token", raw.control_token, "Secret that the control interface requires")
        .envname("PLUMBLINE_CONTROL_TOKEN");
    group.value("--max-body", raw.max_body_mib, "Maximum size of a request body in MiB")
        .check(CLI::Range(1, 1'024))
        ->capture_default_str();
    group.flag("--write-each-event",
               options.server.writes_each_event,
               "Send each event of a stream separately; by default due events are sent together");
    group
        .value("--max-workspaces",
               options.assembly.max_workspaces,
               "Maximum number of workspaces at a time")
        .check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
}

/// Rejects any invalid time scale, also `nan`, which CLI11's range check accepts.
std::string check_time_scale(const std::string& text) {
    double scale = 0;
    if (CLI::detail::lexical_cast(text, scale) && scale > 0 && scale <= kMaxTimeScale) return {};
    return fmt::format(
        "found \"{}\", expected a number above 0 and at most {:.0f}", text, kMaxTimeScale);
}

void add_world_options(OptionGroup& group, MockOptions& options, RawOptions& raw) {
    group.value("--world", options.assembly.world, "World that workspaces start with")
        .capture_default_str();
    group
        .value("--seed",
               options.assembly.seed,
               "Seed of all ids; the same seed results in the same ids")
        .capture_default_str();
    group.choice("--clock",
                 raw.clock,
                 {"virtual", "real"},
                 "How time passes: virtual time jumps ahead on polls, real time does not");
    group
        .value("--time-scale",
               options.assembly.clock.time_scale,
               "Speed of the real clock, at most 1000000 times real time")
        .check(check_time_scale)
        ->capture_default_str();
    group.value(
        "--variant",
        options.assembly.variants,
        "Behave as another service of this kind may (docs/mock_server.md); may be repeated");
    group.flag("--list-variants", options.lists_variants, "Print all variants and exit");
    group.value("--fault",
                options.assembly.faults,
                "Inject a fault that violates one requirement; may be repeated");
    group.flag("--list-faults", options.lists_faults, "Print all faults and exit");
    group.folder(
        "--fixtures", options.assembly.fixtures, "Folder whose fixtures replace the built-in ones");
    group.list("--documents",
               raw.documents,
               "OpenAPI document, folder of them (*.yaml, *.yml, *.json), or folder of a contract "
               "with its extensions.schema.json, instead of the built-in ones; as FILE");
    group.choice("--callbacks",
                 raw.callbacks,
                 {"loopback", "any", "off"},
                 "Which addresses get the callbacks and webhooks of a document: those of this "
                 "machine, any, none");
    group.value("--webhook-url",
                options.assembly.webhook_url,
                "URL that gets the webhooks of a document when their operations succeed");
    group.value("--vocabulary",
                options.vocabulary,
                "File that maps fields, values and paths to other names (docs/targets.md)");
}

void add_program_options(OptionGroup& group, MockOptions& options) {
    group.flag("--exit-with-stdin", options.exits_with_stdin, "Stop when standard input closes");
    group.flag(
        "--verbose", options.is_verbose, "Write one line for each request to standard error");
}

void add_documents(CLI::App& app, std::vector<std::string>& files, bool is_required) {
    CLI::Option* option =
        app.add_option("FILE", files, "OpenAPI document to simulate; several are one API")
            ->check(CLI::ExistingFile);
    if (is_required) option->required();
}

/// Splits `/api-host` into its segments. Errors: kUsage.
Result<std::vector<std::string>> base_path_segments(const std::string& text) {
    if (text.empty() || text == "/") return std::vector<std::string>();
    const auto target = http::parse_target(text);
    if (text.front() != '/' || !target || text.find_first_of("?#") != std::string::npos) {
        return fail(ErrorCode::kUsage,
                    fmt::format("--base-path: found \"{}\", expected a path like /api-host", text));
    }
    std::vector<std::string> segments = target->segments;
    if (segments.back().empty()) segments.pop_back();
    if (is_reserved(segments.front())) {
        return fail(
            ErrorCode::kUsage,
            fmt::format("--base-path: /{} is reserved by the mock, so no call would reach the API; "
                        "choose another path",
                        segments.front()));
    }
    return segments;
}

std::variant<MockOptions, CommandLineExit> finish_options(MockOptions options,
                                                          const RawOptions& raw,
                                                          const std::string& version) {
    auto segments = base_path_segments(raw.base_path);
    if (!segments) return CommandLineExit{to_text(segments.error()) + '\n', 2};
    const bool is_local = is_loopback(options.server.host);
    options.allowed_origins = raw.cors;
    if (raw.cors == std::vector<std::string>{"off"}) options.allowed_origins.clear();
    if (raw.cors.empty() && is_local) options.allowed_origins = {"*"};
    if (auto origins = check_origins(options.allowed_origins); !origins)
        return CommandLineExit{to_text(origins.error()) + '\n', 2};
    options.assembly.outgoing_targets = raw.callbacks == "off"   ? OutgoingTargets::kNone
                                        : raw.callbacks == "any" ? OutgoingTargets::kAny
                                                                 : OutgoingTargets::kLoopback;
    if (const std::string& url = options.assembly.webhook_url; !url.empty()) {
        const auto checked = read_outgoing_url(url, options.assembly.outgoing_targets);
        if (!checked)
            return CommandLineExit{"--webhook-url: " + to_text(checked.error()) + '\n', 2};
    }
    AccessSettings& settings = options.assembly.access;
    settings.base_path = std::move(*segments);
    settings.control_token = Secret(raw.control_token);
    settings.serves_control = is_local || !raw.control_token.empty();
    settings.control_origins = options.allowed_origins;
    settings.checks_control_host = is_local && raw.control_token.empty();
    options.server.max_body = raw.max_body_mib * kMib;
    options.assembly.clock.real = raw.clock == "real";
    options.assembly.version = version;
    return options;
}

}  // namespace

bool is_loopback(const std::string& host) {
    return host == "localhost" || host == "::1" || host.rfind("127.", 0) == 0;
}

std::variant<MockOptions, CommandLineExit> parse_options(const std::vector<std::string>& arguments,
                                                         const std::string& version) {
    CLI::App app{std::string(kDescription), "plumbline-mock"};
    app.footer(std::string(kExamples));
    MockOptions options;
    options.server.port = 8080;
    RawOptions raw;
    OptionGroup group(app);
    add_server_options(group, options, raw);
    add_world_options(group, options, raw);
    add_program_options(group, options);
    add_documents(app, options.assembly.api_files, false);
    CLI::App* inspect =
        app.add_subcommand("inspect", "Print what is inferred from an OpenAPI document, and why");
    add_documents(*inspect, options.assembly.api_files, true);
    CLI::App* eject = app.add_subcommand(
        "eject", "Write the inferred fixtures into a folder, to edit and to use with --fixtures");
    std::string ejected_file;  // a vector would take the folder too
    eject->add_option("FILE", ejected_file, "OpenAPI document")
        ->required()
        ->check(CLI::ExistingFile);
    eject->add_option("DIR", options.eject_folder, "Folder for the fixtures; it is created")
        ->required();
    app.set_version_flag("--version", "plumbline-mock " + version);
    if (auto exit = parse_arguments(app, arguments)) return *exit;
    if (app.count("--time-scale") > 0 && raw.clock != "real") {
        return usage_error(app,
                           "--time-scale applies to the real clock only: add --clock real; virtual "
                           "time jumps to the next event");
    }
    if (inspect->parsed()) options.command = MockCommand::kInspect;
    if (eject->parsed()) {
        options.command = MockCommand::kEject;
        options.assembly.api_files = {ejected_file};
    }
    std::vector<std::string> paths = options.assembly.api_files;
    paths.insert(paths.end(), raw.documents.begin(), raw.documents.end());
    auto found = find_documents(paths);
    if (!found) return CommandLineExit{to_text(found.error()) + '\n', 2};
    options.assembly.documents = std::move(found->contract_folder);
    options.assembly.api_files = std::move(found->user_files);
    if (!options.assembly.api_files.empty()) {
        if (!options.vocabulary.empty())
            return usage_error(app, "--vocabulary is for the built-in documents");
        if (app.count("--world") == 0) options.assembly.world = kInferredWorld;
    }
    return finish_options(std::move(options), raw, version);
}

}  // namespace plumbline::mock
