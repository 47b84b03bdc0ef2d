// plumbline-load stream and rest.

#include "benchmarks/load/app/commands.hpp"
#include "benchmarks/load/app/host_facts.hpp"
#include "benchmarks/load/app/live_line.hpp"
#include "benchmarks/load/app/workload.hpp"
#include "benchmarks/load/drive/drive_level.hpp"
#include "benchmarks/load/drive/sweep.hpp"
#include "benchmarks/load/drive/verdict.hpp"
#include "benchmarks/load/result/text.hpp"
#include "conformance/client/mask.hpp"
#include "conformance/host/child_mock.hpp"
#include "conformance/host/interrupt.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>

namespace plumbline::load {
namespace {

constexpr double kMostOfASweep = 1e6;

Duration duration_of(double seconds) {
    constexpr double kSecondInNs = 1e9;
    return Duration(std::llround(seconds * kSecondInNs));
}

/// Everything a load needs before it can begin.
struct Stage {
    std::unique_ptr<host::ChildMock> mock;
    http::Url base;
    Requests requests;
    std::unique_ptr<Transport> transport;
    std::vector<std::string> secrets;
};

/// As many files as the system grants: each stream is one.
void raise_file_limit() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

Result<Stage> prepare_stage(const DriveCommand& command, const Clock& clock) {
    Stage stage;
    std::string url = command.target.url;
    if (url.empty()) {
        auto mock = host::ChildMock::start(command.target.mock.empty()
                                               ? host::sibling_program("plumbline-mock")
                                               : command.target.mock,
                                           {"--workers", "1"});
        if (!mock) return fail(mock.error());
        stage.mock = std::move(*mock);
        url = stage.mock->url();
    }
    auto base = http::parse_url(url);
    if (!base) return fail(ErrorCode::kUsage, "--url: " + base.error().message);
    stage.base = *base;
    auto requests = make_requests(command, stage.base, stage.mock != nullptr);
    if (!requests) return fail(requests.error());
    stage.requests = std::move(*requests);
    if (const std::string* key =
            stage.requests.prepared.front().request.headers.find("X-Api-Key")) {
        stage.secrets.push_back(*key);
    }
    TransportOptions options;
    options.reuses_connections = command.reuses_connections;
    options.ca_file = command.target.ca_file;
    auto transport = make_transport(stage.base, options, clock);
    if (!transport) return fail(transport.error());
    stage.transport = std::move(*transport);
    return stage;
}

LevelPlan plan_of(const DriveCommand& command) {
    LevelPlan plan;
    plan.streams = command.rate > 0 ? 0 : command.streams;
    plan.rate = command.rate;
    plan.arrival = command.arrival;
    plan.seed = command.seed;
    plan.shard = command.shard;
    plan.shards = command.shards;
    plan.warmup = duration_of(command.warmup_s);
    plan.window = duration_of(command.window_s);
    plan.drain = duration_of(command.drain_s);
    plan.max_duration = duration_of(command.max_s);
    plan.max_in_flight = command.max_in_flight;
    plan.rules = {command.is_stream, command.max_events, command.json_sample};
    plan.contract_sample = command.contract_sample;
    plan.goodput = command.goodput;
    return plan;
}

LoadResult result_of(const DriveCommand& command, const Stage& stage, const Clock& clock) {
    LoadResult result;
    result.tool_version = PLUMBLINE_VERSION;
    result.build = PLUMBLINE_BUILD;
    result.started = plumbline::to_text(clock.now());
    result.url = stage.mock ? "embedded mock" : stage.base.to_text();
    result.host = host_facts();
    result.workload = stage.requests.workload;
    const bool is_open = command.rate > 0;
    result.load.loop = is_open ? "open" : "closed";
    if (is_open)
        result.load.arrival = command.arrival == Arrival::kPoisson ? "poisson" : "constant";
    result.load.seed = command.seed;
    result.load.warmup_s = command.warmup_s;
    result.load.window_s = command.window_s;
    result.load.drain_s = command.drain_s;
    result.load.max_events = command.max_events;
    result.load.max_seconds = command.max_s;
    result.load.max_in_flight = command.max_in_flight;
    result.load.goodput = command.goodput_text;
    result.validation = {
        true, command.is_stream ? command.json_sample : 0, command.contract_sample};
    if (stage.mock)
        result.notes.emplace_back(
            "the mock ran beside the client on this machine, with one worker");
    return result;
}

/// Runs the levels that the command asks for.
class Levels {
  public:
    Levels(const DriveCommand& command, Stage& stage, Clock& clock, std::ostream& err)
        : command_(command), stage_(stage), clock_(clock), live_(err, !command.is_quiet) {}

    void run(LoadResult& result) {
        const bool is_open = command_.rate > 0;
        const double load = is_open ? command_.rate : static_cast<double>(command_.streams);
        if (!command_.is_sweep) {
            for (int i = 0; i < command_.repetitions && !was_interrupted(); ++i) {
                result.levels.push_back(level(load));
            }
        } else {
            SweepPlan plan;
            plan.is_open = is_open;
            plan.first = load;
            plan.most = command_.sweep_most > 0 ? command_.sweep_most : kMostOfASweep;
            plan.repetitions = command_.repetitions;
            SweepOutcome outcome = sweep(plan, [this](double one) { return level(one); });
            result.levels = std::move(outcome.levels);
            result.saturation = std::move(outcome.saturation);
        }
        result.server = server_;
        if (was_interrupted())
            result.notes.emplace_back("interrupted: the last level is not whole");
        live_.clear();
    }

    [[nodiscard]] bool was_interrupted() const { return stop_.load(); }

  private:
    Level level(double load) {
        LevelPlan plan = plan_of(command_);
        if (command_.rate > 0) {
            plan.rate = load;
        } else {
            plan.streams = static_cast<std::uint64_t>(load);
        }
        Driver driver{
            *stage_.transport, clock_, stage_.requests.prepared, {}, {}, {}, &stop_, &server_};
        if (plan.contract_sample > 0) driver.inspector = stage_.requests.inspector();
        if (stage_.mock) driver.server_process = std::to_string(stage_.mock->process());
        if (live_.is_shown()) {
            driver.progress = [this, whole = plan.warmup + plan.window](const Level& so_far,
                                                                        Duration elapsed) {
                live_.show(live_text(so_far, elapsed, whole, command_.rate > 0));
            };
        }
        Level done = drive_level(plan, driver);
        for (std::string& example : done.examples)
            example = client::mask_secrets(example, stage_.secrets);
        return done;
    }

    const DriveCommand& command_;
    Stage& stage_;
    Clock& clock_;
    LiveLine live_;
    const std::atomic<bool>& stop_ = host::watch_interrupts();
    std::string server_;
};

}  // namespace

int drive_command(const DriveCommand& command, std::ostream& out, std::ostream& err) {
    raise_file_limit();
    SystemClock clock;
    auto stage = prepare_stage(command, clock);
    if (!stage) return tell_broken(stage.error(), err);
    LoadResult result = result_of(command, *stage, clock);
    Levels levels(command, *stage, clock, err);
    levels.run(result);
    if (const Level& last = result.levels.back(); last.verdict == kUnreachable) {
        err << fmt::format(
            "plumbline-load: nothing answered at {}: {}\n", result.url, join(last.examples, "; "));
        return kNothingAnswered;
    }
    out << render_summary(result);
    if (!command.report_dir.empty()) {
        auto written = write_reports(result, command.report_dir);
        if (!written) return tell_broken(written.error(), err);
        out << "report: " << command.report_dir << "/report.html\n";
    }
    const bool is_violated = tell_gates(command.gates, result, out);
    // Half a measurement opens no gate.
    return is_violated || levels.was_interrupted() ? kViolated : kFine;
}

}  // namespace plumbline::load
