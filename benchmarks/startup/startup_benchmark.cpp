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

/// Measures a program from its start to its first line, and the memory that it then holds.
void until_line(benchmark::State& state, const std::string& name, const Words& arguments) {
    for (auto _ : state) {
        const auto start = Steady::now();
        auto process = Process::start(name, arguments);
        if (!process || !process->line(kPatience)) {
            state.SkipWithError((name + " did not print a line").c_str());
            break;
        }
        state.SetIterationTime(seconds_since(start));
        // A program that has ended by now holds none.
        state.counters["resident_MB"] = process->resident_megabytes().value_or(0);
    }
}

/// Measures a program from its start to its end.
void until_end(benchmark::State& state, const std::string& name, const Words& arguments) {
    for (auto _ : state) {
        const auto start = Steady::now();
        auto process = Process::start(name, arguments);
        const auto code = process ? process->wait(kPatience) : Result<int>(fail(process.error()));
        if (!code || *code != 0) {
            state.SkipWithError((name + " did not end with exit code 0").c_str());
            break;
        }
        state.SetIterationTime(seconds_since(start));
    }
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

Words run_suite(const Setting& setting, const char* name, int workflows, int lives) {
    const auto file = setting.folder / name;
    const auto contract = std::filesystem::absolute("spec/documents/control_plane.openapi.yaml");
    std::ofstream(file) << lives_suite(workflows, lives, contract);
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

void add(const char* name,
         void (*measure)(benchmark::State&, const std::string&, const Words&),
         const std::string& program_name,
         const Words& arguments) {
    benchmark::RegisterBenchmark(name, measure, program(program_name.c_str()), arguments)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace plumbline::benchmarks

int main(int argc, char** argv) {
    using namespace plumbline::benchmarks;  // NOLINT(google-build-using-namespace): main only
    const Setting setting = make_setting();
    add("floor_line", until_line, "floor_line", {});
    add("mock_ready", until_line, "plumbline-mock", {"--port", "0"});
    add("floor_10_requests", until_end, "floor_requests", requests(setting, "10"));
    add("runner_10_steps", until_end, "plumbline", run_suite(setting, "10.arazzo.yaml", 1, 2));
    add("floor_500_requests", until_end, "floor_requests", requests(setting, "500"));
    add("runner_500_steps", until_end, "plumbline", run_suite(setting, "500.arazzo.yaml", 100, 1));
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
