#include "mock_server/app/options.hpp"

#include "mock_server/engine/stages.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr std::string_view kAbout =
    "Plays the deployment control plane, bulk exports and agent runs: every endpoint, rule, state "
    "transition and stream, from the contract and JSON fixtures.\nThe first line on standard "
    "output is "
    "\"listening on http://HOST:PORT\".";

constexpr std::string_view kAfter =
    "Examples:\n"
    "  plumbline-mock --port 8080\n"
    "  plumbline-mock --world self_hosted --base-path /api-host\n"
    "  plumbline-mock --clock real --time-scale 60\n"
    "  plumbline-mock --fault create-answers-200\n";

constexpr std::size_t kMib = std::size_t{1024} * 1024U;

/// The words of options that need a second look.
struct Words {
    std::string clock = "virtual";
    std::size_t max_body_mib = ServerOptions().max_body / kMib;
    std::string base_path;
    std::string control_token;
};

void add_server_options(CLI::App& app, Options& options, Words& words) {
    app.add_option("--host", options.server.host, "Address to listen on")->capture_default_str();
    app.add_option("--port", options.server.port, "Port to listen on; 0 picks a free one")
        ->check(CLI::Range(0, 65'535))
        ->capture_default_str();
    app.add_option("--workers", options.server.workers, "Worker threads; 0 is one for each core")
        ->check(CLI::Range(0, 256))
        ->capture_default_str();
    app.add_option("--base-path", words.base_path, "Path prefix of the API, e.g. /api-host");
    app.add_option(
           "--control-token", words.control_token, "Secret that the control interface asks for")
        ->envname("PLUMBLINE_CONTROL_TOKEN");
    app.add_option("--max-body", words.max_body_mib, "Most MiB that a request's body may have")
        ->check(CLI::Range(1, 1'024))
        ->capture_default_str();
    app.add_flag("--write-each-event",
                 options.server.writes_each_event,
                 "Send each event of a stream by itself; else what is due leaves together");
    app.add_option("--max-workspaces", options.assembly.max_workspaces, "Most workspaces at a time")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
}

/// Refuses any other time scale, also `nan`, which a range of CLI11 lets pass.
std::string refuse_time_scale(const std::string& text) {
    double scale = 0;
    if (CLI::detail::lexical_cast(text, scale) && scale > 0 && scale <= kMaxTimeScale) return {};
    return fmt::format(
        "found \"{}\", expected a number above 0 and at most {:.0f}", text, kMaxTimeScale);
}

void add_world_options(CLI::App& app, Options& options, Words& words) {
    app.add_option("--world", options.assembly.world, "World that workspaces start from")
        ->capture_default_str();
    app.add_option(
           "--seed", options.assembly.seed, "Seed of all ids; the same seed gives the same ids")
        ->capture_default_str();
    app.add_option(
           "--clock", words.clock, "How time passes: virtual jumps when polled, real does not")
        ->check(CLI::IsMember({"virtual", "real"}))
        ->capture_default_str();
    app.add_option("--time-scale",
                   options.assembly.clock.time_scale,
                   "Real clock: how many times faster, at most 1000000")
        ->check(refuse_time_scale)
        ->capture_default_str();
    app.add_option(
        "--fault", options.assembly.faults, "Break one statement on purpose; may be repeated");
    app.add_flag("--list-faults", options.lists_faults, "Print all faults and exit");
    app.add_option("--fixtures",
                   options.assembly.fixtures,
                   "Folder whose fixtures replace the built-in ones")
        ->check(CLI::ExistingDirectory);
    app.add_option("--documents",
                   options.assembly.documents,
                   "Folder of API documents instead of the built-in ones")
        ->check(CLI::ExistingDirectory);
    app.add_option("--vocabulary",
                   options.vocabulary,
                   "File of other names for fields, values and paths (docs/targets.md)");
}

void add_program_options(CLI::App& app, Options& options, const std::string& version) {
    app.add_flag("--exit-with-stdin", options.exits_with_stdin, "Stop when standard input closes");
    app.add_flag(
        "--verbose", options.is_verbose, "Write one line for each request to standard error");
    app.set_version_flag("--version", "plumbline-mock " + version);
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
            fmt::format("--base-path: /{} is the mock's own, so every call to the API would "
                        "be lost; choose another path",
                        segments.front()));
    }
    return segments;
}

std::variant<Options, Exit> finish(Options options,
                                   const Words& words,
                                   const std::string& version) {
    auto segments = base_path_segments(words.base_path);
    if (!segments) return Exit{2, to_text(segments.error()) + '\n'};
    EngineSettings& settings = options.assembly.settings;
    settings.base_path = std::move(*segments);
    settings.control_token = Secret(words.control_token);
    settings.serves_control = is_loopback(options.server.host) || !words.control_token.empty();
    options.server.max_body = words.max_body_mib * kMib;
    options.assembly.clock.real = words.clock == "real";
    options.assembly.version = version;
    return options;
}

}  // namespace

bool is_loopback(const std::string& host) {
    return host == "localhost" || host == "::1" || host.rfind("127.", 0) == 0;
}

std::variant<Options, Exit> parse_options(const std::vector<std::string>& arguments,
                                          const std::string& version) {
    CLI::App app{std::string(kAbout), "plumbline-mock"};
    app.footer(std::string(kAfter));
    Options options;
    options.server.port = 8080;
    Words words;
    add_server_options(app, options, words);
    add_world_options(app, options, words);
    add_program_options(app, options, version);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return Exit{0, app.help()};
    } catch (const CLI::CallForVersion&) {
        return Exit{0, app.version() + '\n'};
    } catch (const CLI::ParseError& error) {
        return Exit{2, fmt::format("{}\n--help shows all options\n", error.what())};
    }
    if (app.count("--time-scale") > 0 && words.clock != "real") {
        return Exit{2,
                    "--time-scale is for the real clock: add --clock real; virtual time jumps, "
                    "however long it is\n"};
    }
    return finish(std::move(options), words, version);
}

}  // namespace plumbline::mock
