#include "mock_server/faults/stream_faults.hpp"

#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/event_fields.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace plumbline::mock {
namespace {

using AnyStreamChange = decltype(StreamChange::change);

struct StreamChangeRow {
    std::string_view key;
    AnyStreamChange (*read)(const FixtureValue& node, std::string key);
};

JsonPointer pointer_in_data(const std::string& text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

constexpr std::array<StreamChangeRow, 8> kStreamChanges{{
    {"drop", [](auto&, auto) -> AnyStreamChange { return DropEvent{}; }},
    {"rename", [](auto&, auto name) -> AnyStreamChange { return RenameEvent{std::move(name)}; }},
    {"set",
     [](auto& node, auto key) -> AnyStreamChange {
         return SetData{pointer_in_data(key), std::make_shared<const Json>(node.at("to").json())};
     }},
    {"remove", [](auto&, auto key) -> AnyStreamChange { return RemoveData{pointer_in_data(key)}; }},
    {"replace",
     [](auto& node, auto pattern) -> AnyStreamChange {
         return ReplaceBytes{std::move(pattern), node.text("to")};
     }},
    {"raw", [](auto&, auto text) -> AnyStreamChange { return ReplaceChunk{std::move(text)}; }},
    {"hold_until_end", [](auto&, auto) -> AnyStreamChange { return HoldEvents{}; }},
    {"at_end", [](auto&, auto text) -> AnyStreamChange { return EndWithText{std::move(text)}; }},
}};

Result<StreamChange> read_stream_change(const FixtureValue& node) {
    for (const StreamChangeRow& row : kStreamChanges) {
        if (node.at(row.key).exists())
            return StreamChange{node.text("event"), row.read(node, node.text(row.key))};
    }
    return node.fail(
        "a stream change needs one of drop, rename, set, remove, replace, raw, hold_until_end, "
        "at_end");
}

/// Replaces every `what` in a text by `by`.
std::string with_replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); !what.empty() && at != std::string::npos;
         at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// An event being changed: a function for each kind of change.
struct EventDraft {
    sse::EventFields event;
    std::string text;  ///< the event's bytes
    std::string raw;   ///< replaces the chunk, if not empty
    bool is_dropped = false;

    void operator()(const DropEvent&) { is_dropped = true; }
    void operator()(const RenameEvent& change) {
        event.name = change.name;
        text = event.encode();
    }
    void operator()(const SetData& change) {
        change_data([&](Json& data) {
            if (change.pointer.empty()) data = *change.value;
            (void)set_at(data, change.pointer, *change.value);
        });
    }
    void operator()(const RemoveData& change) {
        change_data([&](Json& data) { (void)remove_at(data, change.pointer); });
    }
    void operator()(const ReplaceBytes& change) {
        text = with_replaced(text, change.pattern, change.by);
    }
    void operator()(const ReplaceChunk& change) {
        raw = with_replaced(change.text, "{event}", text);
    }
    void operator()(const HoldEvents&) {}
    void operator()(const EndWithText&) {}

    template <typename Change>
    void change_data(const Change& change) {
        if (auto data = parse_json(event.data)) {
            change(*data);
            event.data = to_text(*data);
        }
        text = event.encode();
    }
};

class ChangedStream final : public ResponseStream {
  public:
    ChangedStream(std::shared_ptr<ResponseStream> stream, std::vector<StreamChange> changes)
        : stream_(std::move(stream)), changes_(std::move(changes)) {}

    PullResult pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        PullResult result;
        do {
            StreamBuffer one(false);
            // A pull that asks for one byte adds one event at most.
            result = stream_->pull(one, 1, now);
            if (one.size() > 0) change_event(one.bytes(), buffer);
        } while (result.next == PullResult::StreamNext::kMore && buffer.size() < enough);
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
                if (one.event.empty() || one.event == name)
                    std::visit([&](const auto& change) { draft(change); }, one.change);
            }
            if (draft.is_dropped) return;
            if (!draft.raw.empty() && !find_change<HoldEvents>()) return buffer.add_raw(draft.raw);
            text = std::move(draft.text);
        }
        if (find_change<HoldEvents>()) {
            held_events_.push_back(std::move(text));
        } else {
            buffer.add(text);
        }
    }
    PullResult end(StreamBuffer& buffer) {
        for (const std::string& event : std::exchange(held_events_, {})) buffer.add(event);
        const auto* end = find_change<EndWithText>();
        if (!end) return {PullResult::StreamNext::kEnd};
        buffer.add_raw(end->text);
        return {PullResult::StreamNext::kTruncate};
    }
    /// Returns the first change of a kind, null if there is none.
    template <typename Change>
    [[nodiscard]] const Change* find_change() const {
        for (const StreamChange& one : changes_) {
            if (const auto* change = std::get_if<Change>(&one.change)) return change;
        }
        return nullptr;
    }

    std::shared_ptr<ResponseStream> stream_;
    std::vector<StreamChange> changes_;
    std::vector<std::string> held_events_;
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
