#include "mock_server/faults/stream_faults.hpp"

#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/event_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline::mock {

/// An event being changed.
struct EventDraft {
    sse::EventFields event;
    std::string text;  ///< the event's bytes
    std::string raw;   ///< replaces the event's HTTP chunk, if not empty
    bool is_dropped = false;
};

namespace {

using EventAction = std::function<void(EventDraft&)>;

/// Replaces every `what` in a text by `by`.
std::string with_replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); !what.empty() && at != std::string::npos;
         at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

EventAction read_drop(const FixtureValue&, const std::string&) {
    return [](EventDraft& draft) { draft.is_dropped = true; };
}

EventAction read_rename_event(const FixtureValue&, const std::string& name) {
    return [name](EventDraft& draft) {
        draft.event.name = name;
        draft.text = draft.event.encode();
    };
}

/// Returns a change of the event's data: `change` receives the data and the pointer.
template <typename Change>
EventAction change_data(const std::string& pointer, Change change) {
    return [at = JsonPointer::parse(pointer).value_or(JsonPointer()), change](EventDraft& draft) {
        if (auto data = parse_json(draft.event.data)) {
            change(*data, at);
            draft.event.data = to_text(*data);
        }
        draft.text = draft.event.encode();
    };
}

EventAction read_set_data(const FixtureValue& node, const std::string& pointer) {
    const auto value = std::make_shared<const Json>(node.at("to").json());
    return change_data(pointer, [value](Json& data, const JsonPointer& at) {
        if (at.empty()) data = *value;
        (void)set_at(data, at, *value);
    });
}

EventAction read_remove_data(const FixtureValue&, const std::string& pointer) {
    return change_data(pointer,
                       [](Json& data, const JsonPointer& at) { (void)remove_at(data, at); });
}

/// Replaces a text in the bytes of the event.
EventAction read_replace(const FixtureValue& node, const std::string& pattern) {
    return [pattern, by = node.text("to")](EventDraft& draft) {
        draft.text = with_replaced(draft.text, pattern, by);
    };
}

/// Replaces the HTTP chunk of the event by a text, with {event} replaced by its bytes.
EventAction read_raw(const FixtureValue&, const std::string& text) {
    return [text](EventDraft& draft) { draft.raw = with_replaced(text, "{event}", draft.text); };
}

/// Adds a text before the event, in its HTTP chunk.
EventAction read_before(const FixtureValue&, const std::string& text) {
    return [text](EventDraft& draft) { draft.text = text + draft.text; };
}

EventAction read_after(const FixtureValue&, const std::string& text) {
    return [text](EventDraft& draft) { draft.text += text; };
}

/// Writes only these fields, in this order.
EventAction read_fields(const FixtureValue& node, const std::string&) {
    return [fields = node.texts("fields")](EventDraft& draft) {
        const auto lines = split(draft.text, '\n');
        std::string text;
        for (const std::string& field : fields) {
            for (const auto& line : lines) {
                if (line.starts_with(field + ':')) text.append(line) += '\n';
            }
        }
        draft.text = text + '\n';
    };
}

/// Writes the data as JSON of several lines, each a data line of the event.
EventAction read_indent(const FixtureValue& node, const std::string&) {
    return [width = static_cast<int>(node.number("indent", 0))](EventDraft& draft) {
        if (const auto data = parse_json(draft.event.data)) draft.event.data = data->dump(width);
        draft.text = draft.event.encode();
    };
}

EventAction read_no_action(const FixtureValue&, const std::string&) {
    return [](EventDraft&) {};
}

struct StreamChangeRow {
    std::string_view key;
    EventAction (*read)(const FixtureValue& node, const std::string& key);
};

constexpr std::array<StreamChangeRow, 16> kStreamChanges{{
    {"drop", read_drop},
    {"rename", read_rename_event},
    {"set", read_set_data},
    {"remove", read_remove_data},
    {"replace", read_replace},
    {"raw", read_raw},
    {"hold_until_end", read_no_action},
    {"at_end", read_no_action},
    {"before", read_before},
    {"after", read_after},
    {"fields", read_fields},
    {"indent", read_indent},
    {"begin", read_no_action},
    {"finish", read_no_action},
    {"chunk_bytes", read_no_action},
    {"join_events", read_no_action},
}};

Result<StreamChange> read_stream_change(const FixtureValue& node) {
    for (const StreamChangeRow& row : kStreamChanges) {
        if (!node.at(row.key).exists()) continue;
        StreamChange change{node.text("event"), row.read(node, node.text(row.key))};
        change.holds_events = row.key == "hold_until_end";
        if (row.key == "at_end") change.end_text = node.text("at_end");
        change.first_text = node.text("begin");
        change.last_event = node.text("finish");
        change.chunk_bytes = static_cast<std::size_t>(node.number("chunk_bytes", 0));
        change.joins_events = node.flag("join_events");
        return change;
    }
    std::string kinds;
    for (const StreamChangeRow& row : kStreamChanges) kinds.append(", ").append(row.key);
    return node.fail("a stream change needs one of " + kinds.substr(2));
}

class ChangedStream final : public ResponseStream {
  public:
    ChangedStream(std::shared_ptr<ResponseStream> stream, std::vector<StreamChange> changes)
        : stream_(std::move(stream)), changes_(std::move(changes)) {
        for (const StreamChange& one : changes_) {
            chunk_bytes_ = std::max(chunk_bytes_, one.chunk_bytes);
            joins_events_ |= one.joins_events;
            first_text_ += one.first_text;
        }
    }

    PullResult pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        const PullResult result =
            pull_each_event(*stream_, buffer, enough, now, [&](std::string_view event) {
                change_event(event, buffer);
                if (joined_.size() >= enough) flush(buffer);
            });
        flush(buffer);
        return result.next == PullResult::StreamNext::kEnd ? end(buffer) : result;
    }
    void on_wake(std::function<void()> wake) override { stream_->on_wake(std::move(wake)); }

  private:
    void change_event(std::string_view bytes, StreamBuffer& buffer) {
        std::string text(bytes);
        if (auto event = sse::EventFields::parse(bytes)) {
            const std::string name = event->name.substr(0, event->name.find('|'));
            EventDraft draft{std::move(*event), std::move(text), "", false};
            for (const StreamChange& one : changes_) {
                if (draft.is_dropped) return;
                if (one.event.empty() || one.event == name) one.apply(draft);
            }
            if (draft.is_dropped) return;
            if (!draft.raw.empty() && !holds_events()) return buffer.add_raw(draft.raw);
            text = std::move(draft.text);
        }
        if (holds_events()) {
            held_events_.push_back(std::move(text));
        } else {
            add(std::exchange(first_text_, "") + text, buffer);
        }
    }
    void add(const std::string& text, StreamBuffer& buffer) {
        joined_ += text;
        if (!joins_events_) flush(buffer);
    }
    /// Writes what is complete, in chunks of the requested size.
    void flush(StreamBuffer& buffer) {
        const std::size_t size = chunk_bytes_ > 0 ? chunk_bytes_ : joined_.size();
        for (std::size_t at = 0; at < joined_.size(); at += size)
            buffer.add(std::string_view(joined_).substr(at, size));
        joined_.clear();
    }
    PullResult end(StreamBuffer& buffer) {
        for (const std::string& event : std::exchange(held_events_, {})) add(event, buffer);
        for (const StreamChange& one : changes_) add(one.last_event, buffer);
        flush(buffer);
        for (const StreamChange& one : changes_) {
            if (!one.end_text) continue;
            buffer.add_raw(*one.end_text);
            return {PullResult::StreamNext::kTruncate};
        }
        return {PullResult::StreamNext::kEnd};
    }
    [[nodiscard]] bool holds_events() const {
        return std::ranges::any_of(changes_, &StreamChange::holds_events);
    }

    std::shared_ptr<ResponseStream> stream_;
    std::vector<StreamChange> changes_;
    std::vector<std::string> held_events_;
    std::size_t chunk_bytes_ = 0;
    bool joins_events_ = false;
    std::string first_text_;  ///< empty after the first event
    std::string joined_;      ///< events of the next chunks
};

}  // namespace

Result<std::vector<StreamChange>> read_stream_changes(const FixtureValue& list) {
    return read_each(list.items(), read_stream_change);
}

std::shared_ptr<ResponseStream> with_changes(std::shared_ptr<ResponseStream> stream,
                                             std::vector<StreamChange> changes) {
    if (changes.empty()) return stream;
    return std::make_shared<ChangedStream>(std::move(stream), std::move(changes));
}

}  // namespace plumbline::mock
