#include "benchmarks/load/app/options.hpp"

#include "benchmarks/load/app/quantity.hpp"
#include "spec/command_line/option_group.hpp"

#include <CLI/CLI.hpp>

#include <sstream>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kDefaultStreams = 64;
constexpr int kSweepRepetitions = 3;
constexpr double kDay = 86'400;
constexpr std::uint64_t kMaxStreams = 1'000'000;

/// The texts of options with values that need parsing; parsed after all options are known.
struct LoadOptionTexts {
    std::string duration = "10s";
    std::string warmup = "1s";
    std::string drain = "10s";
    std::string max_duration = "60s";
    std::string rate;
    std::string sweep_to;
    std::string json_sample = "1%";
    std::string contract_sample = "0%";
    std::string shard;
    std::vector<std::string> gates;
    bool is_poisson = false;
};

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

void add_load(CLI::App& command, DriveCommand& drive, LoadOptionTexts& texts) {
    OptionGroup group(command, "Load");
    auto* streams = group
                        .value("--streams",
                               drive.streams,
                               "closed loop: number of requests in flight, each followed by "
                               "the next (default: 64)")
                        .check(CLI::Range(std::uint64_t{1}, kMaxStreams));
    group
        .value("--rate",
               texts.rate,
               "open loop: requests per second, e.g. 500/s; latency is measured from the "
               "time when a request was due")
        .excludes(streams);
    group.flag(
        "--poisson", texts.is_poisson, "with --rate: random intervals, like those of many users");
    group.value("--seed", drive.load.seed, "seed of the random intervals");
    group.value("--warm-up", texts.warmup, "time before the window, not measured");
    group.value("--duration", texts.duration, "length of the window");
    group.value("--drain", texts.drain, "how long responses may continue after the window");
    group.value(
        "--max-duration", texts.max_duration, "limit for one response; streams are closed at it");
    group.value("--max-in-flight",
                drive.load.max_in_flight,
                "with --rate: maximum number of requests in flight; the latency of a request "
                "includes the wait for a free slot (0: no limit)");
    group.flag("--sweep",
               drive.is_sweep,
               "double the load until the server is saturated, then locate the saturation point");
    group.value("--sweep-to", texts.sweep_to, "largest load of a sweep");
    group.value("--repetitions", drive.repetitions, "runs of each level (default: 1, in a sweep 3)")
        .check(CLI::Range(1, 100));
    group.flag(
        "!--fresh-connections", drive.reuses_connections, "use a new connection for each request");
    group.value("--shard",
                texts.shard,
                "I/N: this is machine I of N, from 1; `merge` combines the results");
}

void add_checks(CLI::App& command, DriveCommand& drive, LoadOptionTexts& texts) {
    OptionGroup group(command, "Checks (framing is always checked)");
    group.value("--json-sample",
                texts.json_sample,
                "share of the events whose data is parsed as JSON, e.g. 10%");
    group.value("--contract-sample",
                texts.contract_sample,
                "share of the responses that are checked against the whole contract");
    group.value("--goodput",
                drive.load.goodput,
                "limits that a good response meets, e.g. 'ttft <= 300ms, stall <= 50ms'");
    group.list("--fail-if",
               texts.gates,
               "condition for exit code 1, e.g. 'ttfc_p99 > 200ms', 'failed_share > 0.1%'");
    OptionGroup output(command, "Output");
    output.value("--report-dir", drive.report_dir, "folder for result.json and report.html");
    output.flag("--quiet", drive.is_quiet, "do not show the progress");
}

void add_stream(CLI::App& command, DriveCommand& drive) {
    OptionGroup group(command, "Requests");
    group
        .value("--modes",
               drive.modes,
               "stream modes, e.g. messages-tuple,values (default: messages-tuple)")
        .delimiter(',');
    group.flag("--thread",
               drive.uses_threads,
               "run each stream on its own thread instead of without a thread");
    group.value("--assistant",
                drive.assistant,
                "assistant to run (default: flood, the mock's graph for measurements)");
    group.value("--input", drive.input, "input of the assistant: JSON, or @FILE");
    group.value("--body",
                drive.body,
                "request body that replaces --input, --assistant and --modes: JSON, or @FILE");
    group.value(
        "--max-events", drive.load.max_events, "close a stream after so many events (0: no limit)");
}

void add_rest(CLI::App& command, DriveCommand& drive) {
    OptionGroup group(command, "Requests");
    group.value("operation", drive.operation, "operation id of the contract, e.g. listDeployments")
        .required();
    group.list("--parameter", drive.parameters, "NAME=VALUE, in path, query or header");
    group.value("--body", drive.body, "request body: JSON, or @FILE");
}

/// Assigns a parsed value; an error message begins with the name of the option.
template <typename T>
void assign(const char* option, Result<T> value, T& into) {
    if (!value) throw CLI::ValidationError(option, value.error().message);
    into = std::move(*value);
}

std::vector<GateCondition> parse_gates(const std::vector<std::string>& texts) {
    std::vector<GateCondition> gates(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        assign("--fail-if", parse_gate(texts[i]), gates[i]);
    return gates;
}

void parse_texts(const LoadOptionTexts& texts, DriveCommand& drive) {
    assign("--duration", parse_seconds(texts.duration), drive.load.window_s);
    assign("--warm-up", parse_seconds(texts.warmup), drive.load.warmup_s);
    assign("--drain", parse_seconds(texts.drain), drive.load.drain_s);
    assign("--max-duration", parse_seconds(texts.max_duration), drive.load.max_response_s);
    assign("--json-sample", parse_share(texts.json_sample), drive.json_sample);
    assign("--contract-sample", parse_share(texts.contract_sample), drive.contract_sample);
    assign("--goodput", parse_goodput(drive.load.goodput), drive.goodput);
    if (!texts.rate.empty()) assign("--rate", parse_rate(texts.rate), drive.rate);
    if (!texts.sweep_to.empty()) assign("--sweep-to", parse_rate(texts.sweep_to), drive.sweep_max);
    if (!texts.shard.empty()) {
        Shard shard;
        assign("--shard", parse_shard(texts.shard), shard);
        drive.shard = shard.index;
        drive.shards = shard.count;
    }
    drive.gates = parse_gates(texts.gates);
}

void validate_options(const LoadOptionTexts& texts, DriveCommand& drive, const CLI::App& command) {
    const bool is_open = drive.rate > 0;
    if (texts.is_poisson && !is_open) throw CLI::ValidationError("--poisson", "needs --rate");
    if (drive.load.max_in_flight > 0 && !is_open)
        throw CLI::ValidationError("--max-in-flight", "needs --rate");
    if (!texts.sweep_to.empty() && !drive.is_sweep)
        throw CLI::ValidationError("--sweep-to", "needs --sweep");
    if (drive.load.window_s <= 0 || drive.load.window_s > kDay)
        throw CLI::ValidationError("--duration", "expected more than 0s, at most a day (86400s)");
    if (drive.load.max_response_s <= 0 || drive.load.max_response_s > kDay)
        throw CLI::ValidationError("--max-duration",
                                   "expected more than 0s, at most a day (86400s)");
    if (!drive.body.empty() &&
        (!drive.input.empty() || !drive.assistant.empty() || !drive.modes.empty()))
        throw CLI::ValidationError(
            "--body", "is the whole request body: omit --input, --assistant and --modes");
    drive.arrival = texts.is_poisson ? ArrivalProcess::kPoisson : ArrivalProcess::kConstant;
    if (!is_open && drive.streams == 0) drive.streams = drive.is_sweep ? 1 : kDefaultStreams;
    if (drive.is_sweep && command.count("--repetitions") == 0)
        drive.repetitions = kSweepRepetitions;
}

/// The targets of the parsed options, one for each subcommand.
struct LoadSubcommands {
    DriveCommand stream;
    DriveCommand rest;
    LoadOptionTexts stream_texts;
    LoadOptionTexts rest_texts;
    CompareCommand compare;
    MergeCommand merge;
    ReportCommand report;
    std::vector<std::string> conditions;
};

void add_drive(CLI::App& app,
               const char* name,
               const char* text,
               DriveCommand& drive,
               LoadOptionTexts& texts) {
    CLI::App* command = app.add_subcommand(name, text);
    (drive.is_stream ? add_stream : add_rest)(*command, drive);
    add_load(*command, drive, texts);
    add_checks(*command, drive, texts);
    add_target(*command, drive.target);
}

void add_offline(CLI::App& app, LoadSubcommands& parsed) {
    OptionGroup comparing(*app.add_subcommand(
        "compare",
        "report what is better or worse in B than in A; exit code 1 if anything is worse"));
    comparing.value("A", parsed.compare.a, "result.json").required();
    comparing.value("B", parsed.compare.b, "result.json").required();
    OptionGroup merging(*app.add_subcommand("merge", "combine the results of shards"));
    merging.value("files", parsed.merge.files, "result.json of each shard").required();
    merging.value("--report-dir", parsed.merge.report_dir, "folder for result.json and report.html")
        .required();
    OptionGroup reporting(*app.add_subcommand("report", "show an existing result"));
    reporting.value("file", parsed.report.file, "result.json").required();
    reporting.value("--html", parsed.report.html_file, "file to write the report to");
    reporting.list("--fail-if", parsed.conditions, "as for stream");
}

DriveCommand complete(DriveCommand drive, const LoadOptionTexts& texts, const CLI::App& command) {
    parse_texts(texts, drive);
    validate_options(texts, drive, command);
    return drive;
}

/// Returns the selected subcommand. Throws a CLI::ParseError if a value is invalid.
LoadCommand selected_command(CLI::App& app, LoadSubcommands& parsed) {
    const std::string name = app.get_subcommands().front()->get_name();
    if (name == "stream")
        return complete(parsed.stream, parsed.stream_texts, *app.get_subcommand(name));
    if (name == "rest") return complete(parsed.rest, parsed.rest_texts, *app.get_subcommand(name));
    if (name == "compare") return parsed.compare;
    if (name == "merge") return parsed.merge;
    parsed.report.gates = parse_gates(parsed.conditions);
    return parsed.report;
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
    LoadSubcommands parsed;
    parsed.rest.is_stream = false;
    add_drive(app,
              "stream",
              "generate load with streamed agent runs",
              parsed.stream,
              parsed.stream_texts);
    add_drive(app,
              "rest",
              "generate load with any operation of the contract",
              parsed.rest,
              parsed.rest_texts);
    add_offline(app, parsed);
    if (auto exit = parse_arguments(app, arguments)) return *exit;
    try {
        return selected_command(app, parsed);
    } catch (const CLI::ParseError& problem) {
        return usage_error(app, problem.what());
    }
}

}  // namespace plumbline::load
