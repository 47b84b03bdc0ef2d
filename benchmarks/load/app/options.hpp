#pragma once
// The command line of plumbline-load, as values.

#include "benchmarks/load/drive/arrivals.hpp"
#include "benchmarks/load/result/gate.hpp"
#include "benchmarks/load/result/goodput.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::load {

/// Where the load goes and how to get in.
struct TargetOptions {
    std::string url;          ///< "": a mock of our own
    std::string api_key_env;  ///< "": PLUMBLINE_API_KEY, if it is set
    std::string tenant;
    std::vector<std::string> headers;  ///< `Name: value`
    std::string ca_file;
    std::string mock;  ///< program of the mock; "": beside this one
    bool allow_writes = false;
};

/// `plumbline-load stream` and `plumbline-load rest`.
struct DriveCommand {
    bool is_stream = true;
    TargetOptions target;

    // What is asked for: streams.
    std::vector<std::string> modes;
    bool on_threads = false;
    std::string assistant;  ///< "": flood, the mock's graph for measuring
    std::string input;      ///< JSON, or @file; "": what fits the assistant
    // What is asked for: calls.
    std::string operation;
    std::vector<std::string> parameters;  ///< name=value
    std::string body;                     ///< of either kind: JSON, or @file

    std::uint64_t streams = 0;  ///< in flight at once; 0: not a closed loop
    double rate = 0;            ///< per second; 0: not an open loop
    Arrival arrival = Arrival::kConstant;
    std::uint64_t seed = 1;
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;
    double warmup_s = 1;
    double window_s = 10;
    double drain_s = 10;
    double max_s = 60;             ///< of an answer
    std::uint64_t max_events = 0;  ///< of a stream; 0: none
    std::uint64_t max_in_flight = 0;
    bool is_sweep = false;
    double sweep_most = 0;  ///< 0: a million
    int repetitions = 1;
    bool reuses_connections = true;
    double json_sample = 0.01;
    double contract_sample = 0;
    std::string goodput_text;
    std::vector<AnswerLimit> goodput;
    std::vector<GateCondition> gates;

    std::string report_dir;
    bool is_quiet = false;
};

struct CompareCommand {
    std::string a;
    std::string b;
};

struct MergeCommand {
    std::vector<std::string> files;
    std::string report_dir;
};

struct ReportCommand {
    std::string file;
    std::string out;
    std::vector<GateCondition> gates;
};

/// The text to print at once (help, version, mistakes) and the exit code to end with.
struct Ready {
    std::string text;
    int exit_code = 0;
};

using Command = std::variant<DriveCommand, CompareCommand, MergeCommand, ReportCommand, Ready>;

/// Exit codes of the program.
enum ExitCode : int {
    kFine = 0,
    kViolated =
        1,  ///< a condition of --fail-if is met, compare found something worse, or interrupted
    kBroken = 2,  ///< usage, or a file that is none of ours
    kNothingAnswered = 3,
};

/// Reads the command line; mistakes give a Ready with exit code 2 and the mend.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& arguments,
                                         const std::string& version);

}  // namespace plumbline::load
