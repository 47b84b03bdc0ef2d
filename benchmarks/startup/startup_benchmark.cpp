// How long the programs take to be useful: the mock from its start to its first line, the runner
// from its start to its end over suites of 10 and 500 steps, each beside the bare program that does
// the least the task needs. What counts as good stands in targets.json; scripts/benchmark compares.

#include "benchmarks/startup/process.hpp"
#include "benchmarks/startup/suites.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace plumbline::benchmarks {
namespace {

using Steady = std::chrono::steady_clock;
using Words = std::vector<std::string>;

constexpr std::chrono::seconds kPatience{30};

std::filesystem::path programs() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::string program(const char* name) {
    return programs() / name;
}

double seconds_since(Steady::time_point start) {
    return std::chrono::duration<double>(Steady::now() - start).count();
}

/// What is measured: a program with its arguments, and the mock that it asks, if any.
struct Subject {
    std::string program;
    Words arguments;
    const Process* mock = nullptr;
};

/// Notes the CPU time of all rounds; the mean of one is shown.
void note_cpu(benchmark::State& state, double sum_ms) {
    state.counters["cpu_ms"] = {sum_ms, benchmark::Counter::kAvgIterations};
}

/// Measures a program from its start to its first line, and what it has computed and holds by then.
void until_line(benchmark::State& state, const Subject& subject) {
    double cpu_ms = 0;
    // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): the library's way to loop
    for (auto _ : state) {
        const auto start = Steady::now();
        auto process = Process::start(subject.program, subject.arguments);
        if (!process || !process->line(kPatience)) {
            state.SkipWithError((subject.program + " did not print a line").c_str());
            break;
        }
        state.SetIterationTime(seconds_since(start));
        cpu_ms += process->cpu_ms().value_or(0);
        // A program that has ended by now holds none.
        state.counters["resident_MB"] = process->resident_megabytes().value_or(0);
    }
    note_cpu(state, cpu_ms);
}

/// Measures a program from its start to its end, and what it and the mock have computed for it.
void until_end(benchmark::State& state, const Subject& subject) {
    double cpu_ms = 0;
    const auto mock_ms = [&] { return subject.mock ? subject.mock->cpu_ms().value_or(0) : 0.0; };
    // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): the library's way to loop
    for (auto _ : state) {
        const double before_ms = mock_ms();
        const auto start = Steady::now();
        auto process = Process::start(subject.program, subject.arguments);
        const auto ending =
            process ? process->wait(kPatience) : Result<Ending>(fail(process.error()));
        if (!ending || ending->code != 0) {
            state.SkipWithError((subject.program + " did not end with exit code 0").c_str());
            break;
        }
        state.SetIterationTime(seconds_since(start));
        cpu_ms += ending->cpu_ms + mock_ms() - before_ms;
    }
    note_cpu(state, cpu_ms);
}

/// A mock to measure against and a folder for suites and reports, until the benchmark ends.
struct Setting {
    Process mock;
    std::string url;
    std::filesystem::path folder;

    ~Setting() {
        if (!folder.empty()) std::filesystem::remove_all(folder);
    }
};

Setting make_setting() {
    auto mock = Process::start(program("plumbline-mock"), {"--port", "0"});
    const auto line = mock ? mock->line(kPatience) : Result<std::string>(fail(mock.error()));
    std::string folder = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").string();
    if (!line || ::mkdtemp(folder.data()) == nullptr) std::abort();
    return {std::move(*mock), line->substr(line->find("http")), folder};
}

std::string contract() {
    return std::filesystem::absolute("spec/documents/control_plane.openapi.yaml");
}

Words run_suite(const Setting& setting, const char* name, const std::string& suite) {
    const auto file = setting.folder / name;
    std::ofstream(file) << suite;
    return {"run",
            file,
            "--url",
            setting.url,
            "--control-url",
            setting.url,
            "--quiet",
            "--report-dir",
            setting.folder / "reports"};
}

Words requests(const Setting& setting, const char* count) {
    return {setting.url.substr(setting.url.rfind(':') + 1), "/_plumbline/health", count};
}

void add(const char* name, void (*measure)(benchmark::State&, const Subject&), Subject subject) {
    subject.program = program(subject.program.c_str());
    benchmark::RegisterBenchmark(name, measure, std::move(subject))
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace plumbline::benchmarks

int main(int argc, char** argv) {
    using namespace plumbline::benchmarks;  // NOLINT(google-build-using-namespace): main only
    const Setting setting = make_setting();
    // What the mock computes counts for the runner, not for the floors: they must not know our
    // code.
    add("floor_work", until_end, {"floor_work", {}});
    add("floor_line", until_line, {"floor_line", {}});
    add("mock_ready", until_line, {"plumbline-mock", {"--port", "0"}});
    add("floor_10_requests", until_end, {"floor_requests", requests(setting, "10")});
    add("runner_10_steps",
        until_end,
        {"plumbline",
         run_suite(setting, "10.arazzo.yaml", lives_suite(1, 2, contract())),
         &setting.mock});
    add("floor_500_requests", until_end, {"floor_requests", requests(setting, "500")});
    add("runner_500_steps",
        until_end,
        {"plumbline",
         run_suite(setting, "500.arazzo.yaml", lives_suite(100, 1, contract())),
         &setting.mock});
    // Their difference is what a step costs that is played, apart from the reading of its text.
    for (const auto& [name, calls] :
         {std::pair("runner_100_reads", 10), {"runner_1100_reads", 110}}) {
        add(name,
            until_end,
            {"plumbline",
             run_suite(setting,
                       (std::string(name) + ".arazzo.yaml").c_str(),
                       reads_suite(calls, contract())),
             &setting.mock});
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
