// plumbline-load stream and rest.

#include "benchmarks/load/app/commands.hpp"
#include "benchmarks/load/app/live_metrics.hpp"
#include "benchmarks/load/app/load_requests.hpp"
#include "benchmarks/load/app/progress_line.hpp"
#include "benchmarks/load/app/record_file.hpp"
#include "benchmarks/load/app/request_headers.hpp"
#include "benchmarks/load/app/start_time.hpp"
#include "benchmarks/load/drive/drive.hpp"
#include "benchmarks/load/result/load_output.hpp"
#include "conformance/client/client.hpp"
#include "conformance/host/host.hpp"
#include "reports/reports.hpp"
#include "spec/base/descriptor_limit.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

namespace plumbline::load {
namespace {

constexpr double kMaxSweepLoad = 1e6;

Duration to_duration(double seconds) {
    constexpr double kSecondInNs = 1e9;
    return Duration(std::llround(seconds * kSecondInNs));
}

/// The prepared inputs of a load run.
struct LoadSetup {
    std::unique_ptr<host::ChildMock> mock;
    http::Url base_url;
    LoadRequests requests;
    std::unique_ptr<Transport> transport;
    std::vector<std::string> secrets;
    client::SettingValue proxy;
};

Result<LoadSetup> prepare_load(const DriveCommand& command, const Clock& clock) {
    LoadSetup setup;
    std::string url = command.target.url;
    if (url.empty()) {
        const std::string& program = command.target.mock;
        auto mock = host::ChildMock::start(
            program.empty() ? host::sibling_program("plumbline-mock") : program,
            {"--workers", "1"});
        if (!mock) return fail(mock.error());
        setup.mock = std::move(*mock);
        url = setup.mock->url();
    }
    auto base = http::parse_url(url);
    if (!base) return fail(ErrorCode::kUsage, "--url: " + base.error().message);
    setup.base_url = *base;
    auto requests = make_requests(command, setup.base_url, setup.mock != nullptr);
    if (!requests) return fail(requests.error());
    setup.requests = std::move(*requests);
    setup.secrets = secrets_of(setup.requests.serialized.front().request.headers);
    setup.requests.workload.body =
        client::mask_secrets(setup.requests.workload.body, setup.secrets);
    setup.proxy =
        client::proxy_for(client::read_connection_settings(host::environment_value).proxies, url);
    const TransportOptions options{.reuses_connections = command.reuses_connections,
                                   .proxy = setup.proxy.text,
                                   .ca_file = command.target.ca_file};
    auto transport = make_transport(setup.base_url, options, clock);
    if (!transport) return fail(transport.error());
    setup.transport = std::move(*transport);
    return setup;
}

/// Returns the text after the colon of the first line that begins with `name`.
std::string read_value(const char* path, std::string_view name) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        if (!std::string_view(line).starts_with(name)) continue;
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos)
            return std::string(trimmed(std::string_view(line).substr(colon + 1)));
    }
    return {};
}

/// Returns the machine that generates the load; what the system does not report stays empty.
ClientHost detect_client_host() {
    ClientHost host;
    host.cpu = read_value("/proc/cpuinfo", "model name");
    host.cores = std::thread::hardware_concurrency();
    utsname system{};
    if (::uname(&system) == 0) host.kernel = std::string(system.sysname) + ' ' + system.release;
    host.pinning = read_value("/proc/self/status", "Cpus_allowed_list");
    return host;
}

/// Returns the plan of a level with this load: a rate or a number of streams. `secrets` are
/// borrowed.
LevelPlan make_level_plan(const DriveCommand& command,
                          double load,
                          std::uint64_t repetition,
                          const std::vector<std::string>& secrets) {
    const bool is_open = command.rate > 0;
    return {.streams = is_open ? 0 : static_cast<std::uint64_t>(load),
            .rate = is_open ? load : 0,
            .arrival = command.arrival,
            .shape = command.shape,
            .stages = command.stages.stages,
            .seed = command.load.seed,
            .repetition = repetition,
            .shard = command.shard.index,
            .shards = command.shard.count,
            .think_time = to_duration(command.load.think_s),
            .turns = command.load.turns,
            .warmup = to_duration(command.load.warmup_s),
            .window = to_duration(command.load.window_s),
            .drain = to_duration(command.load.drain_s),
            .max_duration = to_duration(command.load.max_response_s),
            .max_in_flight = command.load.max_in_flight,
            .response_options = {command.is_stream,
                                 command.load.max_events,
                                 command.json_sample,
                                 [&secrets](std::string_view text) {
                                     return client::mask_secrets(text, secrets);
                                 }},
            .contract_sample = command.contract_sample,
            .goodput = command.goodput};
}

std::string arrival_text(const DriveCommand& command) {
    switch (command.arrival) {
        case ArrivalProcess::kConstant:
            return "constant";
        case ArrivalProcess::kPoisson:
            return "poisson";
        case ArrivalProcess::kGamma:
            return fmt::format("gamma {}", command.shape);
    }
    return "";
}

LoadResult make_result(const DriveCommand& command, const LoadSetup& setup, const Clock& clock) {
    LoadResult result;
    result.tool_version = PLUMBLINE_VERSION;
    result.build = PLUMBLINE_BUILD;
    if (command.shard.count > 1)
        result.shard_set = ShardSet{{command.shard.index + 1}, command.shard.count};
    result.started = plumbline::to_text(clock.now());
    result.url = setup.mock ? "embedded mock" : setup.base_url.to_text();
    result.host = detect_client_host();
    result.workload = setup.requests.workload;
    const bool is_open = command.rate > 0;
    result.load = command.load;
    result.load.loop = is_open ? "open" : "closed";
    if (is_open) result.load.arrival = arrival_text(command);
    result.validation = {
        true, command.is_stream ? command.json_sample : 0, command.contract_sample};
    if (setup.mock)
        result.notes.emplace_back(
            "the mock ran on the same machine as the client, with one worker");
    if (!setup.proxy.empty())
        result.notes.push_back("requests go through the proxy " +
                               client::describe_proxy(setup.proxy));
    return result;
}

/// Returns the file of --records, null without the option. Errors: kIo.
Result<std::unique_ptr<RecordFile>> create_records(const DriveCommand& command,
                                                   const LoadSetup& setup,
                                                   const std::atomic<bool>& is_interrupted) {
    if (command.records.empty()) return std::unique_ptr<RecordFile>();
    return RecordFile::create(command.records, setup.secrets, {.is_interrupted = &is_interrupted});
}

/// Notes what the result does not show otherwise. `records` may be null.
void add_notes(const DriveCommand& command, const RecordFile* records, LoadResult& result) {
    if (records != nullptr && records->dropped() > 0)
        result.notes.push_back(fmt::format(
            "{} requests are not in --records, which was written too slowly", records->dropped()));
    const std::uint64_t threads = command.load.max_in_flight;
    const bool were_all_busy = command.uses_threads && threads > 0 &&
                               std::ranges::any_of(result.levels, [&](const Level& level) {
                                   return level.in_flight_peak >= threads;
                               });
    if (were_all_busy)
        result.notes.push_back(fmt::format(
            "all {} threads had a request at a time: others may have waited for a free thread; a "
            "larger --max-in-flight creates more",
            threads));
}

/// Returns the server of --metrics-port and prints its address; null without the option. Errors:
/// kIo.
Result<std::unique_ptr<MetricsServer>> start_metrics(const DriveCommand& command,
                                                     std::ostream& err) {
    if (!command.metrics_port) return std::unique_ptr<MetricsServer>();
    auto server = MetricsServer::start(static_cast<std::uint16_t>(*command.metrics_port));
    if (server)
        err << fmt::format("metrics: http://127.0.0.1:{}/metrics\n", (*server)->port())
            << std::flush;
    return server;
}

/// Runs the levels of the command.
class LevelRunner {
  public:
    /// `records` and `metrics` may be null.
    LevelRunner(const DriveCommand& command,
                LoadSetup& setup,
                RecordFile* records,
                MetricsServer* metrics,
                const std::atomic<bool>& is_interrupted,
                Clock& clock,
                std::ostream& err)
        : command_(command),
          setup_(setup),
          records_(records),
          metrics_(metrics),
          stop_(is_interrupted),
          clock_(clock),
          progress_line_(err, !command.is_quiet) {}

    void run(LoadResult& result) {
        const bool is_open = command_.rate > 0;
        const double load = is_open ? command_.rate : static_cast<double>(command_.streams);
        if (!command_.is_sweep) {
            for (int i = 0; i < command_.repetitions && !was_interrupted(); ++i) {
                result.levels.push_back(run_level(load));
                if (result.levels.back().verdict == kUnreachable) break;
            }
        } else {
            const SweepPlan plan{
                .is_open = is_open,
                .first_load = load,
                .max_load = command_.sweep_max > 0 ? command_.sweep_max : kMaxSweepLoad,
                .repetitions = command_.repetitions};
            SweepResult outcome =
                sweep(plan,
                      [this](double level_load) { return run_level(level_load); },
                      {.run = [this](Duration window) { return probe_server(window); },
                       .clock = &clock_});
            result.levels = std::move(outcome.levels);
            result.saturation = std::move(outcome.saturation);
            for (std::string& note : outcome.notes) result.notes.push_back(std::move(note));
        }
        result.server = client::mask_secrets(server_header_, setup_.secrets);
        result.clock = clock_sample_;
        if (!result.levels.empty() && result.levels.back().verdict == kInterrupted)
            result.notes.emplace_back("interrupted: the last level is incomplete");
        progress_line_.clear();
    }

    [[nodiscard]] bool was_interrupted() const { return stop_.load(); }

  private:
    /// Runs the probe of a sweep: no record and no figure has its requests.
    Level probe_server(Duration window) {
        LevelPlan plan = make_level_plan(command_, 0, level_number_, setup_.secrets);
        plan.rate = 0;
        plan.streams = 1;
        plan.warmup = plan.think_time = Duration();
        plan.window = plan.drain = window;
        plan.contract_sample = 0;
        const Instant end = clock_.now() + window;
        Level level = drive_level(plan,
                                  {.transport = *setup_.transport,
                                   .clock = clock_,
                                   .requests = setup_.requests.of_level(0),
                                   .weights = setup_.requests.weights,
                                   .is_interrupted = &stop_});
        // A server that refuses connections ends it early, and needs time.
        wait_until(end, clock_, stop_);
        mask_examples(level);
        return level;
    }

    Level run_level(double load) {
        const LevelPlan plan = make_level_plan(command_, load, level_number_++, setup_.secrets);
        LevelEnvironment environment{.transport = *setup_.transport,
                                     .clock = clock_,
                                     .requests = setup_.requests.of_level(plan.repetition),
                                     .weights = setup_.requests.weights,
                                     .is_interrupted = &stop_,
                                     .server_header = &server_header_,
                                     .clock_sample = &clock_sample_};
        if (plan.contract_sample > 0)
            environment.inspector_factory = [&requests = setup_.requests] {
                return make_inspector(*requests.operation, *requests.api, requests.body);
            };
        if (records_ != nullptr)
            environment.on_outcome = [this](const RequestOutcome& outcome, bool is_incomplete) {
                records_->add({level_number_, outcome, is_incomplete});
            };
        if (setup_.mock) environment.server_process = std::to_string(setup_.mock->process_id());
        if (progress_line_.is_shown() || metrics_ != nullptr) {
            environment.progress = [this, total = plan.warmup + plan.window](const Level& so_far,
                                                                             Duration elapsed) {
                if (metrics_ != nullptr)
                    metrics_->publish(render_live_metrics(so_far, level_number_));
                if (progress_line_.is_shown())
                    progress_line_.show(progress_text(so_far, elapsed, total, command_.rate > 0));
            };
        }
        Level done = drive_level(plan, environment);
        if (metrics_ != nullptr) metrics_->publish(render_live_metrics(done, level_number_));
        mask_examples(done);
        return done;
    }

    void mask_examples(Level& level) const {
        for (std::string& example : level.examples)
            example = client::mask_secrets(example, setup_.secrets);
    }

    const DriveCommand& command_;
    LoadSetup& setup_;
    RecordFile* records_;
    MetricsServer* metrics_;
    std::size_t level_number_ = 0;
    const std::atomic<bool>& stop_;
    Clock& clock_;
    LoadProgressLine progress_line_;
    std::string server_header_;
    std::optional<ClockSample> clock_sample_;
};

/// Writes what is asked for; returns the exit code.
int report_result(const DriveCommand& command,
                  RecordFile* records,
                  bool was_interrupted,
                  const std::atomic<bool>& is_interrupted,
                  LoadResult& result,
                  std::ostream& out,
                  std::ostream& err) {
    add_notes(command, records, result);
    const auto junit = write_junit(command.gates, result, command.junit_file);
    const Level& last = result.levels.back();
    const bool is_unreachable = last.verdict == kUnreachable;
    if (is_unreachable)
        err << fmt::format(
            "plumbline-load: no response from {}: {}\n", result.url, join(last.examples, "; "));
    out << render_summary(result);
    Result<void> written;
    if (!command.report_dir.empty()) written = write_reports(result, command.report_dir);
    if (written && !command.report_dir.empty())
        out << "report: " << command.report_dir << "/report.html\n";
    const bool is_violated = report_gates(command.gates, result, out);
    out << std::flush;
    // Last, as it may wait for the reader of a pipe, and an interrupt may end it.
    const Result<void> recorded =
        records != nullptr ? records->finish(was_interrupted) : Result<void>();
    bool has_failed = false;
    for (const Result<void>& one : {written, recorded, junit}) {
        if (one) continue;
        has_failed = true;
        report_error(one.error(), err);
    }
    if (!was_interrupted && is_interrupted) return kInterruptedRun;
    if (has_failed) return kError;
    // An incomplete measurement never passes.
    if (was_interrupted) return kInterruptedRun;
    if (is_unreachable) return kNoResponse;
    return is_violated ? kViolated : kSuccess;
}

}  // namespace

int drive_command(const DriveCommand& command, std::ostream& out, std::ostream& err) {
    raise_descriptor_limit();
    // A run that ends without a result must not leave the file of another one.
    if (!command.junit_file.empty()) reports::remove_former_report(command.junit_file);
    SystemClock clock;
    auto setup = prepare_load(command, clock);
    if (!setup) return report_error(setup.error(), err);
    // Before, the first signal ends the program: there is nothing to report.
    const std::atomic<bool>& is_interrupted = host::watch_interrupts();
    const auto records = create_records(command, *setup, is_interrupted);
    // A named pipe may have no reader.
    if (!records && is_interrupted) return kInterruptedRun;
    if (!records) return report_error(records.error(), err);
    const auto metrics = start_metrics(command, err);
    if (!metrics) return report_error(metrics.error(), err);
    Duration late{};
    if (command.start != Instant()) {
        const auto waited = wait_for_start(command.start, clock, is_interrupted);
        if (!waited) return report_error(waited.error(), err);
        if (is_interrupted) return kInterruptedRun;
        late = *waited;
    }
    LoadResult result = make_result(command, *setup, clock);
    if (late > Duration(0))
        result.notes.push_back(fmt::format("the load started {} after --start-at",
                                           time_text(static_cast<double>(late.count()))));
    LevelRunner levels(command, *setup, records->get(), metrics->get(), is_interrupted, clock, err);
    levels.run(result);
    if (result.levels.empty()) return kInterruptedRun;  // before the first one
    setup->transport.reset();  // the files of the reports may need its descriptors
    return report_result(
        command, records->get(), levels.was_interrupted(), is_interrupted, result, out, err);
}

}  // namespace plumbline::load
