#include "mock_server/app/run.hpp"

#include "mock_server/app/cross_origin.hpp"
#include "mock_server/app/name_translator.hpp"
#include "mock_server/app/options.hpp"
#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/inference/inferred_fixtures.hpp"
#include "mock_server/transport/server.hpp"
#include "mock_server/validation/request_validation.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/file.hpp"
#include "spec/base/result.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <sys/signalfd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <variant>

namespace plumbline::mock {
namespace {

constexpr int kUsageStatus = 2;
constexpr int kAddressStatus = 3;

/// Returns whether standard input has ended; drops its content.
bool input_ended() {
    std::array<char, 4096> dropped{};
    const ssize_t count = read(STDIN_FILENO, dropped.data(), dropped.size());
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

/// Blocks SIGTERM and SIGINT in this thread and all threads it starts; to be created before any
/// thread is started.
class ShutdownSignal {
  public:
    /// Errors: kIo.
    [[nodiscard]] static Result<ShutdownSignal> create();
    ~ShutdownSignal();
    ShutdownSignal(ShutdownSignal&& other) noexcept;
    ShutdownSignal& operator=(ShutdownSignal&&) = delete;

    /// Returns when SIGTERM or SIGINT arrives, or (if `watches_stdin`) standard input ends.
    void wait(bool watches_stdin);

  private:
    explicit ShutdownSignal(int fd) : fd_(fd) {}
    int fd_;
};

Result<ShutdownSignal> ShutdownSignal::create() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    const int error = pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    const int fd = error == 0 ? signalfd(-1, &signals, SFD_CLOEXEC) : -1;
    if (fd < 0)
        return fail(ErrorCode::kIo,
                    "cannot watch signals: " + std::generic_category().message(errno));
    return ShutdownSignal(fd);
}

ShutdownSignal::~ShutdownSignal() {
    if (fd_ >= 0) close(fd_);
}

ShutdownSignal::ShutdownSignal(ShutdownSignal&& other) noexcept : fd_(other.fd_) {
    other.fd_ = -1;
}

void ShutdownSignal::wait(bool watches_stdin) {
    // poll ignores negative descriptors.
    std::array<pollfd, 2> watched{
        {{fd_, POLLIN, 0}, {watches_stdin ? STDIN_FILENO : -1, POLLIN, 0}}};
    while (true) {
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
        if (watched[0].revents != 0) return;
        if (watched[1].revents != 0 && input_ended()) return;
    }
}

/// Writes a text. A reader that is gone is no error here: main checks whether standard output was
/// written, and fmt::print would throw.
void write_to(std::FILE* stream, const std::string& text) {
    (void)std::fputs(text.c_str(), stream);
}

int print_error(const Error& error, int status) {
    write_to(stderr, fmt::format("plumbline-mock: {}\n", to_text(error)));
    return status;
}

int print_variants(const FaultCatalogue& catalogue) {
    std::string text;
    for (const Fault& variant : catalogue.variants()) {
        text += fmt::format(
            "{}\n    {}\n    {}\n",
            variant.id,
            variant.summary,
            variant.breaks.empty() ? "conforming" : "departs " + join(variant.breaks, ", "));
    }
    write_to(stdout, text);
    return 0;
}

int print_faults(const FaultCatalogue& catalogue) {
    std::string text;
    for (const Fault& fault : catalogue.faults()) {
        text += fmt::format(
            "{}\n    {}\n    breaks {}\n", fault.id, fault.summary, join(fault.breaks, ", "));
    }
    text +=
        "disable:RULE\n    Disables one rule of the contract\n    breaks what the rule enforces\n"
        "tolerate:OPERATION:POINTER\n    Ignores schema violations at a position of the request "
        "body\n    breaks what the schema requires there\n";
    write_to(stdout, text);
    return 0;
}

/// Logs one line per request. The target contains no secret: credentials travel in headers.
RequestHandler with_request_log(RequestHandler handler, const Clock& clock) {
    return [handler = std::move(handler), &clock](const http::Request& request) {
        const Instant start = clock.now();
        EngineResponse response = handler(request);
        const auto time =
            std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - start);
        write_to(stderr,
                 fmt::format("method={} target={} status={} time_us={}\n",
                             request.method,
                             request.target,
                             response.status,
                             time.count()));
        return response;
    };
}

/// Errors: kIo.
Result<void> print_lines(const std::string& text) {
    if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return {};
    return fail(ErrorCode::kIo,
                "cannot write the address of the mock to standard output: " +
                    std::generic_category().message(errno),
                {},
                {"redirect standard output to a writable destination"});
}

/// Returns the path of an operation of a user's document that needs no parameter.
std::string first_path(const Engine& engine) {
    for (const OperationRoute& route : engine.config().operations->routes()) {
        if (route.method == "GET" && route.path.parameters().empty()) return route.path.text();
    }
    return "/";
}

/// Prints the address and an example command. The program that starts the mock reads the first
/// line. Errors: kIo, if standard output cannot be written.
Result<void> print_address(const Server& server,
                           const Engine& engine,
                           const std::optional<NameTranslator>& translator) {
    const auto workspace = engine.config().registry->find(kDefaultWorkspace);
    if (!engine.config().contract->find_operation("listDeployments")) {
        return print_lines(fmt::format("listening on {}\ntry: curl -s {}{}\n",
                                       server.url(),
                                       server.url(),
                                       first_path(engine)));
    }
    http::Request first{"GET",
                        "/v2/deployments",
                        {{std::string(kApiKeyHeader), workspace->identities().front().api_key}},
                        ""};
    if (translator) first = translator->to_caller_names("listDeployments", std::move(first));
    std::string base = server.url();
    for (const std::string& segment : engine.config().access.base_path) base += '/' + segment;
    const auto& [name, value] = first.headers.all().front();
    const std::string text = fmt::format("listening on {}\ntry: curl -s -H '{}: {}' {}{}\n",
                                         server.url(),
                                         name,
                                         value,
                                         base,
                                         first.target);
    return print_lines(text);
}

/// Returns the translator of the vocabulary, nothing if none is given.
Result<std::optional<NameTranslator>> load_translator(const std::string& path,
                                                      const Engine& engine) {
    if (path.empty()) return std::nullopt;
    return NameMapping::load(path, engine.config().contract).map([&](auto mapping) {
        return std::optional(NameTranslator(engine, std::move(mapping)));
    });
}

/// Prints what is inferred from the user's documents, or writes it as fixtures.
int write_inference(const MockOptions& options) {
    const auto contract = load_user_contract(options.assembly.api_files);
    if (!contract) return print_error(contract.error(), kUsageStatus);
    const auto documents = user_documents(**contract);
    if (options.command == MockCommand::kInspect) {
        write_to(stdout, inference_text(documents));
        return 0;
    }
    for (const auto& [path, text] : inferred_fixture_texts(documents)) {
        const std::string file = options.eject_folder + '/' + path;
        if (std::filesystem::exists(file)) {
            return print_error(Error{ErrorCode::kUsage,
                                     file + " exists",
                                     {},
                                     {"name another folder, or remove the file"}},
                               kUsageStatus);
        }
        std::error_code trouble;
        std::filesystem::create_directories(std::filesystem::path(file).parent_path(), trouble);
        const auto written = write_file(file, text);
        if (!written) return print_error(written.error(), kUsageStatus);
        write_to(stdout, fmt::format("wrote {}\n", file));
    }
    write_to(stdout,
             fmt::format("edit them, then: plumbline-mock {} --fixtures {}\n",
                         options.assembly.api_files.front(),
                         options.eject_folder));
    return 0;
}

int serve(const MockOptions& options, ShutdownSignal& end) {
    if (options.command != MockCommand::kServe) return write_inference(options);
    const SystemClock clock;
    const auto engine = make_engine(options.assembly, clock);
    if (!engine) return print_error(engine.error(), kUsageStatus);
    if (options.lists_variants || options.lists_faults) {
        const auto& catalogue = (*engine)->config().registry->config().faults->catalogue();
        if (!catalogue) return print_error(catalogue.error(), kUsageStatus);
        return options.lists_variants ? print_variants(*catalogue) : print_faults(*catalogue);
    }
    const auto translator = load_translator(options.vocabulary, **engine);
    if (!translator) return print_error(translator.error(), kUsageStatus);
    RequestHandler handler = [&engine](const http::Request& request) {
        return (*engine)->handle(request);
    };
    if (*translator) {
        handler = [&translator](const http::Request& request) {
            return (*translator)->handle(request);
        };
    }
    if (!options.allowed_origins.empty())
        handler = with_allowed_origins(std::move(handler), options.allowed_origins);
    if (options.is_verbose) handler = with_request_log(std::move(handler), clock);
    auto server = Server::start(options.server, handler);
    if (!server) {
        return print_error(
            server.error(),
            server.error().code == ErrorCode::kUsage ? kUsageStatus : kAddressStatus);
    }
    const auto printed = print_address(**server, **engine, *translator);
    if (!printed) {
        (*server)->drain();
        return print_error(printed.error(), kAddressStatus);
    }
    end.wait(options.exits_with_stdin);
    (*server)->drain();
    if (const auto& sender = (*engine)->config().outgoing.sender)
        (void)sender->wait_until_sent(std::chrono::seconds(1));
    return 0;
}

}  // namespace

int run(int argc, char** argv) {
    const auto options = parse_options({argv + 1, argv + argc}, PLUMBLINE_VERSION);
    if (const auto* exit = std::get_if<CommandLineExit>(&options)) {
        std::fputs(exit->text.c_str(), exit->exit_code == 0 ? stdout : stderr);
        return exit->exit_code;
    }
    auto end = ShutdownSignal::create();
    if (!end) return print_error(end.error(), kAddressStatus);
    return serve(std::get<MockOptions>(options), *end);
}

}  // namespace plumbline::mock
