#include "benchmarks/load/app/options.hpp"

#include "benchmarks/load/app/quantity.hpp"

#include <CLI/CLI.hpp>

#include <sstream>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kDefaultStreams = 64;
constexpr int kRepetitionsOfASweep = 3;
constexpr double kDay = 86'400;
constexpr std::uint64_t kMostStreams = 1'000'000;

/// The texts of options that are more than a word; they are read once all are there.
struct Texts {
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
    const char* group = "Target (none: a mock of our own is started and stopped)";
    command.add_option("--url", target.url, "base URL of the service")->group(group);
    command
        .add_option("--api-key-env",
                    target.api_key_env,
                    "environment variable with the API key (default: PLUMBLINE_API_KEY)")
        ->group(group);
    command.add_option("--tenant", target.tenant, "workspace id, sent as X-Tenant-Id")
        ->group(group);
    command.add_option("--header", target.headers, "`Name: value`, sent with each request")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--ca-file",
                    target.ca_file,
                    "certificates (PEM) of the authorities to trust instead of the system's")
        ->check(CLI::ExistingFile)
        ->group(group);
    command
        .add_option(
            "--mock", target.mock, "program of the mock (default: plumbline-mock beside this one)")
        ->check(CLI::ExistingFile)
        ->group(group);
    command
        .add_flag("--allow-writes",
                  target.allow_writes,
                  "with --url: load with calls that create, change or delete")
        ->group(group);
}

void add_load(CLI::App& command, DriveCommand& drive, Texts& texts) {
    const char* group = "Load";
    auto* streams = command
                        .add_option("--streams",
                                    drive.streams,
                                    "closed loop: so many requests in flight, each followed by "
                                    "another (default: 64)")
                        ->check(CLI::Range(std::uint64_t{1}, kMostStreams))
                        ->group(group);
    command
        .add_option("--rate",
                    texts.rate,
                    "open loop: requests per second, e.g. 500/s; latency counts from when a "
                    "request was due")
        ->excludes(streams)
        ->group(group);
    command
        .add_flag(
            "--poisson", texts.is_poisson, "with --rate: at random intervals, as of many users")
        ->group(group);
    command.add_option("--seed", drive.seed, "of the random intervals")->group(group);
    command.add_option("--warm-up", texts.warmup, "before the window, not measured")->group(group);
    command.add_option("--duration", texts.duration, "of the window")->group(group);
    command.add_option("--drain", texts.drain, "how long answers may go on behind the window")
        ->group(group);
    command
        .add_option("--max-duration", texts.max_duration, "of one answer; a stream is left then")
        ->group(group);
    command
        .add_option("--max-in-flight",
                    drive.max_in_flight,
                    "with --rate: cap; who waits for a place does so on the clock (0: none)")
        ->group(group);
    command
        .add_flag("--sweep",
                  drive.is_sweep,
                  "double the load until the server has enough, then look for the knee")
        ->group(group);
    command.add_option("--sweep-to", texts.sweep_to, "largest load of a sweep")->group(group);
    command
        .add_option("--repetitions", drive.repetitions, "of each level (default: 1, of a sweep 3)")
        ->check(CLI::Range(1, 100))
        ->group(group);
    command
        .add_flag("!--fresh-connections", drive.reuses_connections, "a connection for each request")
        ->group(group);
    command
        .add_option("--shard",
                    texts.shard,
                    "I/N: this is machine I of N, from 1; merge puts the results together")
        ->group(group);
}

void add_judging(CLI::App& command, DriveCommand& drive, Texts& texts) {
    const char* group = "Judging (framing is always checked)";
    command
        .add_option("--json-sample",
                    texts.json_sample,
                    "part of the events whose data is read as JSON, e.g. 10%")
        ->group(group);
    command
        .add_option("--contract-sample",
                    texts.contract_sample,
                    "part of the answers that are judged by the whole contract")
        ->group(group);
    command
        .add_option("--goodput",
                    drive.goodput_text,
                    "what a good answer keeps, e.g. 'ttft <= 300ms, stall <= 50ms'")
        ->group(group);
    command
        .add_option("--fail-if",
                    texts.gates,
                    "exit code 1 if so, e.g. 'ttfc_p99 > 200ms', 'failed_share > 0.1%'")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--report-dir", drive.report_dir, "folder for result.json and report.html")
        ->group("Output");
    command.add_flag("--quiet", drive.is_quiet, "no progress")->group("Output");
}

void add_stream(CLI::App& command, DriveCommand& drive) {
    const char* group = "What is asked for";
    command
        .add_option("--modes",
                    drive.modes,
                    "stream modes, e.g. messages-tuple,values (default: messages-tuple)")
        ->delimiter(',')
        ->group(group);
    command
        .add_flag("--thread",
                  drive.on_threads,
                  "each stream on a thread of its own instead of without one")
        ->group(group);
    command
        .add_option("--assistant",
                    drive.assistant,
                    "what is run (default: flood, the mock's graph for measuring)")
        ->group(group);
    command.add_option("--input", drive.input, "its input: JSON, or @FILE")->group(group);
    command.add_option("--body", drive.body, "the whole body instead: JSON, or @FILE")
        ->group(group);
    command
        .add_option("--max-events", drive.max_events, "a stream is left after so many (0: none)")
        ->group(group);
}

void add_rest(CLI::App& command, DriveCommand& drive) {
    const char* group = "What is asked for";
    command
        .add_option(
            "operation", drive.operation, "operation id of the contract, e.g. listDeployments")
        ->required()
        ->group(group);
    command.add_option("--parameter", drive.parameters, "NAME=VALUE, of path, query or header")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--body", drive.body, "JSON, or @FILE")->group(group);
}

/// Reads one text into its place, with the option's name in front of what is wrong.
template <typename T>
void read(const char* option, Result<T> value, T& into) {
    if (!value) throw CLI::ValidationError(option, value.error().message);
    into = std::move(*value);
}

std::vector<GateCondition> gates_of(const std::vector<std::string>& texts) {
    std::vector<GateCondition> gates(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        read("--fail-if", parse_gate(texts[i]), gates[i]);
    return gates;
}

void read_texts(const Texts& texts, DriveCommand& drive) {
    read("--duration", parse_seconds(texts.duration), drive.window_s);
    read("--warm-up", parse_seconds(texts.warmup), drive.warmup_s);
    read("--drain", parse_seconds(texts.drain), drive.drain_s);
    read("--max-duration", parse_seconds(texts.max_duration), drive.max_s);
    read("--json-sample", parse_share(texts.json_sample), drive.json_sample);
    read("--contract-sample", parse_share(texts.contract_sample), drive.contract_sample);
    read("--goodput", parse_goodput(drive.goodput_text), drive.goodput);
    if (!texts.rate.empty()) read("--rate", parse_rate(texts.rate), drive.rate);
    if (!texts.sweep_to.empty()) read("--sweep-to", parse_rate(texts.sweep_to), drive.sweep_most);
    if (!texts.shard.empty()) {
        Shard shard;
        read("--shard", parse_shard(texts.shard), shard);
        drive.shard = shard.number;
        drive.shards = shard.of;
    }
    drive.gates = gates_of(texts.gates);
}

void check(const Texts& texts, DriveCommand& drive, const CLI::App& command) {
    const bool is_open = drive.rate > 0;
    if (texts.is_poisson && !is_open) throw CLI::ValidationError("--poisson", "needs --rate");
    if (drive.max_in_flight > 0 && !is_open)
        throw CLI::ValidationError("--max-in-flight", "needs --rate");
    if (!texts.sweep_to.empty() && !drive.is_sweep)
        throw CLI::ValidationError("--sweep-to", "needs --sweep");
    if (drive.window_s <= 0 || drive.window_s > kDay)
        throw CLI::ValidationError("--duration", "expected more than 0s, at most a day (86400s)");
    if (drive.max_s <= 0 || drive.max_s > kDay)
        throw CLI::ValidationError("--max-duration",
                                   "expected more than 0s, at most a day (86400s)");
    if (!drive.body.empty() &&
        (!drive.input.empty() || !drive.assistant.empty() || !drive.modes.empty()))
        throw CLI::ValidationError(
            "--body", "is all that is sent: leave out --input, --assistant and --modes");
    drive.arrival = texts.is_poisson ? Arrival::kPoisson : Arrival::kConstant;
    if (!is_open && drive.streams == 0) drive.streams = drive.is_sweep ? 1 : kDefaultStreams;
    if (drive.is_sweep && command.count("--repetitions") == 0)
        drive.repetitions = kRepetitionsOfASweep;
}

/// What the words are read into, of every subcommand.
struct Given {
    DriveCommand stream;
    DriveCommand rest;
    Texts stream_texts;
    Texts rest_texts;
    CompareCommand compare;
    MergeCommand merge;
    ReportCommand report;
    std::vector<std::string> conditions;
};

void add_drive(
    CLI::App& app, const char* name, const char* text, DriveCommand& drive, Texts& texts) {
    CLI::App* command = app.add_subcommand(name, text);
    (drive.is_stream ? add_stream : add_rest)(*command, drive);
    add_load(*command, drive, texts);
    add_judging(*command, drive, texts);
    add_target(*command, drive.target);
}

void add_offline(CLI::App& app, Given& given) {
    CLI::App* comparing = app.add_subcommand(
        "compare", "tell what is better or worse in B than in A; exit code 1 if anything is worse");
    comparing->add_option("A", given.compare.a, "result.json")->required();
    comparing->add_option("B", given.compare.b, "result.json")->required();
    CLI::App* merging = app.add_subcommand("merge", "put the results of shards together");
    merging->add_option("files", given.merge.files, "result.json of each shard")->required();
    merging
        ->add_option(
            "--report-dir", given.merge.report_dir, "folder for result.json and report.html")
        ->required();
    CLI::App* reporting = app.add_subcommand("report", "show a result again, without measuring");
    reporting->add_option("file", given.report.file, "result.json")->required();
    reporting->add_option("--html", given.report.out, "file to write the report to");
    reporting->add_option("--fail-if", given.conditions, "as of stream")->allow_extra_args(false);
}

DriveCommand finished(DriveCommand drive, const Texts& texts, const CLI::App& command) {
    read_texts(texts, drive);
    check(texts, drive, command);
    return drive;
}

/// Returns the subcommand that was given. Throws like the parser if a text in it is wrong.
Command chosen(CLI::App& app, Given& given) {
    const std::string name = app.get_subcommands().front()->get_name();
    if (name == "stream")
        return finished(given.stream, given.stream_texts, *app.get_subcommand(name));
    if (name == "rest") return finished(given.rest, given.rest_texts, *app.get_subcommand(name));
    if (name == "compare") return given.compare;
    if (name == "merge") return given.merge;
    given.report.gates = gates_of(given.conditions);
    return given.report;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments, const std::string& version) {
    CLI::App app(
        "plumbline-load: measures a service's streams and calls under load.\n"
        "docs/load.md says what the figures mean.",
        "plumbline-load");
    app.set_version_flag("--version", version);
    app.require_subcommand(1);
    Given given;
    given.rest.is_stream = false;
    add_drive(
        app, "stream", "load with agent runs that are streamed", given.stream, given.stream_texts);
    add_drive(app, "rest", "load with any operation of the contract", given.rest, given.rest_texts);
    add_offline(app, given);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        return chosen(app, given);
    } catch (const CLI::ParseError& problem) {
        std::ostringstream out;
        std::ostringstream err;
        const int code = app.exit(problem, out, err);
        return Ready{out.str() + err.str(), code == 0 ? kFine : kBroken};
    }
}

}  // namespace plumbline::load
