#include "mock_server/faults/event_draft.hpp"
#include "mock_server/faults/stream_faults.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::mock {
namespace {

/// Whether an event is the last one with its name, as far as it is known.
enum class LastEvent { kYes, kNo, kUnknown };

class ChangedStream final : public ResponseStream {
  public:
    ChangedStream(std::shared_ptr<ResponseStream> stream, std::vector<StreamChange> changes)
        : stream_(std::move(stream)), changes_(std::move(changes)), seen_(changes_.size()) {
        for (const StreamChange& one : changes_) {
            chunk_bytes_ = std::max(chunk_bytes_, one.chunk_bytes);
            gather_bytes_ = std::max(gather_bytes_, one.gather_bytes);
            lose_every_ = std::max(lose_every_, one.lose_every);
            joins_events_ |= one.joins_events;
            delays_events_ |= one.delays_events;
            first_text_ += one.first_text;
        }
    }

    PullResult pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        const PullResult result =
            pull_each_event(*stream_, buffer, enough, now, [&](std::string_view event) {
                take_event(std::string(event), buffer);
                if (joined_.size() >= enough) flush(buffer);
            });
        if (result.next == PullResult::StreamNext::kLater) {
            release(LastEvent::kUnknown, buffer);
            add(std::exchange(exchanged_, ""), buffer);
        }
        if (result.next == PullResult::StreamNext::kEnd) return end(buffer);
        if (joined_.size() >= gather_bytes_) flush(buffer);
        return result;
    }
    void on_wake(std::function<void()> wake) override { stream_->on_wake(std::move(wake)); }

  private:
    /// Whether an event is the last one of its name shows only later: it waits, with those that
    /// follow it, until the next one comes or the run pauses or ends.
    void take_event(std::string bytes, StreamBuffer& buffer) {
        const auto event = sse::EventFields::parse(bytes);
        const bool may_be_last =
            event && std::ranges::any_of(changes_, [&](const StreamChange& one) {
                return one.choice >= EventChoice::kLast && concerns(one, *event, bytes);
            });
        if (may_be_last) release(LastEvent::kNo, buffer);
        if (may_be_last || !waiting_.empty()) {
            waiting_.push_back(std::move(bytes));
        } else {
            change_event(bytes, LastEvent::kUnknown, buffer);
        }
    }
    void release(LastEvent first, StreamBuffer& buffer) {
        for (const std::string& bytes : std::exchange(waiting_, {}))
            change_event(bytes, std::exchange(first, LastEvent::kUnknown), buffer);
    }
    static bool concerns(const StreamChange& change,
                         const sse::EventFields& event,
                         std::string_view bytes) {
        const std::string_view name = std::string_view(event.name).substr(0, event.name.find('|'));
        return (change.event.empty() || change.event == name) &&
               bytes.size() > change.larger_than &&
               bytes.find(change.containing) != std::string_view::npos;
    }
    static bool is_chosen(EventChoice choice, std::size_t number, LastEvent last) {
        switch (choice) {
            case EventChoice::kAll:
                return true;
            case EventChoice::kFirst:
                return number == 1;
            case EventChoice::kEverySecond:
                return number % 2 == 0;
            case EventChoice::kLast:
                return last == LastEvent::kYes;
            case EventChoice::kAllButLast:
                return last == LastEvent::kNo;
        }
        return false;
    }
    void change_event(const std::string& bytes, LastEvent last, StreamBuffer& buffer) {
        auto event = sse::EventFields::parse(bytes);
        if (!event) return add(bytes, buffer);
        const sse::EventFields original = *event;
        EventDraft draft{std::move(*event), bytes, "", false};
        bool is_held = false;
        bool is_exchanged = false;
        for (std::size_t i = 0; i < changes_.size(); ++i) {
            const StreamChange& one = changes_[i];
            if (!concerns(one, original, bytes) || !is_chosen(one.choice, ++seen_[i], last))
                continue;
            one.apply(draft);
            if (draft.is_dropped) return;
            is_held |= one.holds_events;
            is_exchanged |= one.exchanges;
        }
        if (is_held) {
            held_events_.push_back(std::move(draft.text));
        } else if (!draft.raw.empty()) {
            buffer.add_raw(draft.raw);
        } else if (is_exchanged && exchanged_.empty()) {
            exchanged_ = std::move(draft.text);
        } else {
            add(std::exchange(first_text_, "") + draft.text, buffer);
            if (is_exchanged) add(std::exchange(exchanged_, ""), buffer);
        }
    }
    void add(std::string text, StreamBuffer& buffer) {
        if (text.empty()) return;
        if (delays_events_) std::swap(text, delayed_);
        joined_ += text;
        if (!joins_events_ && joined_.size() >= gather_bytes_) flush(buffer);
    }
    /// Writes what is complete, in chunks of the requested size.
    void flush(StreamBuffer& buffer) {
        std::string text = std::exchange(joined_, "");
        if (lose_every_ > 0) text = without_lost_bytes(text);
        const std::size_t size = chunk_bytes_ > 0 ? chunk_bytes_ : text.size();
        for (std::size_t at = 0; at < text.size(); at += size)
            buffer.add(std::string_view(text).substr(at, size));
    }
    std::string without_lost_bytes(std::string_view text) {
        std::string rest;
        for (const char byte : text) {
            if (++written_ % lose_every_ != 0) rest += byte;
        }
        return rest;
    }
    PullResult end(StreamBuffer& buffer) {
        release(LastEvent::kYes, buffer);
        add(std::exchange(exchanged_, ""), buffer);
        for (const std::string& event : std::exchange(held_events_, {})) add(event, buffer);
        for (const StreamChange& one : changes_) add(one.last_event, buffer);
        joined_ += std::exchange(delayed_, "");
        flush(buffer);
        for (const StreamChange& one : changes_) {
            if (!one.end_text) continue;
            buffer.add_raw(*one.end_text);
            return {PullResult::StreamNext::kTruncate};
        }
        return {PullResult::StreamNext::kEnd};
    }

    std::shared_ptr<ResponseStream> stream_;
    std::vector<StreamChange> changes_;
    std::vector<std::size_t> seen_;         ///< events that each change concerns
    std::vector<std::string> waiting_;      ///< the first may be the last one of its name
    std::vector<std::string> held_events_;  ///< until the end
    std::string exchanged_;                 ///< follows the next one
    std::string delayed_;                   ///< until the next one
    std::size_t chunk_bytes_ = 0;
    std::size_t gather_bytes_ = 0;
    std::size_t lose_every_ = 0;
    std::uint64_t written_ = 0;
    bool joins_events_ = false;
    bool delays_events_ = false;
    std::string first_text_;  ///< empty after the first event
    std::string joined_;      ///< events of the next chunks
};

}  // namespace

std::shared_ptr<ResponseStream> with_changes(std::shared_ptr<ResponseStream> stream,
                                             std::vector<StreamChange> changes) {
    if (changes.empty()) return stream;
    return std::make_shared<ChangedStream>(std::move(stream), std::move(changes));
}

}  // namespace plumbline::mock
