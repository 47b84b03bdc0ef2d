#pragma once
// The parsed command line of plumbline-load.

#include "benchmarks/load/app/stages_option.hpp"
#include "benchmarks/load/drive/drive.hpp"
#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/result.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/clock.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::load {

/// The target of the load and the access to it.
struct TargetOptions {
    std::string url;          ///< empty for a mock that this program starts
    std::string api_key_env;  ///< environment variable; if empty, PLUMBLINE_API_KEY, if it is set
    std::string tenant;
    std::vector<std::string> headers;  ///< `Name: value`
    std::string ca_file;
    std::string mock;  ///< program of the mock; if empty, the one beside this program
    bool allow_writes = false;
};

/// `plumbline-load stream` and `plumbline-load rest`.
struct DriveCommand {
    bool is_stream = true;
    TargetOptions target;

    // Requests of streams.
    std::vector<std::string> modes;
    bool uses_threads = false;
    bool joins = false;     ///< requests join one run that is started before
    std::string assistant;  ///< if empty, `flood`, the mock's graph for measurements
    std::string input;      ///< JSON, or @file; if empty, a default for the assistant
    std::string inputs;     ///< file with an input per line; empty: all requests have `input`
    // Requests of `rest`.
    std::string operation;
    std::vector<std::string> parameters;  ///< name=value
    std::string body;                     ///< body of requests of both subcommands: JSON, or @file

    std::uint64_t streams = 0;  ///< closed loop: requests in flight; 0 for an open loop
    double rate = 0;            ///< open loop: requests per second; 0 for a closed loop
    ArrivalProcess arrival = ArrivalProcess::kConstant;
    double shape = 1;   ///< of gamma intervals
    StagePlan stages;   ///< if not empty, `rate` is their mean, or `streams` their largest load
    host::Shard shard;  ///< the machine of those that generate the load together
    Instant start{};    ///< when the load starts; the default is at once
    LoadShape load{.seed = 1, .warmup_s = 1, .window_s = 10, .drain_s = 10, .max_response_s = 60};
    bool is_sweep = false;
    double sweep_max = 0;  ///< maximum load of a sweep; 0 means a million
    int repetitions = 1;
    bool reuses_connections = true;
    double json_sample = 0.01;
    double contract_sample = 0;
    std::vector<ResponseLimit> goodput;
    std::vector<GateCondition> gates;
    std::string junit_file;  ///< where the outcome of the gates is written; empty: nowhere

    std::string report_dir;
    std::string records;              ///< file with a line for each request; empty: none
    std::optional<int> metrics_port;  ///< of loopback, for live figures; 0: any free one
    bool is_quiet = false;
};

struct CompareCommand {
    std::string a;
    std::string b;
    std::string html_file;
};

struct MergeCommand {
    std::vector<std::string> files;
    std::string report_dir;
    bool is_partial = false;  ///< shards may be missing
};

struct ReportCommand {
    std::string file;
    std::string html_file;
    std::vector<GateCondition> gates;
    std::string junit_file;
};

using LoadCommand =
    std::variant<DriveCommand, CompareCommand, MergeCommand, ReportCommand, CommandLineExit>;

/// Exit codes of the program.
enum LoadExitCode : int {
    kSuccess = 0,
    kViolated = 1,  ///< a condition of --fail-if is met, or compare found something worse
    /// Invalid usage, an unreadable file, output that cannot be written, or a target that refuses
    /// to create what the load needs.
    kError = 2,
    kNoResponse = 3,
    kInterruptedRun = 130,  ///< SIGINT, SIGTERM or SIGHUP
};

/// Parses the command line; an error returns a CommandLineExit with exit code 2 and a hint how to
/// fix it.
[[nodiscard]] LoadCommand parse_command_line(const std::vector<std::string>& arguments,
                                             const std::string& version);

}  // namespace plumbline::load
