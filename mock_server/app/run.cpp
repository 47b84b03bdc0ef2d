#include "mock_server/app/run.hpp"

#include "mock_server/app/end_signal.hpp"
#include "mock_server/app/interpreter.hpp"
#include "mock_server/app/options.hpp"
#include "mock_server/engine/assemble.hpp"
#include "mock_server/transport/server.hpp"
#include "mock_server/validation/answers.hpp"
#include "mock_server/validation/credentials.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <variant>

namespace plumbline::mock {
namespace {

constexpr int kUsageStatus = 2;
constexpr int kAddressStatus = 3;

int report(const Error& error, int status) {
    fmt::print(stderr, "plumbline-mock: {}\n", to_text(error));
    return status;
}

int print_faults(const Engine& engine) {
    const auto catalogue = engine.parts().registry->parts().faults->get();
    if (!catalogue) return report(catalogue.error(), kUsageStatus);
    for (const Fault& fault : (*catalogue)->faults()) {
        fmt::print(
            "{}\n    {}\n    breaks {}\n", fault.id, fault.summary, join(fault.breaks, ", "));
    }
    fmt::print(
        "disable:RULE\n    Switches one rule of the contract off\n    breaks what the rule "
        "enforces\n");
    return 0;
}

/// One line for each request. The target holds no secret: credentials travel in headers.
Handler logged(Handler handler, const Clock& clock) {
    return [handler = std::move(handler), &clock](const http::Request& request) {
        const Instant start = clock.now();
        Reply reply = handler(request);
        const auto time =
            std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - start);
        fmt::print(stderr,
                   "method={} target={} status={} time_us={}\n",
                   request.method,
                   request.target,
                   status_of(reply),
                   time.count());
        return reply;
    };
}

/// Tells where the mock is and what to type first. Whoever starts the mock reads the first line.
/// Errors: kIo, if nobody can.
Result<void> announce(const Server& server, const Interpreter& interpreter) {
    const Engine& engine = interpreter.engine();
    const auto workspace = engine.parts().registry->find(kDefaultWorkspace);
    const http::Request first = interpreter.as_sent(
        "listDeployments",
        {"GET",
         "/v2/deployments",
         {{std::string(kApiKeyHeader), workspace->identities().front().api_key}},
         ""});
    std::string base = server.url();
    for (const std::string& segment : engine.parts().settings.base_path) base += '/' + segment;
    const auto& [name, value] = first.headers.all().front();
    const std::string text = fmt::format("listening on {}\ntry: curl -s -H '{}: {}' {}{}\n",
                                         server.url(),
                                         name,
                                         value,
                                         base,
                                         first.target);
    if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return {};
    return fail(ErrorCode::kIo,
                "cannot write to standard output on which port the mock listens: " +
                    std::generic_category().message(errno),
                {},
                {"let standard output go where something can be written"});
}

Result<std::shared_ptr<const Naming>> load_vocabulary(const std::string& path,
                                                      const Engine& engine) {
    if (path.empty()) return nullptr;
    return Naming::load(path, engine.parts().contract);
}

int serve(const Options& options, EndSignal& end) {
    const SystemClock clock;
    const auto engine = assemble(options.assembly, clock);
    if (!engine) return report(engine.error(), kUsageStatus);
    if (options.lists_faults) return print_faults(**engine);
    auto naming = load_vocabulary(options.vocabulary, **engine);
    if (!naming) return report(naming.error(), kUsageStatus);
    const Interpreter interpreter(**engine, std::move(*naming));
    Handler handler = [&interpreter](const http::Request& request) {
        return interpreter.answer(request);
    };
    if (options.is_verbose) handler = logged(std::move(handler), clock);
    auto server = Server::start(options.server, handler);
    if (!server) {
        return report(server.error(),
                      server.error().code == ErrorCode::kUsage ? kUsageStatus : kAddressStatus);
    }
    const auto announced = announce(**server, interpreter);
    if (!announced) {
        (*server)->drain();
        return report(announced.error(), kAddressStatus);
    }
    end.wait(options.exits_with_stdin);
    (*server)->drain();
    return 0;
}

}  // namespace

int run(int argc, char** argv) {
    const auto options = parse_options({argv + 1, argv + argc}, PLUMBLINE_VERSION);
    if (const auto* exit = std::get_if<Exit>(&options)) {
        fmt::print(exit->status == 0 ? stdout : stderr, "{}", exit->text);
        return exit->status;
    }
    auto end = EndSignal::make();
    if (!end) return report(end.error(), kAddressStatus);
    return serve(std::get<Options>(options), *end);
}

}  // namespace plumbline::mock
