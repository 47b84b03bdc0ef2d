// Implements `plumbline init`.

#include "conformance/app/areas.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/default_profile.hpp"
#include "conformance/app/init_profile.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/reach_target.hpp"
#include "conformance/discovery/discovery.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/base/wrapped_text.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace plumbline::app {
namespace {

constexpr int kMaxInitRequests = 40;

/// Asks a person at a terminal.
class Questions {
  public:
    Questions(std::istream* answers, std::ostream& out) : answers_(answers), out_(out) {}

    /// Returns the answer, "" if there is none.
    std::string ask(const std::string& question) {
        if (answers_ == nullptr) return "";
        out_ << question << " [skip]: " << std::flush;
        std::string answer;
        std::getline(*answers_, answer);
        return std::string(trimmed(answer));
    }

  private:
    std::istream* answers_;
    std::ostream& out_;
};

/// What `plumbline init` knows of the target before it looks for more.
struct InitTarget {
    PreparedRun prepared;
    preflight::PreflightResult checks;
    int requests = 0;
    bool has_prefix = false;  ///< the control plane is below the self-hosted prefix
};

/// Makes the preflight; if the API is at another prefix, at that one.
void check_target(InitTarget& init,
                  const client::Send& send,
                  const Clock& clock,
                  std::ostream& out) {
    const auto check = [&] {
        init.checks = preflight_of(init.prepared, needs_of(init.prepared), send, clock, false);
        init.requests += init.checks.requests;
    };
    check();
    runner::Target& target = init.prepared.open.target;
    bool has_moved = false;
    for (const preflight::PreflightCheck& one : init.checks.checks) {
        if (one.found_url.empty()) continue;
        out << wrapped("",
                       printable("the " + one.area + " API is at " + one.found_url + ", not at " +
                                 target.base_urls.at(one.area)),
                       4);
        target.base_urls[one.area] = one.found_url;
        has_moved = true;
    }
    if (has_moved) check();
    init.has_prefix = target.base_urls[kControlPlane].ends_with("/api-host");
    target.unserved_areas = init.checks.unserved_areas();
}

/// Returns the graphs that the suites need by name and that may exist without a mock.
std::vector<std::string> wanted_graphs(const std::vector<runner::ScenarioNeeds>& needs) {
    constexpr std::string_view kPrefix = "graph_";
    std::set<std::string> graphs;
    for (const runner::ScenarioNeeds& one : needs) {
        for (const std::string& input : one.inputs) {
            if (!one.control && input.starts_with(kPrefix))
                graphs.insert(input.substr(kPrefix.size()));
        }
    }
    return {graphs.begin(), graphs.end()};
}

/// Asks for what completes a source, and for an assistant.
void ask_for_missing(Questions& questions, discovery::Discovery& found) {
    constexpr std::size_t kMaxQuestions = 4;
    const std::vector<std::string> missing = found.missing;
    for (std::size_t i = 0; i < std::min(missing.size(), kMaxQuestions); ++i) {
        const std::string answer = questions.ask(dotted(missing[i]));
        if (answer.empty()) break;  // the others would not complete the source
        found.complete(missing[i], answer);
    }
    constexpr const char* kAssistant = "/agent_streaming/assistant_id";
    if (found.has(kAssistant)) return;
    const std::string assistant =
        questions.ask("agent_streaming.assistant_id, which streams tokens");
    if (!assistant.empty()) found.set(kAssistant, assistant, "as answered, not tried");
}

std::string found_line(std::string_view state, const std::string& text) {
    const std::string first = fmt::format("  {:<11}  ", state);
    return wrapped(first, printable(text), first.size());
}

/// Prints what was found, by member.
void print_found(const discovery::Discovery& found, std::ostream& out) {
    for (const auto& [pointer, note] : found.notes) {
        const Json* value = find(*found.values, std::string_view(pointer));
        const std::string shown =
            value && !value->is_structured() ? ": " + to_short_text(*value) : "";
        out << found_line(value ? "found" : "open", dotted(pointer) + shown + " (" + note + ')');
    }
    if (const Json* graphs = find(*found.values, std::string_view("/agent_streaming/graphs"))) {
        std::vector<std::string> names;
        for (const auto& [name, assistant] : graphs->items()) names.push_back(name);
        out << found_line("found", "agent_streaming.graphs: " + join(names, ", "));
    }
    for (const std::string& name : found.names)
        out << found_line("open", "a name that nearly fits: " + name);
}

/// Prints how many scenarios the profile plays, what would add most, and the next command.
Result<void> print_next(const InitCommand& command, const InitTarget& init, std::ostream& out) {
    RunCommand next;
    next.target = command.out;
    next.contract = command.run.contract;
    auto prepared = prepare_run(next);
    if (!prepared) return fail(prepared.error());
    runner::Target& target = prepared->open.target;
    if (auto known = load_name_mapping(target, prepared->contract); !known) return known;
    target.unserved_areas = init.prepared.open.target.unserved_areas;
    target.found_inputs = init.checks.found_inputs;
    const preflight::ScenarioGains gains = preflight::scenario_gains(needs_of(*prepared), target);
    out << preflight::render_gains(gains);
    const bool is_default = std::filesystem::path(command.out) == kDefaultProfile;
    const std::string run =
        "plumbline run" + (is_default ? "" : " --target " + shell_quoted(command.out));
    // A comment behind a command would make its line too long.
    out << fmt::format("wrote {}\nnext: {}\n      # plays {} scenarios, writes nothing\n",
                       command.out,
                       run,
                       gains.now);
    if (gains.with_writes > gains.now)
        out << fmt::format(
            "or:   {} --allow-writes\n      # plays {}, creates and deletes deployments\n",
            run,
            gains.with_writes);
    return {};
}

/// Opens the target. Members of --set, such as `headers`, `proxy` and `credentials.oauth2`, apply
/// to the requests of this command as well: they are read from a profile beside the one to write.
Result<PreparedRun> open_with_settings(const InitCommand& command) {
    if (command.settings.empty()) return prepare_run(command.run);
    discovery::Discovery given;
    const RunCommand& run = command.run;
    for (const std::string& url :
         {run.url, run.control_plane_url, run.export_url, run.streaming_url}) {
        if (!url.empty()) given.set("/urls/all", url);
    }
    const auto settings = apply_settings(command.settings, given);
    if (!settings) return fail(settings.error());
    InitCommand connecting = command;
    connecting.out += kPartSuffix;
    auto written = write_profile(connecting, {}, given, *settings);
    connecting.run.target = connecting.out;
    auto prepared = written.and_then([&] { return prepare_run(connecting.run); });
    std::error_code ignored;
    std::filesystem::remove(connecting.out, ignored);
    return prepared;
}

/// Finds out and writes. Errors: those of each part.
Result<void> write_what_is_found(const InitCommand& command,
                                 Questions& questions,
                                 std::ostream& out,
                                 std::ostream& err) {
    auto prepared = open_with_settings(command);
    if (!prepared) return fail(prepared.error());
    print_diagnosis(prepared->loaded.diagnosis, err);
    InitTarget init{*std::move(prepared), {}};
    runner::Target& target = init.prepared.open.target;
    if (auto known = load_name_mapping(target, init.prepared.contract); !known) return known;
    SystemClock clock;
    if (auto token = open_tokens(target, clock); !token) return token;
    const auto rate = std::make_shared<runner::RateLimiter>(target.max_rate.value_or(0), clock);
    const client::Send send =
        runner::with_busy_retries(runner::with_rate_limit(recording_send(target, clock), rate),
                                  std::make_shared<runner::BusyTargetLog>(),
                                  rate,
                                  clock);
    check_target(init, send, clock, out);
    out << preflight::render_checks(target, init.checks);
    if (const auto* blocking = init.checks.blocking_check()) return fail(error_of(*blocking));
    discovery::DiscoveryOptions options;
    options.hosting = command.run.hosting;
    options.has_prefix = init.has_prefix;
    options.assistants = command.assistants;
    options.runs_assistants = !command.skips_assistants;
    if (command.assistants.empty()) {
        options.assistants = {"agent"};
        options.graphs = wanted_graphs(needs_of(init.prepared));
    }
    preflight::ProbeClient probe(target, send, kMaxInitRequests - init.requests);
    discovery::Discovery found =
        discovery::discover(target, *init.prepared.contract, options, probe);
    set_connection(command, target, found);
    const auto settings = apply_settings(command.settings, found);
    if (!settings) return fail(settings.error());
    ask_for_missing(questions, found);
    print_found(found, out);
    return write_profile(command, target, found, *settings).and_then([&] {
        return print_next(command, init, out);
    });
}

}  // namespace

int init_command(const InitCommand& command,
                 std::istream* answers,
                 std::ostream& out,
                 std::ostream& err) {
    InitCommand wanted = command;
    Questions questions(answers, out);
    if (!wanted.run.has_target()) {
        wanted.run.url = questions.ask("URL of the service");
        if (wanted.run.tenant.empty()) wanted.run.tenant = questions.ask("tenant");
    }
    if (!wanted.run.has_target()) {
        return report_setup_error(
            {ErrorCode::kUsage,
             "no service is named",
             {},
             {"plumbline init --url URL --tenant ID; the API key is in PLUMBLINE_API_KEY"}},
            err);
    }
    std::error_code ignored;
    if (!command.force && std::filesystem::exists(command.out, ignored)) {
        return report_setup_error({ErrorCode::kUsage,
                                   command.out + " exists and is not overwritten",
                                   {},
                                   {"give another file with --out, or --force"}},
                                  err);
    }
    const auto written = write_what_is_found(wanted, questions, out, err);
    if (written) return out ? kConforms : kInvalidSetup;
    return report_error(written.error(), err);
}

}  // namespace plumbline::app
