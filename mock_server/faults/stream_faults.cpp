#include "mock_server/faults/stream_faults.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/event_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <utility>

namespace plumbline::mock {
namespace {

using StreamKind = StreamChange::Kind;

constexpr std::array<std::pair<std::string_view, StreamKind>, 8> kChangeNames{{
    {"drop", StreamKind::kDrop},
    {"rename", StreamKind::kRename},
    {"set", StreamKind::kSet},
    {"remove", StreamKind::kRemove},
    {"replace", StreamKind::kReplace},
    {"raw", StreamKind::kRaw},
    {"hold", StreamKind::kHold},
    {"at_end", StreamKind::kEnd},
}};

/// Puts `by` for every `what` in a text.
std::string with_replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); !what.empty() && at != std::string::npos;
         at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

void change_data(const StreamChange& change, sse::EventText& event) {
    auto data = parse_json(event.data);
    const auto pointer = JsonPointer::parse(change.pointer);
    if (!data || !pointer) return;
    if (change.kind == StreamKind::kSet) {
        if (pointer->empty()) *data = *change.value;
        (void)set_at(*data, *pointer, *change.value);
    } else {
        (void)remove_at(*data, *pointer);
    }
    event.data = to_text(*data);
}

class ChangedStream final : public Stream {
  public:
    ChangedStream(std::shared_ptr<Stream> stream, std::vector<StreamChange> changes)
        : stream_(std::move(stream)), changes_(std::move(changes)) {}

    Flow pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        Flow flow;
        do {
            StreamBuffer one(false);
            // No more than one event comes at a pull that has enough with a byte.
            flow = stream_->pull(one, 1, now);
            if (one.size() > 0) take(one.bytes(), buffer);
        } while (flow.next == Flow::Next::kMore && buffer.size() < enough);
        return flow.next == Flow::Next::kEnd ? end(buffer) : flow;
    }
    void on_wake(std::function<void()> wake) override { stream_->on_wake(std::move(wake)); }

  private:
    void take(std::string_view bytes, StreamBuffer& buffer) {
        auto event = sse::EventText::take_apart(bytes);
        const std::string name = event ? event->name.substr(0, event->name.find('|')) : "";
        std::string said(bytes);
        std::string raw;
        for (const StreamChange& change : changes_) {
            const bool concerns = event && (change.event.empty() || change.event == name);
            if (!concerns) continue;
            if (change.kind == StreamKind::kDrop) return;
            if (change.kind == StreamKind::kRename) event->name = change.text;
            if (change.kind == StreamKind::kSet || change.kind == StreamKind::kRemove)
                change_data(change, *event);
            if (change.kind == StreamKind::kReplace) {
                said = with_replaced(said, change.pattern, change.text);
            } else if (change.kind == StreamKind::kRaw) {
                raw = with_replaced(change.text, "{event}", said);
            } else if (change.kind != StreamKind::kHold && change.kind != StreamKind::kEnd) {
                said = event->together();
            }
        }
        if (holds()) {
            held_.push_back(std::move(said));
        } else if (!raw.empty()) {
            buffer.add_raw(raw);
        } else {
            buffer.add(said);
        }
    }

    Flow end(StreamBuffer& buffer) {
        for (const std::string& event : std::exchange(held_, {})) buffer.add(event);
        for (const StreamChange& change : changes_) {
            if (change.kind != StreamKind::kEnd) continue;
            buffer.add_raw(change.text);
            return {Flow::Next::kCut};
        }
        return {Flow::Next::kEnd};
    }

    [[nodiscard]] bool holds() const {
        for (const StreamChange& change : changes_) {
            if (change.kind == StreamKind::kHold) return true;
        }
        return false;
    }

    std::shared_ptr<Stream> stream_;
    std::vector<StreamChange> changes_;
    std::vector<std::string> held_;
};

}  // namespace

Result<std::vector<StreamChange>> read_stream_changes(const Document& fixture,
                                                      const std::string& pointer) {
    std::vector<StreamChange> changes;
    const Json* nodes = find(*fixture.root, std::string_view(pointer));
    for (std::size_t i = 0; nodes && i < nodes->size(); ++i) {
        const Json& node = (*nodes)[i];
        std::optional<StreamChange> change;
        for (const auto& [word, kind] : kChangeNames) {
            if (!member(node, word)) continue;
            const bool is_place = kind == StreamKind::kSet || kind == StreamKind::kRemove;
            const Json* to = member(node, "to");
            change = StreamChange{kind,
                                  string_or(node, "of", ""),
                                  is_place ? string_or(node, word, "") : "",
                                  kind == StreamKind::kReplace ? string_or(node, word, "") : "",
                                  kind == StreamKind::kReplace ? string_or(node, "to", "")
                                                               : string_or(node, word, ""),
                                  std::make_shared<const Json>(to ? *to : Json())};
        }
        if (!change) {
            return fail_at(fixture,
                           fmt::format("{}/{}", pointer, i),
                           "a change of a stream needs one of drop, rename, set, remove, replace, "
                           "raw, hold, at_end");
        }
        changes.push_back(std::move(*change));
    }
    return changes;
}

std::shared_ptr<Stream> changed(std::shared_ptr<Stream> stream, std::vector<StreamChange> changes) {
    if (changes.empty()) return stream;
    return std::make_shared<ChangedStream>(std::move(stream), std::move(changes));
}

}  // namespace plumbline::mock
