#include "benchmarks/soak/soak.hpp"

#include "benchmarks/load/drive/drive.hpp"
#include "benchmarks/soak/event_sequence.hpp"
#include "benchmarks/soak/soak_figures.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/descriptor_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <ostream>

namespace plumbline::soak {
namespace {

/// Steps of a stream; each is followed by a pause.
constexpr std::uint64_t kSteps = 9;
/// Streams, clients and the mock may be late by this time.
constexpr Duration kGrace = std::chrono::seconds(20);
constexpr Duration kSampleInterval = std::chrono::milliseconds(200);
/// Of this part of the time no samples are taken: buffers and caches grow to their size.
constexpr std::uint64_t kWarmUpDivisor = 4;
/// Descriptors of either program besides the streams: other clients, libraries.
constexpr std::uint64_t kOtherDescriptors = 500;

/// Raises the limit of open files, also that of the mock, which inherits it. Errors: kLimit.
Result<void> allow_descriptors(std::uint64_t wanted) {
    const std::uint64_t limit = raise_descriptor_limit();
    if (limit >= wanted) return {};
    return fail(ErrorCode::kLimit,
                fmt::format("the hard limit of open files is {}, and {} are needed; raise it "
                            "(ulimit -Hn {}), or take fewer with --streams",
                            limit,
                            wanted,
                            wanted));
}

class SoakRun {
  public:
    SoakRun(const SoakOptions& options, const host::ChildMock& mock, http::Url url)
        : options_(options), mock_(mock), url_(std::move(url)) {}

    Result<SoakFigures> run() {
        const auto before = read_resource_use(mock_.process_id());
        auto requests = make_stream_requests();
        if (!requests) return fail(requests.error());
        auto transport = load::make_transport(url_, {}, clock_);
        if (!transport) return fail(transport.error());
        const double machine_cpu = read_machine_cpu();
        begin_ = clock_.now();
        end_ = begin_ + std::chrono::seconds(options_.seconds);

        auto streams =
            std::async(std::launch::async, [&] { return drive_streams(**transport, *requests); });
        auto connections = std::async(std::launch::async, [this] {
            return cycle_connections(
                {url_.port, options_.connects, options_.silent}, end_, clock_, stop_);
        });
        auto rest = std::async(std::launch::async,
                               [this] { return repeat_rest_cycle(url_, end_, clock_, stop_); });
        const std::vector<ResourceUse> samples = take_samples();
        const double machine_cores = (read_machine_cpu() - machine_cpu) /
                                     std::chrono::duration<double>(clock_.now() - begin_).count();
        SoakFigures figures{.streams = streams.get(),
                            .connections = connections.get(),
                            .rest = rest.get(),
                            .trend = compare_halves(samples),
                            .descriptors_before = before ? before->descriptors : 0,
                            .mock_end = mock_end_};
        figures.other_cores =
            machine_cores - figures.streams.client.cpu - figures.streams.server_cpu.value_or(0);
        transport->reset();  // closes its connections
        figures.descriptors_after = wait_for_descriptors(figures.descriptors_before);
        return figures;
    }

  private:
    /// Half of the streams are in threads, so that their events have ids.
    Result<std::vector<load::SerializedRequest>> make_stream_requests() {
        const auto threads = create_threads(url_, options_.streams / 2, clock_);
        if (!threads) return fail(threads.error());
        const std::string body = fmt::format(
            R"({{"assistant_id":"pausing","input":{{"steps":{},"pause_ms":{}}},"stream_mode":"custom"}})",
            kSteps,
            options_.pause_ms);
        std::vector<load::SerializedRequest> requests;
        for (std::uint64_t i = 0; i < options_.streams; ++i) {
            const std::string target =
                i < threads->size() ? "/threads/" + (*threads)[i] + "/runs/stream" : "/runs/stream";
            requests.push_back(load::serialize_request(
                url_, {"POST", target, {{"Content-Type", "application/json"}}, body}));
        }
        return requests;
    }

    load::Level drive_streams(load::Transport& transport,
                              const std::vector<load::SerializedRequest>& requests) {
        const Duration stream_time = kSteps * std::chrono::milliseconds(options_.pause_ms) + kGrace;
        return load::drive_level(
            {.streams = options_.streams,
             .window = std::chrono::seconds(options_.seconds),
             .drain = stream_time,
             .max_duration = stream_time,
             .contract_sample = 1},
            {.transport = transport,
             .clock = clock_,
             .requests = requests,
             .inspector_factory = [] { return make_sequence_inspector(kSteps); },
             .server_process = std::to_string(mock_.process_id()),
             .is_interrupted = &stop_});
    }

    /// Samples the mock until the end; ends early if the mock does, or at an interrupt.
    std::vector<ResourceUse> take_samples() {
        std::vector<ResourceUse> samples;
        const Instant first = begin_ + std::chrono::seconds(options_.seconds) / kWarmUpDivisor;
        while (clock_.now() < end_ && !stop_.load()) {
            clock_.wait(kSampleInterval);
            const auto use = read_resource_use(mock_.process_id());
            if (use && clock_.now() >= first) samples.push_back(*use);
            if (const auto running = mock_.check_running(); !running) {
                mock_end_ = running.error().message;
                stop_.store(true);
            }
            if (interrupted_.load()) stop_.store(true);
        }
        return samples;
    }

    /// Returns the descriptors of the mock, as soon as there are no more than before.
    double wait_for_descriptors(double before) {
        const Instant deadline = clock_.now() + kGrace;
        for (;;) {
            const auto use = read_resource_use(mock_.process_id());
            const double descriptors = use ? use->descriptors : 0;
            if (descriptors <= before || clock_.now() >= deadline) return descriptors;
            clock_.wait(kSampleInterval);
        }
    }

    const SoakOptions& options_;
    const host::ChildMock& mock_;
    http::Url url_;
    SystemClock clock_;
    Instant begin_{};
    Instant end_{};
    std::atomic<bool> stop_ = false;
    const std::atomic<bool>& interrupted_ = host::watch_interrupts();
    std::string mock_end_;
};

Result<SoakFigures> measure_mock(const SoakOptions& options) {
    const auto raised = allow_descriptors(options.streams + options.silent + kOtherDescriptors);
    if (!raised) return fail(raised.error());
    const auto mock = host::ChildMock::start(
        options.mock.empty() ? host::sibling_program("plumbline-mock") : options.mock,
        options.mock_options);
    if (!mock) return fail(mock.error());
    auto url = http::parse_url((*mock)->url());
    if (!url) return fail(url.error());
    return SoakRun(options, **mock, std::move(*url)).run();
}

}  // namespace

int run_soak(const SoakOptions& options, std::ostream& out, std::ostream& err) {
    constexpr int kFailed = 2;
    const auto figures = measure_mock(options);
    if (!figures) {
        err << "soak: " << to_text(figures.error()) << '\n';
        return kFailed;
    }
    out << figures_text(*figures);
    if (figures->connections.per_second < 0.95 * static_cast<double>(options.connects)) {
        out << fmt::format("note: this machine reached {:.0f} of {} connections per second\n",
                           figures->connections.per_second,
                           options.connects);
    }
    if (is_disturbed(*figures))
        out << "note: other programs used the cores; REST times and open descriptors are not "
               "judged\n";
    const std::vector<std::string> violated = violated_bounds(*figures, options.rest_p99_ms);
    for (const std::string& bound : violated) err << "soak: " << bound << '\n';
    return violated.empty() ? 0 : 1;
}

}  // namespace plumbline::soak
