#include "benchmarks/load/app/options.hpp"

#include "benchmarks/load/app/quantity.hpp"
#include "benchmarks/load/app/start_time.hpp"
#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

#include <limits>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kDefaultStreams = 64;
constexpr int kSweepRepetitions = 3;
constexpr double kDay = 86'400;
constexpr std::uint64_t kMaxStreams = 1'000'000;
constexpr std::uint64_t kOpenLoopThreads =
    256;  ///< with --thread, unless --max-in-flight says more

/// The targets of the parsed options. One subcommand is given, so those that share an option also
/// share its target.
struct ParsedOptions {
    DriveCommand drive;
    bool is_poisson = false;
    double gamma_shape = 0;  ///< 0: not given
    CompareCommand compare;
    MergeCommand merge;
    ReportCommand report;
    std::vector<std::string> conditions;
};

/// Parses the value of an option; an error message begins with the name of the option.
template <typename T>
T parse_value(const char* option, Result<T> (*parse)(std::string_view), const std::string& text) {
    auto value = parse(text);
    if (!value) throw CLI::ValidationError(option, value.error().message);
    return std::move(*value);
}

template <typename T>
CLI::Option& add_parsed(OptionGroup& group,
                        const char* option,
                        T& into,
                        Result<T> (*parse)(std::string_view),
                        const char* text) {
    const auto take = [option, &into, parse](const std::string& given) {
        into = parse_value(option, parse, given);
    };
    return group.text(option, take, text);
}

/// Returns what is wrong with a count, "" if it is at least 0: CLI11 reads -1 as a large one.
std::string check_sign(const std::string& text) {
    return text.starts_with('-') ? "found " + text + ", expected a number from 0" : "";
}

/// Parses `I/N` or `env`. Errors: those of host::resolve_shard.
Result<host::Shard> parse_shard(std::string_view text) {
    constexpr host::ShardFormat kFormat{std::numeric_limits<std::uint64_t>::max(),
                                        "I/N with I from 1 to N, such as 2/3"};
    return host::resolve_shard(std::string(text), kFormat, host::find_environment_value);
}

void add_target(CLI::App& command, TargetOptions& target) {
    OptionGroup group(command, "Target (default: a mock that is started and stopped)");
    group.value("--url", target.url, "base URL of the service");
    group.api_key(target.api_key_env);
    group.tenant(target.tenant);
    group.list("--header", target.headers, "`Name: value`, sent with each request");
    group.authorities(target.ca_file);
    group.file("--mock",
               target.mock,
               "program of the mock (default: plumbline-mock in the folder of this program)");
    group.flag("--allow-writes",
               target.allow_writes,
               "with --url: allow operations that create, change or delete");
}

/// Parses the shape of a gamma distribution. Errors: kSyntax.
Result<double> parse_shape(std::string_view text) {
    // Below, a burst has more requests than a level; above, intervals are even.
    constexpr double kMin = 0.01;
    constexpr double kMax = 1000;
    auto shape = parse_number(text);
    if (shape && *shape >= kMin && *shape <= kMax) return shape;
    return fail(ErrorCode::kSyntax, "expected a number from 0.01 to 1000, such as 0.25");
}

/// Adds the options of loads that are not even.
void add_variation(CLI::App& command, ParsedOptions& parsed) {
    OptionGroup group(command, "Load");
    group.flag(
        "--poisson", parsed.is_poisson, "with --rate: random intervals, like those of many users");
    add_parsed(group,
               "--gamma",
               parsed.gamma_shape,
               parse_shape,
               "with --rate: random intervals of a gamma distribution with this shape: 1 is "
               "--poisson, less makes bursts, more is more even")
        .excludes("--poisson");
    auto& stages = add_parsed(group,
                              "--stages",
                              parsed.drive.stages,
                              parse_stages,
                              "TIME:LOAD,...: a load that changes linearly, e.g. "
                              "'10s:50/s,60s:50/s,10s:0' or '10s:5,60s:50' requests in flight; all "
                              "of it is the window");
    for (const char* other : {"--rate", "--streams", "--warm-up", "--duration", "--sweep"})
        stages.excludes(other);
}

void add_load(CLI::App& command, DriveCommand& drive) {
    OptionGroup group(command, "Load");
    auto* streams = group
                        .value("--streams",
                               drive.streams,
                               "closed loop: number of requests in flight, each followed by "
                               "the next (default: 64)")
                        .check(CLI::Range(std::uint64_t{1}, kMaxStreams));
    add_parsed(group,
               "--rate",
               drive.rate,
               parse_rate,
               "open loop: requests per second, e.g. 500/s; latency is measured from the "
               "time when a request was due")
        .excludes(streams);
    LoadShape& load = drive.load;
    group.value("--seed", load.seed, "seed of the random intervals and inputs").check(check_sign);
    add_parsed(
        group, "--warm-up", load.warmup_s, parse_seconds, "time before the window, not measured");
    add_parsed(group, "--duration", load.window_s, parse_seconds, "length of the window");
    add_parsed(group,
               "--drain",
               load.drain_s,
               parse_seconds,
               "how long responses may continue after the window");
    add_parsed(group,
               "--max-duration",
               load.max_response_s,
               parse_seconds,
               "limit for one response; streams are closed at it");
    group
        .value("--max-in-flight",
               load.max_in_flight,
               "with --rate: maximum number of requests in flight; the latency of a request "
               "includes the wait for a free slot (0: no limit; with --thread 256)")
        .check(check_sign);
    group.flag("--sweep",
               drive.is_sweep,
               "double the load until the server is saturated, then locate the saturation point");
    add_parsed(group, "--sweep-to", drive.sweep_max, parse_rate, "largest load of a sweep");
    group.value("--repetitions", drive.repetitions, "runs of each level (default: 1, in a sweep 3)")
        .check(CLI::Range(1, 100));
    group.flag(
        "!--fresh-connections", drive.reuses_connections, "use a new connection for each request");
    add_parsed(group,
               "--shard",
               drive.shard,
               parse_shard,
               "I/N: this is machine I of N, from 1; env, env/N: from the variables of a Slurm job "
               "array or a Kubernetes indexed Job; `merge` combines the results");
    add_parsed(group,
               "--start-at",
               drive.start,
               parse_start,
               "when the load starts (RFC 3339), so that shards start together");
}

/// Adds the options of conditions.
void add_gates(OptionGroup& group, std::vector<std::string>& conditions, std::string& junit_file) {
    CLI::Option& condition = group.list("--fail-if",
                                        conditions,
                                        "condition for exit code 1, e.g. 'ttfc_p99 > 200ms', "
                                        "'failed_share > 0.1%'");
    group.value("--junit", junit_file, "file to write the conditions to, as JUnit XML")
        .needs(&condition);
}

void add_checks(CLI::App& command, DriveCommand& drive, std::vector<std::string>& conditions) {
    OptionGroup group(command, "Checks (framing is always checked)");
    add_parsed(group,
               "--json-sample",
               drive.json_sample,
               parse_share,
               "share of the events whose data is parsed as JSON, e.g. 10%");
    add_parsed(group,
               "--contract-sample",
               drive.contract_sample,
               parse_share,
               "share of the responses that are checked against the whole contract");
    group.value("--goodput",
                drive.load.goodput,
                "limits that a good response meets, e.g. 'ttft <= 300ms, stall <= 50ms'");
    add_gates(group, conditions, drive.junit_file);
    OptionGroup output(command, "Output");
    output.value("--report-dir", drive.report_dir, "folder for result.json and report.html");
    output.value("--records", drive.records, "file to write a line of JSON to for each request");
    output
        .value("--metrics-port",
               drive.metrics_port,
               "port of 127.0.0.1 for live figures in the Prometheus text format (0: any free one)")
        .check(CLI::Range(0, 65'535));
    output.flag("--quiet", drive.is_quiet, "do not show the progress");
}

void add_stream(CLI::App& command, DriveCommand& drive) {
    OptionGroup group(command, "Requests");
    group
        .value("--modes",
               drive.modes,
               "stream modes, e.g. messages-tuple,values (default: messages-tuple)")
        .delimiter(',');
    auto& thread = group.flag("--thread",
                              drive.uses_threads,
                              "run each stream on its own thread instead of without a thread");
    group
        .value("--turns",
               drive.load.turns,
               "with --thread: requests on a thread, one after the other, before the next thread "
               "(default: no limit)")
        .check(CLI::Range(1, 1'000'000))
        ->needs(&thread);
    add_parsed(group,
               "--think-time",
               drive.load.think_s,
               parse_seconds,
               "closed loop: mean of the random time between a response and the next request");
    group
        .flag("--join",
              drive.joins,
              "start one run in the background; each request joins it, and with --max-events "
              "leaves it")
        .excludes(&thread);
    group.value("--assistant",
                drive.assistant,
                "assistant to run (default: flood, the mock's graph for measurements)");
    auto& input = group.value("--input", drive.input, "input of the assistant: JSON, or @FILE");
    group
        .value("--inputs",
               drive.inputs,
               "file with a line {\"input\": JSON, \"weight\": NUMBER} per input; each request has "
               "one by chance (--seed)")
        .excludes(&input);
    group.value("--body",
                drive.body,
                "request body that replaces --input, --assistant and --modes: JSON, or @FILE");
    group
        .value("--max-events",
               drive.load.max_events,
               "close a stream after so many events (0: no limit)")
        .check(check_sign);
}

void add_rest(CLI::App& command, DriveCommand& drive) {
    OptionGroup group(command, "Requests");
    group.value("operation", drive.operation, "operation id of the contract, e.g. listDeployments")
        .required();
    group.list("--parameter", drive.parameters, "NAME=VALUE, in path, query or header");
    group.value("--body", drive.body, "request body: JSON, or @FILE");
}

void add_drive(CLI::App& command, ParsedOptions& parsed) {
    add_load(command, parsed.drive);
    add_variation(command, parsed);
    add_checks(command, parsed.drive, parsed.conditions);
    add_target(command, parsed.drive.target);
}

void add_offline(CLI::App& app, ParsedOptions& parsed) {
    OptionGroup comparing(*app.add_subcommand(
        "compare",
        "report what is better or worse in B than in A; exit code 1 if anything is worse"));
    comparing.value("A", parsed.compare.a, "result.json").required();
    comparing.value("B", parsed.compare.b, "result.json").required();
    comparing.value("--html", parsed.compare.html_file, "file to write the comparison to");
    OptionGroup merging(*app.add_subcommand("merge", "combine the results of shards"));
    merging.value("files", parsed.merge.files, "result.json of each shard").required();
    merging.value("--report-dir", parsed.merge.report_dir, "folder for result.json and report.html")
        .required();
    merging.flag("--partial",
                 parsed.merge.is_partial,
                 "also if shards are missing: the result is that of a smaller load");
    OptionGroup reporting(*app.add_subcommand("report", "show an existing result"));
    reporting.value("file", parsed.report.file, "result.json").required();
    reporting.value("--html", parsed.report.html_file, "file to write the report to");
    add_gates(reporting, parsed.conditions, parsed.report.junit_file);
}

/// Throws a CLI::ParseError for a time beyond the range of its option.
void check_times(const LoadShape& load) {
    // So that no time is rounded to 0, and none overflows as a number of nanoseconds.
    constexpr double kMinPause = 1e-6;
    constexpr double kMinWindow = 1e-3;
    const auto is_pause = [](double s) { return s == 0 || (s >= kMinPause && s <= kDay); };
    const auto is_window = [](double s) { return s >= kMinWindow && s <= kDay; };
    constexpr const char* kExpectedPause = "expected 0s, or 1us to a day (86400s)";
    constexpr const char* kExpectedWindow = "expected 1ms to a day (86400s)";
    const struct {
        bool is_valid;
        const char* option;
        const char* message;
    } checks[] = {{is_pause(load.warmup_s), "--warm-up", kExpectedPause},
                  {is_pause(load.drain_s), "--drain", kExpectedPause},
                  {is_pause(load.think_s), "--think-time", kExpectedPause},
                  {is_window(load.window_s), "--duration", kExpectedWindow},
                  {is_window(load.max_response_s), "--max-duration", kExpectedWindow}};
    for (const auto& check : checks) {
        if (!check.is_valid) throw CLI::ValidationError(check.option, check.message);
    }
}

/// Throws a CLI::ParseError for values that are invalid alone or together.
void check_combinations(const ParsedOptions& parsed) {
    const DriveCommand& drive = parsed.drive;
    const bool is_open = drive.rate > 0 || drive.stages.is_rate;
    const double first_load = is_open ? drive.rate : static_cast<double>(drive.streams);
    const bool has_parts_of_body = !drive.input.empty() || !drive.inputs.empty() ||
                                   !drive.assistant.empty() || !drive.modes.empty();
    const struct {
        bool is_invalid;
        const char* option;
        const char* message;
    } checks[] = {{parsed.is_poisson && !is_open, "--poisson", "needs --rate"},
                  {parsed.gamma_shape > 0 && !is_open, "--gamma", "needs --rate"},
                  {drive.load.max_in_flight > 0 && !is_open, "--max-in-flight", "needs --rate"},
                  {drive.load.think_s > 0 && is_open, "--think-time", "needs --streams"},
                  {drive.load.turns > 0 && is_open, "--turns", "needs --streams"},
                  {drive.uses_threads && drive.is_sweep,
                   "--thread",
                   "not with --sweep: its levels would share threads; run levels with --streams"},
                  {drive.joins && !drive.inputs.empty(), "--join", "has one run: use --input"},
                  {drive.sweep_max > 0 && !drive.is_sweep, "--sweep-to", "needs --sweep"},
                  {drive.sweep_max > 0 && drive.sweep_max < first_load,
                   "--sweep-to",
                   "expected at least the first load, that of --rate or --streams"},
                  {!drive.body.empty() && has_parts_of_body,
                   "--body",
                   "is the whole request body: omit --input, --inputs, --assistant and --modes"}};
    for (const auto& check : checks) {
        if (check.is_invalid) throw CLI::ValidationError(check.option, check.message);
    }
}

/// Sets the members that describe the load as a whole.
void apply_stages(DriveCommand& drive) {
    const std::vector<LoadStage>& stages = drive.stages.stages;
    drive.load.stages = drive.stages.text;
    drive.load.window_s = std::chrono::duration<double>(length_of(stages)).count();
    drive.load.warmup_s = 0;
    if (drive.stages.is_rate) {
        drive.rate = sum_of(stages) / drive.load.window_s;
        return;
    }
    double largest = 0;
    for (const LoadStage& stage : stages) largest = std::max(largest, stage.target);
    drive.streams = static_cast<std::uint64_t>(largest);
}

DriveCommand complete_drive(const ParsedOptions& parsed, const CLI::App& command) {
    check_times(parsed.drive.load);
    check_combinations(parsed);
    DriveCommand drive = parsed.drive;
    if (!drive.stages.stages.empty()) apply_stages(drive);
    drive.is_stream = command.get_name() == "stream";
    drive.goodput = parse_value("--goodput", parse_goodput, drive.load.goodput);
    drive.arrival = parsed.gamma_shape > 0 ? ArrivalProcess::kGamma
                    : parsed.is_poisson    ? ArrivalProcess::kPoisson
                                           : ArrivalProcess::kConstant;
    if (parsed.gamma_shape > 0) drive.shape = parsed.gamma_shape;
    if (drive.rate == 0 && drive.streams == 0) drive.streams = drive.is_sweep ? 1 : kDefaultStreams;
    // Each thread has one request at a time, so the threads limit the requests in flight.
    if (drive.uses_threads && drive.rate > 0 && drive.load.max_in_flight == 0)
        drive.load.max_in_flight = kOpenLoopThreads;
    if (drive.is_sweep && command.count("--repetitions") == 0)
        drive.repetitions = kSweepRepetitions;
    return drive;
}

/// Returns the selected subcommand. Throws a CLI::ParseError if a value is invalid.
LoadCommand selected_command(const CLI::App& app, ParsedOptions& parsed) {
    const CLI::App& selected = *app.get_subcommands().front();
    if (selected.get_name() == "compare") return parsed.compare;
    if (selected.get_name() == "merge") return parsed.merge;
    std::vector<GateCondition> gates;
    for (const std::string& text : parsed.conditions)
        gates.push_back(parse_value("--fail-if", parse_gate, text));
    parsed.report.gates = parsed.drive.gates = std::move(gates);
    if (selected.get_name() == "report") return parsed.report;
    return complete_drive(parsed, selected);
}

}  // namespace

LoadCommand parse_command_line(const std::vector<std::string>& arguments,
                               const std::string& version) {
    CLI::App app(
        "plumbline-load: measures a service's streams and calls under load.\n"
        "docs/load.md explains the figures.",
        "plumbline-load");
    app.set_version_flag("--version", version);
    app.require_subcommand(1);
    ParsedOptions parsed;
    CLI::App& stream = *app.add_subcommand("stream", "generate load with streamed agent runs");
    add_stream(stream, parsed.drive);
    add_drive(stream, parsed);
    CLI::App& rest =
        *app.add_subcommand("rest", "generate load with any operation of the contract");
    add_rest(rest, parsed.drive);
    add_drive(rest, parsed);
    add_offline(app, parsed);
    if (auto exit = parse_arguments(app, arguments)) return *exit;
    try {
        return selected_command(app, parsed);
    } catch (const CLI::ParseError& problem) {
        return usage_error(app, problem.what());
    }
}

}  // namespace plumbline::load
