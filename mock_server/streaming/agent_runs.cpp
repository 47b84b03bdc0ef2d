#include "mock_server/streaming/agent_runs.hpp"

#include "mock_server/store/fixtures.hpp"
#include "mock_server/store/world.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

StreamModes stream_modes_of(const Json& body) {
    StreamModes modes;
    const Json* requested = member(body, "stream_mode");
    const auto add = [&](const Json& word) {
        const auto mode = parse_stream_mode(as_string(word).value_or(""));
        if (mode) modes.insert(*mode);
    };
    if (requested && requested->is_array()) {
        for (const Json& word : *requested) add(word);
    } else if (requested) {
        add(*requested);
    }
    if (modes.empty()) modes.insert(StreamMode::kValues);
    return modes;
}

/// Returns the first mode that the request names.
StreamModes first_of(const StreamModes& modes, const Json& body) {
    const Json* requested = member(body, "stream_mode");
    if (!requested || !requested->is_array() || requested->empty()) return modes;
    const auto first = parse_stream_mode(as_string(requested->front()).value_or(""));
    return first ? StreamModes{*first} : modes;
}

bool is_list_of_one_mode(const Json& body) {
    const Json* requested = member(body, "stream_mode");
    return requested && requested->is_array() && requested->size() == 1;
}

SharedJson input_of(const Json& body) {
    const Json* input = member(body, "input");
    return std::make_shared<const Json>(input ? *input : Json());
}

EngineResponse unknown_assistant(const std::string& assistant, const Graphs& graphs) {
    std::vector<std::string> names;
    for (const auto& [name, known] : graphs) names.push_back(name);
    return detail_response(
        404,
        fmt::format("no assistant \"{}\"; the assistants are {}", assistant, join(names, ", ")));
}

/// Changes how a run is streamed as the faults say.
void apply_faults(const RunFaults& faults, const Json& body, StreamConfig& config) {
    const auto has = [&](RunFault fault) { return faults.contains(fault); };
    config.faults = faults;
    config.names_nodes = has(RunFault::kNamesNodes);
    config.with_first_state = !has(RunFault::kOmitsFirstState);
    if (has(RunFault::kPairsInData)) config.pairs_in_data = true;
    if (has(RunFault::kStreamsSubgraphs)) config.with_subgraphs = true;
    if (has(RunFault::kSubgraphsInThreads) && !config.thread_id.empty())
        config.with_subgraphs = true;
    if (has(RunFault::kSubgraphsOfModeLists) && config.modes.size() > 1)
        config.with_subgraphs = true;
    if (has(RunFault::kHidesSubgraphs)) config.with_subgraphs = false;
    if (has(RunFault::kStreamsValues)) config.modes.insert(StreamMode::kValues);
    if (has(RunFault::kIgnoresModes)) config.modes = {StreamMode::kValues};
    if (has(RunFault::kFirstModeOnly)) config.modes = first_of(config.modes, body);
    if (has(RunFault::kListsOfOneAsUpdates) && is_list_of_one_mode(body))
        config.modes = {StreamMode::kUpdates};
}

/// Returns how a run is streamed: as the request wants it, changed by the faults.
StreamConfig stream_config_of(const RunRequest& request, const RunLimits& limits) {
    StreamConfig config;
    config.thread_id = request.thread_id;
    config.assistant_id = string_or(*request.body, "assistant_id", "");
    config.modes = stream_modes_of(*request.body);
    config.with_subgraphs = bool_or(*request.body, "stream_subgraphs", false);
    config.with_ids = !request.thread_id.empty();
    config.start = request.time.now;
    config.pairs_in_data = limits.pairs_in_data;
    apply_faults(limits.faults, *request.body, config);
    return config;
}

// Source: measured at an existing backend.
constexpr std::chrono::milliseconds kSeenStartDelay{250};
constexpr std::chrono::milliseconds kSeenEndDelay{500};

RunSettings run_settings_of(const RunRequest& request, const RunLimits& limits) {
    const bool is_stateless = request.thread_id.empty();
    RunSettings settings;
    settings.uses_real_time = request.time.uses_real_time;
    settings.time_scale = request.time.time_scale;
    settings.is_resumable = !is_stateless && bool_or(*request.body, "stream_resumable", false);
    const auto has = [&](RunFault fault) { return limits.faults.contains(fault); };
    settings.ends_with_client = is_stateless || has(RunFault::kEndsWithClient);
    settings.replays_on_join = has(RunFault::kReplaysOnJoin);
    settings.splits_events = has(RunFault::kSplitsEvents);
    if (settings.is_resumable || settings.replays_on_join)
        settings.max_buffered = limits.resumable_bytes;
    settings.empties_joins = has(RunFault::kEmptyJoins);
    settings.loses_first_reader = has(RunFault::kLosesFirstReader);
    settings.ends_with_joiner = has(RunFault::kEndsWithJoiner);
    settings.starts_joins = has(RunFault::kStartsJoins);
    settings.joins_stay_open = has(RunFault::kJoinsStayOpen);
    settings.repeats_last_step = has(RunFault::kRepeatsLastStep);
    settings.heartbeat = limits.heartbeat;
    if (has(RunFault::kStartsLate)) settings.start_delay = kSeenStartDelay;
    if (has(RunFault::kEndsLate)) settings.end_delay = kSeenEndDelay;
    return settings;
}

/// At least two: with fewer the number of ended runs would grow.
constexpr std::size_t kChecksPerStart = 4;

/// Run ids have their own sequence: with that of the records a thread and its run would get the
/// same id.
IdSource run_id_source(std::uint64_t seed) {
    constexpr std::uint64_t kOwn = 0x52554E5300000000U;
    return IdSource(seed ^ kOwn);
}

}  // namespace

AgentRuns::AgentRuns(std::shared_ptr<const Graphs> graphs,
                     std::uint64_t seed,
                     RunLimits limits,
                     const Clock& host_clock)
    : graphs_(std::move(graphs)),
      seed_(seed),
      limits_(std::move(limits)),
      host_clock_(&host_clock),
      ids_(run_id_source(seed)) {}

ValueOrResponse<std::shared_ptr<AgentRun>> AgentRuns::start(const RunRequest& request) {
    const std::lock_guard lock(mutex_);
    const std::string assistant = string_or(*request.body, "assistant_id", "");
    auto graph = find_graph(assistant);
    if (!graph && has_fault(RunFault::kAcceptsAnyGraph)) graph = graphs_->begin()->second;
    if (!graph) return tl::unexpected(unknown_assistant(assistant, *graphs_));
    if (auto refusal = refusal_by_fault(*request.body)) return tl::unexpected(std::move(*refusal));
    auto state = thread_state(request.thread_id);
    if (!state) return tl::unexpected(state.error());
    remove_finished();
    if (runs_.size() >= limits_.max_runs) {
        EngineResponse response = detail_response(
            503,
            fmt::format("{} runs are kept, which is the limit, and none has ended", runs_.size()));
        response.headers.set("Retry-After", "1");
        return tl::unexpected(std::move(response));
    }
    StreamConfig config = stream_config_of(request, limits_);
    config.run_id = ids_.uuid();
    config.graph = graph->name;
    if (has_fault(RunFault::kKeepsAssistant) && !request.thread_id.empty())
        graph = graph_of_thread_.try_emplace(request.thread_id, graph).first->second;
    auto run = std::make_shared<AgentRun>(
        config,
        GraphInterpreter(
            graphs_, graph, input_for(assistant, *request.body), std::move(*state), ids_.next()),
        run_settings_of(request, limits_),
        *host_clock_);
    runs_[run->id()] = run;
    order_.push_back(run->id());
    const std::string key = state_key(request.thread_id);
    if (!key.empty()) last_run_of_thread_[key] = run;
    return run;
}

/// Returns the input of a run, changed by the faults.
SharedJson AgentRuns::input_for(const std::string& assistant, const Json& body) {
    SharedJson input = input_of(body);
    if (has_fault(RunFault::kSharesInput))
        input = input_of_assistant_.try_emplace(assistant, input).first->second;
    if (limits_.input_changes.empty()) return input;
    Json changed(*input);
    for (const ValueChange change : limits_.input_changes) change(changed);
    return std::make_shared<const Json>(std::move(changed));
}

std::optional<EngineResponse> AgentRuns::refusal_by_fault(const Json& body) const {
    const Json* mode = member(body, "stream_mode");
    const Json* input = member(body, "input");
    const bool is_refused =
        (mode && mode->is_string() && has_fault(RunFault::kRefusesModeTexts)) ||
        (mode && mode->is_array() && has_fault(RunFault::kRefusesModeLists)) ||
        (input && !input->is_object() && has_fault(RunFault::kRefusesOtherInput));
    return is_refused ? std::optional(detail_response(422, "a value of the wrong type"))
                      : std::nullopt;
}

/// Returns the key under which a run's state is stored: its thread's id; "": not stored.
std::string AgentRuns::state_key(const std::string& thread_id) const {
    if (thread_id.empty()) return has_fault(RunFault::kKeepsStateless) ? "stateless" : "";
    return has_fault(RunFault::kSharesState) ? "shared" : thread_id;
}

/// Returns the state that the thread's last run left; 422 while that run is active.
ValueOrResponse<Json> AgentRuns::thread_state(const std::string& thread_id) const {
    const auto last = last_run_of_thread_.find(state_key(thread_id));
    if (last == last_run_of_thread_.end()) return Json(Json::object());
    const bool is_same_thread = last->second->thread_id() == thread_id && !thread_id.empty();
    const bool has_ended = last->second->advance();
    const bool is_forgotten = has_fault(RunFault::kForgetsState) ||
                              (has_fault(RunFault::kForgetsLeftRuns) && last->second->was_left());
    const bool is_busy = has_fault(RunFault::kBusyAfterFailure) && last->second->has_failed();
    if ((has_ended && !is_busy) || !is_same_thread)
        return is_forgotten ? Json(Json::object()) : last->second->state();
    return tl::unexpected(detail_response(
        422, fmt::format("Thread {} is busy with run {}", thread_id, last->second->id())));
}

std::shared_ptr<AgentRun> AgentRuns::find(const std::string& run_id,
                                          const std::string& thread_id) const {
    const std::lock_guard lock(mutex_);
    const bool is_newest = has_fault(RunFault::kJoinsNewest) && !order_.empty();
    const auto found = runs_.find(is_newest ? order_.back() : run_id);
    const bool matches = found != runs_.end() && (found->second->thread_id() == thread_id ||
                                                  is_newest || has_fault(RunFault::kFindsAnyRun));
    if (!matches) return nullptr;
    const bool is_refused = has_fault(RunFault::kRefusesLateJoins) && found->second->advance();
    return is_refused ? nullptr : found->second;
}

std::size_t AgentRuns::open_gate(const std::string& gate, const std::string& run_id) {
    const std::lock_guard lock(mutex_);
    std::size_t waiting = 0;
    for (const auto& [id, run] : runs_) {
        if (run_id.empty() || id == run_id) waiting += run->open_gate(gate) ? 1 : 0;
    }
    return waiting;
}

void AgentRuns::clear() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, run] : runs_) run->cancel();
    runs_.clear();
    order_.clear();
    last_run_of_thread_.clear();
    input_of_assistant_.clear();
    graph_of_thread_.clear();
    ids_ = run_id_source(seed_);
}

/// An assistant is identified by the name of its graph, or by its id in this workspace.
std::shared_ptr<const Graph> AgentRuns::find_graph(const std::string& assistant) const {
    const auto by_name = graphs_->find(assistant);
    if (by_name != graphs_->end()) return by_name->second;
    const std::string id = to_lower(assistant);
    for (const auto& [name, graph] : *graphs_) {
        if (named_id(seed_, "assistant_" + name) == id) return graph;
    }
    return nullptr;
}

/// Checks only the oldest few runs, so that a start costs the same with any number of runs. The
/// last run of a thread stays as long as the thread.
void AgentRuns::remove_finished() {
    const bool is_full = runs_.size() >= limits_.max_runs;
    std::size_t checks = is_full ? order_.size() : std::min(order_.size(), kChecksPerStart);
    for (; checks > 0 && runs_.size() > limits_.finished_runs; --checks) {
        const std::string id = std::move(order_.front());
        order_.pop_front();
        const auto found = runs_.find(id);
        if (found == runs_.end()) continue;
        if (found->second->is_finished_and_unread()) {
            runs_.erase(found);
        } else {
            order_.push_back(id);
        }
    }
}

}  // namespace plumbline::mock
