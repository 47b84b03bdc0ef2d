#include "mock_server/streaming/run.hpp"

#include "mock_server/validation/parameters.hpp"
#include "spec/base/prefetch.hpp"
#include "spec/sse/encoder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plumbline::mock {
namespace {

/// Deeds at one go: a graph that never says anything must not hold its worker.
constexpr std::size_t kDeedsPerTurn = 250;

/// As long as it is there, a listener takes what is told.
template <typename Listener>
class Listening {
  public:
    Listening(Listener& place, Listener listener) : place_(place) { place_ = listener; }
    ~Listening() { place_ = {}; }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

  private:
    Listener& place_;
};

}  // namespace

/// Where one client is in the stream. The run's mutex guards it.
class Run::Reader final : public Stream {
  public:
    Reader(std::shared_ptr<Run> run, std::uint64_t first) : place(first), run_(std::move(run)) {}
    ~Reader() override { run_->leave(*this); }

    Flow pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        return run_->pull(*this, buffer, enough, now);
    }
    void expect_pull() override { run_->expect_pull(); }
    void on_wake(std::function<void()> call) override {
        const std::lock_guard lock(run_->mutex_);
        wake = std::move(call);
    }

    std::uint64_t place;  ///< number of the event that is next
    std::function<void()> wake;
    Instant silent_since{};
    bool is_left_behind = false;  ///< what comes next is not kept any more

  private:
    std::shared_ptr<Run> run_;
};

Run::Run(Telling telling, GraphPlay play, RunTerms terms, const Clock& machine)
    : terms_(terms),
      machine_(&machine),
      begun_(machine.now()),
      due_(begun_),
      play_(std::move(play)),
      teller_(std::move(telling), [this](Parts event) { hear(event); }) {}

Run::~Run() = default;

std::shared_ptr<Stream> Run::open() {
    return read_from(0);
}

std::shared_ptr<Stream> Run::join(std::optional<std::string> last_event_id) {
    std::uint64_t place = 0;
    {
        const std::lock_guard lock(mutex_);
        // What nobody has listened to is past all the same; else the readers move the run on.
        if (readers_.empty()) produce(terms_.max_kept, machine_->now());
        trim();
        place = end();
        const auto last =
            last_event_id && terms_.is_resumable ? integer_in(*last_event_id) : std::nullopt;
        if (terms_.joins_from_start) place = first_;
        if (last && *last >= -1)
            place = std::clamp(static_cast<std::uint64_t>(*last + 1), first_, end());
    }
    return read_from(place);
}

std::shared_ptr<Stream> Run::read_from(std::uint64_t place) {
    auto reader = std::make_shared<Reader>(shared_from_this(), place);
    const std::lock_guard lock(mutex_);
    readers_.push_back(reader.get());
    return reader;
}

bool Run::catch_up() {
    const std::lock_guard lock(mutex_);
    produce(terms_.max_kept, machine_->now());
    trim();
    return has_ended_;
}

bool Run::is_over() {
    {
        const std::lock_guard lock(mutex_);
        if (!readers_.empty()) return false;
    }
    return catch_up();
}

bool Run::open_gate(const std::string& gate) {
    const std::lock_guard lock(mutex_);
    open_gates_.insert(gate);
    if (waits_at_ != gate) return false;
    waits_at_.clear();
    wake_all();
    return true;
}

void Run::cancel() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    wake_all();
}

Json Run::state() {
    const std::lock_guard lock(mutex_);
    return play_.state();
}

void Run::expect_pull() {
    prefetch(*this);
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock) play_.expect_next();
}

/// Readers have steady time: what is due at a point of the machine's is due at that point of
/// theirs.
Flow Run::pull(Reader& reader, StreamBuffer& buffer, std::size_t enough, SteadyTime steady) {
    const std::lock_guard lock(mutex_);
    const Instant now = machine_->at(steady);
    // A connection looks at its time before it acts, so it may be from before the run.
    Flow flow = tell(reader, buffer, enough, std::max(now, begun_));
    if (flow.next == Flow::Next::kLater)
        flow.due -= now.time_since_epoch() - steady.time_since_epoch();
    return flow;
}

Flow Run::tell(Reader& reader, StreamBuffer& buffer, std::size_t enough, Instant now) {
    if (reader.silent_since == Instant{}) reader.silent_since = now;
    copy(reader, buffer, enough);
    if (buffer.size() < enough && reader.place == end()) {
        if (is_alone(reader)) {
            const Listening listening(listener_, Listener{&buffer, enough});
            produce(enough - buffer.size(), now);
            reader.place = first_;
        } else {
            produce(enough - buffer.size(), now);
        }
        copy(reader, buffer, enough);
    }
    trim();
    if (reader.is_left_behind) return {Flow::Next::kCut};
    if (buffer.size() > 0) reader.silent_since = now;
    if (reader.place < end()) return {Flow::Next::kMore};
    if (has_ended_) return {Flow::Next::kEnd};
    if (waits_at_.empty() && due_ <= now) return {Flow::Next::kMore};
    if (now - reader.silent_since >= terms_.heartbeat) {
        std::string comment;
        sse::append_comment(comment, "hb");
        buffer.add(comment);
        reader.silent_since = now;
    }
    const Instant heartbeat = reader.silent_since + terms_.heartbeat;
    const Instant next = waits_at_.empty() ? std::min(due_, heartbeat) : heartbeat;
    return {Flow::Next::kLater, SteadyTime(next.time_since_epoch())};
}

/// Says whether what is told goes to this reader and nowhere else: then nothing has to be kept.
bool Run::is_alone(const Reader& reader) const {
    const bool is_kept = terms_.is_resumable || terms_.joins_from_start || terms_.deals_out;
    return !is_kept && events_.empty() && readers_.size() == 1 && readers_.front() == &reader;
}

void Run::hear(Parts event) {
    for (const std::string_view part : event) told_ += part.size();
    if (listener_.takes_more() && events_.empty()) {
        listener_.buffer->add(event);
        ++first_;
    } else {
        events_.push_back(joined(event));
        kept_ += events_.back().size();
    }
}

void Run::copy(Reader& reader, StreamBuffer& buffer, std::size_t enough) const {
    while (reader.place < end() && buffer.size() < enough) {
        const std::uint64_t place = reader.place++;
        const std::size_t turn = place % std::max<std::size_t>(readers_.size(), 1);
        if (!terms_.deals_out || readers_[turn] == &reader)
            buffer.add(events_[static_cast<std::size_t>(place - first_)]);
    }
}

/// Lets the graph do what is due, until about `enough` bytes are told.
void Run::produce(std::size_t enough, Instant now) {
    const std::size_t before = told_;
    for (std::size_t deeds = 0; deeds < kDeedsPerTurn && told_ - before < enough; ++deeds) {
        // With its framing an event is larger: what the only reader has no room for would be kept.
        if (listener_.is_full()) break;
        if (has_ended_ || !waits_at_.empty() || due_ > now) break;
        take(play_.next(teller_));
    }
}

void Run::take(const Beat& beat) {
    switch (beat.kind) {
        case Beat::Kind::kNone:
            break;
        case Beat::Kind::kPace:
            // On virtual time what is told between two gates comes at once.
            if (terms_.is_real) {
                due_ +=
                    std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::nano>(
                        static_cast<double>(beat.time.count()) / terms_.time_scale));
            }
            break;
        case Beat::Kind::kPause:
            due_ += beat.time;
            break;
        case Beat::Kind::kGate:
            if (!open_gates_.contains(*beat.gate)) waits_at_ = *beat.gate;
            break;
        case Beat::Kind::kEnd:
            has_ended_ = true;
            break;
    }
}

/// Forgets what nobody is to read any more.
void Run::trim() {
    const bool is_kept = terms_.is_resumable || terms_.joins_from_start;
    std::uint64_t wanted = is_kept ? first_ : end();
    for (const Reader* reader : readers_) wanted = std::min(wanted, reader->place);
    while (!events_.empty() && (first_ < wanted || kept_ > terms_.max_kept)) {
        // The one just told stays for those who have not had it, however large it is.
        if (first_ >= wanted && events_.size() == 1) break;
        kept_ -= events_.front().size();
        events_.pop_front();
        ++first_;
    }
    for (Reader* reader : readers_) {
        if (reader->place >= first_) continue;
        reader->is_left_behind = true;
        reader->place = first_;
        if (reader->wake) reader->wake();
    }
}

void Run::leave(const Reader& reader) {
    const std::lock_guard lock(mutex_);
    std::erase(readers_, &reader);
    if (readers_.empty() && terms_.ends_with_reader) has_ended_ = true;
    trim();
}

void Run::wake_all() {
    for (const Reader* reader : readers_) {
        if (reader->wake) reader->wake();
    }
}

}  // namespace plumbline::mock
