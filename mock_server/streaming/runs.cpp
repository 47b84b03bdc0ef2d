#include "mock_server/streaming/runs.hpp"

#include "mock_server/store/world.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

StreamModes modes_of(const Json& body) {
    StreamModes modes;
    const Json* asked = member(body, "stream_mode");
    const auto add = [&](const Json& word) {
        const auto mode = parse_stream_mode(as_string(word).value_or(""));
        if (mode) modes.insert(*mode);
    };
    if (asked && asked->is_array()) {
        for (const Json& word : *asked) add(word);
    } else if (asked) {
        add(*asked);
    }
    if (modes.empty()) modes.insert(StreamMode::kValues);
    return modes;
}

SharedJson input_of(const Json& body) {
    const Json* input = member(body, "input");
    return std::make_shared<const Json>(input ? *input : Json());
}

Reply unknown_assistant(const std::string& assistant, const Graphs& graphs) {
    std::vector<std::string> names;
    for (const auto& [name, known] : graphs) names.push_back(name);
    return detail_reply(
        404, fmt::format("no assistant \"{}\"; there are {}", assistant, join(names, ", ")));
}

/// Returns what the request says of how its run is told.
Telling telling_of(const RunOrder& order) {
    Telling telling;
    telling.thread_id = order.thread_id;
    telling.assistant_id = string_or(*order.body, "assistant_id", "");
    telling.modes = modes_of(*order.body);
    telling.with_subgraphs = bool_or(*order.body, "stream_subgraphs", false);
    telling.with_ids = !order.thread_id.empty();
    telling.start = order.time.start;
    return telling;
}

RunTerms terms_of(const RunOrder& order, const RunLimits& limits) {
    const bool is_stateless = order.thread_id.empty();
    RunTerms terms;
    terms.is_real = order.time.is_real;
    terms.time_scale = order.time.time_scale;
    terms.is_resumable = !is_stateless && bool_or(*order.body, "stream_resumable", false);
    const auto has = [&](RunFlaw flaw) { return limits.flaws.contains(flaw); };
    terms.ends_with_reader = is_stateless || has(RunFlaw::kEndsWithReader);
    terms.joins_from_start = has(RunFlaw::kJoinsFromStart);
    terms.deals_out = has(RunFlaw::kDealsOut);
    if (terms.is_resumable || terms.joins_from_start) terms.max_kept = limits.resumable_bytes;
    terms.heartbeat = limits.heartbeat;
    return terms;
}

/// At least two, or those that have ended would become more and more.
constexpr std::size_t kLooksPerStart = 4;

/// Runs draw from a sequence of their own: with that of the life's records, a thread and its run
/// would have one id.
IdSource ids_of_runs(std::uint64_t seed) {
    constexpr std::uint64_t kOwn = 0x52554E5300000000U;
    return IdSource(seed ^ kOwn);
}

}  // namespace

Runs::Runs(std::shared_ptr<const Graphs> graphs,
           std::uint64_t seed,
           RunLimits limits,
           const Clock& machine)
    : graphs_(std::move(graphs)),
      seed_(seed),
      limits_(std::move(limits)),
      machine_(&machine),
      ids_(ids_of_runs(seed)) {}

Answered<std::shared_ptr<Run>> Runs::start(const RunOrder& order) {
    const std::lock_guard lock(mutex_);
    const std::string assistant = string_or(*order.body, "assistant_id", "");
    auto graph = graph_of(assistant);
    if (!graph && has(RunFlaw::kTakesAnyGraph)) graph = graphs_->begin()->second;
    if (!graph) return tl::unexpected(unknown_assistant(assistant, *graphs_));
    auto state = state_of(order.thread_id);
    if (!state) return tl::unexpected(state.error());
    forget_ended();
    if (runs_.size() >= limits_.streams + limits_.runs) {
        Reply reply = detail_reply(
            503, fmt::format("{} runs are at work, which is the limit", limits_.streams));
        headers_of(reply).set("Retry-After", "1");
        return tl::unexpected(std::move(reply));
    }
    Telling telling = telling_of(order);
    telling.run_id = ids_.uuid();
    telling.graph = graph->name;
    telling.pairs_in_data = limits_.pairs_in_data;
    if (has(RunFlaw::kTellsSubgraphs)) telling.with_subgraphs = true;
    if (has(RunFlaw::kHidesSubgraphs)) telling.with_subgraphs = false;
    if (has(RunFlaw::kTellsValues)) telling.modes.insert(StreamMode::kValues);
    auto run = std::make_shared<Run>(
        telling,
        GraphPlay(graphs_, graph, input_of(*order.body), std::move(*state), ids_.next()),
        terms_of(order, limits_),
        *machine_);
    runs_[run->id()] = run;
    order_.push_back(run->id());
    const std::string place = place_of_state(order.thread_id);
    if (!place.empty()) last_of_thread_[place] = run;
    return run;
}

/// Returns under which name a run's state is kept: its thread's, "" for nowhere.
std::string Runs::place_of_state(const std::string& thread_id) const {
    if (thread_id.empty()) return has(RunFlaw::kKeepsStateless) ? "stateless" : "";
    return has(RunFlaw::kSharesState) ? "shared" : thread_id;
}

/// Returns what the thread's last run has left; the 422 while it is at work.
Answered<Json> Runs::state_of(const std::string& thread_id) const {
    const auto last = last_of_thread_.find(place_of_state(thread_id));
    if (last == last_of_thread_.end()) return Json(Json::object());
    const bool is_its_own = last->second->thread_id() == thread_id && !thread_id.empty();
    const bool has_ended = last->second->catch_up();
    if (has_ended || !is_its_own)
        return has(RunFlaw::kForgets) ? Json(Json::object()) : last->second->state();
    return tl::unexpected(detail_reply(
        422, fmt::format("Thread {} is busy with run {}", thread_id, last->second->id())));
}

std::shared_ptr<Run> Runs::find(const std::string& run_id, const std::string& thread_id) const {
    const std::lock_guard lock(mutex_);
    const auto found = runs_.find(run_id);
    const bool is_its = found != runs_.end() &&
                        (found->second->thread_id() == thread_id || has(RunFlaw::kFindsAnyRun));
    return is_its ? found->second : nullptr;
}

std::size_t Runs::open_gate(const std::string& gate, const std::string& run_id) {
    const std::lock_guard lock(mutex_);
    std::size_t waited = 0;
    for (const auto& [id, run] : runs_) {
        if (run_id.empty() || id == run_id) waited += run->open_gate(gate) ? 1 : 0;
    }
    return waited;
}

void Runs::clear() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, run] : runs_) run->cancel();
    runs_.clear();
    order_.clear();
    last_of_thread_.clear();
    ids_ = ids_of_runs(seed_);
}

/// An assistant is named by its graph, or by the id that it has in this workspace.
std::shared_ptr<const Graph> Runs::graph_of(const std::string& assistant) const {
    const auto named = graphs_->find(assistant);
    if (named != graphs_->end()) return named->second;
    const std::string id = to_lower(assistant);
    for (const auto& [name, graph] : *graphs_) {
        if (named_id(seed_, "assistant_" + name) == id) return graph;
    }
    return nullptr;
}

/// Looks at the oldest few of them, so that a start costs the same however many are at work. What
/// threads keep of their last run stays as long as they are.
void Runs::forget_ended() {
    const bool is_full = runs_.size() >= limits_.streams + limits_.runs;
    std::size_t looks = is_full ? order_.size() : std::min(order_.size(), kLooksPerStart);
    for (; looks > 0 && runs_.size() > limits_.runs; --looks) {
        const std::string id = std::move(order_.front());
        order_.pop_front();
        const auto found = runs_.find(id);
        if (found == runs_.end()) continue;
        if (found->second->is_over()) {
            runs_.erase(found);
        } else {
            order_.push_back(id);
        }
    }
}

}  // namespace plumbline::mock
