#include "mock_server/faults/stream_faults.hpp"

#include "mock_server/faults/event_draft.hpp"
#include "mock_server/faults/text_encodings.hpp"
#include "mock_server/streaming/run_faults.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline::mock {

namespace {

using EventAction = std::function<void(EventDraft&)>;

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
        draft.text = replace_all(draft.text, pattern, by);
    };
}

/// Replaces the HTTP chunk of the event by a text: {event} is its bytes, {size} their number in
/// hexadecimal digits, {less} one less, {decimal} their number, {characters} that of characters.
EventAction read_raw(const FixtureValue&, const std::string& text) {
    return [text](EventDraft& draft) {
        const std::size_t size = draft.text.size();
        std::string raw = replace_all(text, "{size}", fmt::format("{:x}", size));
        raw = replace_all(raw, "{less}", fmt::format("{:x}", size - 1));
        raw = replace_all(raw, "{decimal}", std::to_string(size));
        raw =
            replace_all(raw, "{characters}", fmt::format("{:x}", utf8_character_count(draft.text)));
        draft.raw = replace_all(raw, "{event}", draft.text);
    };
}

/// Adds a text before the event, in its HTTP chunk; {event} is the event again.
EventAction read_before(const FixtureValue&, const std::string& text) {
    return [text](EventDraft& draft) {
        draft.text = replace_all(text, "{event}", draft.text) + draft.text;
    };
}

EventAction read_after(const FixtureValue&, const std::string& text) {
    return [text](EventDraft& draft) { draft.text += replace_all(text, "{event}", draft.text); };
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

EventAction read_encode(const FixtureValue&, const std::string& name) {
    // The schema allows only known names.
    return [encode = find_text_encoding(name).value_or(nullptr)](EventDraft& draft) {
        draft.text = encode(draft.text);
    };
}

EventAction read_change_data(const FixtureValue&, const std::string& name) {
    return change_data(
        "", [change = find_value_change(name).value_or(nullptr)](Json& data, const JsonPointer&) {
            change(data);
        });
}

EventAction read_cut_lines(const FixtureValue& node, const std::string&) {
    return [most = static_cast<std::size_t>(node.number("cut_lines", 0))](EventDraft& draft) {
        std::string text;
        for (const auto& line : split(draft.text, '\n')) text.append(line.substr(0, most)) += '\n';
        text.pop_back();
        draft.text = std::move(text);
    };
}

/// Continues long lines in further data lines, at any byte.
EventAction read_wrap_lines(const FixtureValue& node, const std::string&) {
    return [most = static_cast<std::size_t>(node.number("wrap_lines", 1))](EventDraft& draft) {
        std::string text;
        for (auto line : split(draft.text, '\n')) {
            for (; line.size() > most; line = line.substr(most))
                text.append(line.substr(0, most)).append("\ndata: ");
            text.append(line) += '\n';
        }
        text.pop_back();
        draft.text = std::move(text);
    };
}

EventAction read_cut_front(const FixtureValue& node, const std::string&) {
    return [bytes = static_cast<std::size_t>(node.number("cut_front", 0))](EventDraft& draft) {
        draft.text.erase(0, std::min(bytes, draft.text.size()));
    };
}

EventAction read_no_action(const FixtureValue&, const std::string&) {
    return [](EventDraft&) {};
}

struct StreamChangeRow {
    std::string_view key;
    EventAction (*read)(const FixtureValue& node, const std::string& key);
};

constexpr std::array<StreamChangeRow, 25> kStreamChanges{{
    {"drop", read_drop},
    {"rename", read_rename_event},
    {"set", read_set_data},
    {"remove", read_remove_data},
    {"change", read_change_data},
    {"replace", read_replace},
    {"raw", read_raw},
    {"encode", read_encode},
    {"cut_lines", read_cut_lines},
    {"wrap_lines", read_wrap_lines},
    {"cut_front", read_cut_front},
    {"hold_until_end", read_no_action},
    {"exchange", read_no_action},
    {"delay_by_one", read_no_action},
    {"at_end", read_no_action},
    {"before", read_before},
    {"after", read_after},
    {"fields", read_fields},
    {"indent", read_indent},
    {"begin", read_no_action},
    {"finish", read_no_action},
    {"chunk_bytes", read_no_action},
    {"join_events", read_no_action},
    {"gather_bytes", read_no_action},
    {"lose_every", read_no_action},
}};

constexpr std::array<std::pair<std::string_view, EventChoice>, 4> kChoices{{
    {"first", EventChoice::kFirst},
    {"every_second", EventChoice::kEverySecond},
    {"last", EventChoice::kLast},
    {"all_but_last", EventChoice::kAllButLast},
}};

Result<StreamChange> read_stream_change(const FixtureValue& node) {
    for (const StreamChangeRow& row : kStreamChanges) {
        if (!node.at(row.key).exists()) continue;
        StreamChange change{node.text("event"), row.read(node, node.text(row.key))};
        const auto* choice =
            std::ranges::find(kChoices, node.text("which"), &decltype(kChoices)::value_type::first);
        if (choice != kChoices.end()) change.choice = choice->second;
        change.containing = node.text("containing");
        change.larger_than = static_cast<std::size_t>(node.number("larger_than", 0));
        change.holds_events = row.key == "hold_until_end";
        change.exchanges = row.key == "exchange";
        change.delays_events = row.key == "delay_by_one";
        if (row.key == "at_end") change.end_text = node.text("at_end");
        change.first_text = node.text("begin");
        change.last_event = node.text("finish");
        change.chunk_bytes = static_cast<std::size_t>(node.number("chunk_bytes", 0));
        change.joins_events = node.flag("join_events");
        change.gather_bytes = static_cast<std::size_t>(node.number("gather_bytes", 0));
        change.lose_every = static_cast<std::size_t>(node.number("lose_every", 0));
        return change;
    }
    std::string kinds;
    for (const StreamChangeRow& row : kStreamChanges) kinds.append(", ").append(row.key);
    return node.fail("a stream change needs one of " + kinds.substr(2));
}

}  // namespace

Result<std::vector<StreamChange>> read_stream_changes(const FixtureValue& list) {
    return read_each(list.items(), read_stream_change);
}

}  // namespace plumbline::mock
