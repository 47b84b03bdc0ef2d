#include "mock_server/streaming/agent_run.hpp"

#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/sse/encoder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plumbline::mock {
namespace {

/// Limits the instructions that are executed without a pause: a graph that never emits anything
/// must not block its worker.
constexpr std::size_t kInstructionsPerTurn = 250;

}  // namespace

/// The position of one client in the stream. The run's mutex guards it.
class AgentRun::RunReader final : public ResponseStream {
  public:
    RunReader(std::shared_ptr<AgentRun> run, std::uint64_t first)
        : next_index(first), run_(std::move(run)) {}
    ~RunReader() override { run_->remove_reader(*this); }

    PullResult pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        return run_->pull(*this, buffer, enough, now);
    }
    void on_wake(std::function<void()> call) override {
        const std::lock_guard lock(run_->mutex_);
        wake = std::move(call);
    }

    std::uint64_t next_index;  ///< index of the next event
    std::function<void()> wake;
    Instant silent_since{};
    bool has_missed_events = false;  ///< the next event was already dropped from the buffer
    bool is_over = false;            ///< by a fault: it ends before the run
    bool needs_start = false;        ///< it has a first chunk of its own
    bool stays_open = false;         ///< by a fault: it does not end with the run

  private:
    std::shared_ptr<AgentRun> run_;
};

AgentRun::AgentRun(StreamConfig config,
                   GraphInterpreter interpreter,
                   RunSettings settings,
                   const Clock& host_clock)
    : settings_(settings),
      host_clock_(&host_clock),
      started_(host_clock.now()),
      next_due_(started_ + settings.start_delay),
      interpreter_(std::move(interpreter)),
      emitter_(std::move(config), [this](std::string_view event) { on_event(event); }) {}

AgentRun::~AgentRun() = default;

std::shared_ptr<ResponseStream> AgentRun::stream_from_start() {
    return stream_from(0, false);
}

std::shared_ptr<ResponseStream> AgentRun::join(const std::optional<std::string>& last_event_id) {
    std::uint64_t index = 0;
    {
        const std::lock_guard lock(mutex_);
        // Without readers the run must still advance up to now; with readers they advance it.
        if (readers_.empty()) produce(settings_.max_buffered, host_clock_->now());
        trim();
        index = end_index();
        const auto parsed = parse_json(settings_.is_resumable ? last_event_id.value_or("") : "");
        const auto last = parsed ? as_integer(*parsed) : std::nullopt;
        if (settings_.replays_on_join) index = first_index_;
        if (last && *last >= -1)
            index = std::clamp(static_cast<std::uint64_t>(*last + 1), first_index_, end_index());
    }
    return stream_from(index, true);
}

std::shared_ptr<ResponseStream> AgentRun::stream_from(std::uint64_t index, bool is_join) {
    auto reader = std::make_shared<RunReader>(shared_from_this(), index);
    reader->is_over = is_join && settings_.empties_joins;
    reader->needs_start = is_join && settings_.starts_joins;
    reader->stays_open = is_join && settings_.joins_stay_open;
    const std::lock_guard lock(mutex_);
    if (settings_.loses_first_reader && !readers_.empty()) {
        readers_.front()->is_over = true;
        wake_readers();
    }
    readers_.push_back(reader.get());
    return reader;
}

bool AgentRun::advance() {
    const std::lock_guard lock(mutex_);
    produce(settings_.max_buffered, host_clock_->now());
    trim();
    return has_ended_;
}

bool AgentRun::is_finished_and_unread() {
    {
        const std::lock_guard lock(mutex_);
        if (!readers_.empty()) return false;
    }
    return advance();
}

bool AgentRun::open_gate(const std::string& gate) {
    const std::lock_guard lock(mutex_);
    open_gates_.insert(gate);
    if (waiting_gate_ != gate) return false;
    waiting_gate_.clear();
    wake_readers();
    return true;
}

void AgentRun::cancel() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    wake_readers();
}

Json AgentRun::state() {
    const std::lock_guard lock(mutex_);
    return settings_.repeats_last_step ? interpreter_.state_with_last_step_twice()
                                       : interpreter_.state();
}

bool AgentRun::has_failed() {
    const std::lock_guard lock(mutex_);
    return emitter_.has_failed();
}

bool AgentRun::was_left() {
    const std::lock_guard lock(mutex_);
    return was_left_;
}

/// Readers use steady time: an event that is due at a time of the host's clock is due at the same
/// time of theirs.
PullResult AgentRun::pull(RunReader& reader,
                          StreamBuffer& buffer,
                          std::size_t enough,
                          SteadyTime steady) {
    const std::lock_guard lock(mutex_);
    const Instant now = host_clock_->at(steady);
    // A connection reads its time before it acts, so the time may be earlier than the start of the
    // run.
    PullResult flow = deliver(reader, buffer, enough, std::max(now, started_));
    if (flow.next == PullResult::StreamNext::kLater)
        flow.due -= now.time_since_epoch() - steady.time_since_epoch();
    return flow;
}

PullResult AgentRun::deliver(RunReader& reader,
                             StreamBuffer& buffer,
                             std::size_t enough,
                             Instant now) {
    if (reader.is_over) return {PullResult::StreamNext::kEnd};
    if (reader.needs_start) {
        std::string start;
        emitter_.emit_metadata_to(start);
        buffer.add(start);
        reader.needs_start = false;
        return {PullResult::StreamNext::kMore};
    }
    if (reader.silent_since == Instant{}) reader.silent_since = now;
    copy_events(reader, buffer, enough);
    if (buffer.size() < enough && reader.next_index == end_index()) {
        trim();
        const bool is_only_reader = readers_.size() == 1 && !stores_events();
        if (is_only_reader) direct_ = {&reader, &buffer, enough};
        produce(enough - buffer.size(), now);
        direct_ = {};
        copy_events(reader, buffer, enough);
    }
    trim();
    if (reader.has_missed_events) return {PullResult::StreamNext::kTruncate};
    if (buffer.size() > 0) reader.silent_since = now;
    if (reader.next_index < end_index()) return {PullResult::StreamNext::kMore};
    // Without a gate the joins of many scenarios would wait for their deadlines.
    const bool stays_open = reader.stays_open && !open_gates_.empty();
    if (has_ended_ && !stays_open) return {PullResult::StreamNext::kEnd};
    if (!has_ended_ && waiting_gate_.empty() && next_due_ <= now)
        return {PullResult::StreamNext::kMore};
    const Instant heartbeat = add_heartbeat(reader, buffer, now);
    const bool has_due = !has_ended_ && waiting_gate_.empty();
    const Instant next = has_due ? std::min(next_due_, heartbeat) : heartbeat;
    return {PullResult::StreamNext::kLater, SteadyTime(next.time_since_epoch())};
}

Instant AgentRun::add_heartbeat(RunReader& reader, StreamBuffer& buffer, Instant now) const {
    if (now - reader.silent_since >= settings_.heartbeat) {
        std::string comment;
        sse::append_comment(comment, "hb");
        buffer.add(comment);
        reader.silent_since = now;
    }
    return reader.silent_since + settings_.heartbeat;
}

void AgentRun::on_event(std::string_view event) {
    produced_bytes_ += event.size();
    if (direct_.reader && events_.empty() && direct_.buffer->size() < direct_.enough) {
        direct_.buffer->add(event);
        ++direct_.reader->next_index;
        ++first_index_;
        return;
    }
    buffered_bytes_ += event.size();
    events_.emplace_back(event);
}

void AgentRun::copy_events(RunReader& reader, StreamBuffer& buffer, std::size_t enough) const {
    while (reader.next_index < end_index() && buffer.size() < enough) {
        const std::uint64_t index = reader.next_index++;
        const std::size_t turn = index % std::max<std::size_t>(readers_.size(), 1);
        if (!settings_.splits_events || readers_[turn] == &reader)
            buffer.add(events_[static_cast<std::size_t>(index - first_index_)]);
    }
}

/// Executes the graph's due instructions until about `enough` bytes are produced.
void AgentRun::produce(std::size_t enough, Instant now) {
    const std::size_t before = produced_bytes_;
    for (std::size_t executed = 0;
         executed < kInstructionsPerTurn && produced_bytes_ - before < enough;
         ++executed) {
        if (has_ended_ || !waiting_gate_.empty() || next_due_ > now) break;
        apply_wait(interpreter_.execute_next(emitter_));
    }
}

void AgentRun::apply_wait(const GraphWait& wait) {
    if (const auto* workspace = std::get_if<WorkspaceTimeWait>(&wait)) {
        // On virtual time all events between two gates are produced together.
        if (!settings_.uses_real_time) return;
        const std::chrono::duration<double, std::nano> scaled =
            workspace->time / settings_.time_scale;
        next_due_ += std::chrono::duration_cast<Duration>(scaled);
    } else if (const auto* real = std::get_if<RealTimeWait>(&wait)) {
        next_due_ += real->time;
    } else if (const auto* gate = std::get_if<GateWait>(&wait)) {
        if (!open_gates_.contains(*gate->gate)) waiting_gate_ = *gate->gate;
    } else if (std::holds_alternative<RunEnd>(wait)) {
        has_ended_ = waits_for_end_ || settings_.end_delay.count() == 0;
        waits_for_end_ = true;
        next_due_ += settings_.end_delay;
    }
}

/// Drops the events that no reader still needs.
void AgentRun::trim() {
    std::uint64_t wanted = stores_events() ? first_index_ : end_index();
    for (const RunReader* reader : readers_) wanted = std::min(wanted, reader->next_index);
    while (!events_.empty() &&
           (first_index_ < wanted || buffered_bytes_ > settings_.max_buffered)) {
        // Keeps the newest event, however large it is, for the readers that have not received it.
        if (first_index_ >= wanted && events_.size() == 1) break;
        buffered_bytes_ -= events_.front().size();
        events_.pop_front();
        ++first_index_;
    }
    for (RunReader* reader : readers_) {
        if (reader->next_index >= first_index_) continue;
        reader->has_missed_events = true;
        reader->next_index = first_index_;
        if (reader->wake) reader->wake();
    }
}

void AgentRun::remove_reader(const RunReader& reader) {
    const std::lock_guard lock(mutex_);
    std::erase(readers_, &reader);
    was_left_ |= !has_ended_;
    if (readers_.empty() && settings_.ends_with_client) has_ended_ = true;
    if (settings_.ends_with_joiner) {
        has_ended_ = true;
        wake_readers();
    }
    trim();
}

void AgentRun::wake_readers() {
    for (const RunReader* reader : readers_) {
        if (reader->wake) reader->wake();
    }
}

}  // namespace plumbline::mock
