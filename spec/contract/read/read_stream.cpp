// Reads the x-stream keyword of a response's content.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline {
namespace reading {
namespace {

constexpr std::string_view kStreamKeyword = "x-stream";

/// The names of rules about a whole stream.
constexpr std::string_view kStreamRules =
    "caching no_length chunks type framing json run ids names requested pair updates_each "
    "updates_in_values tokens_in_state token_nodes end error arrival";

tl::unexpected<Error> stream_error(const SourceRef& where, const std::string& what) {
    return fail(ErrorCode::kInvalid, std::string(kStreamKeyword) + ": " + what, where);
}

/// Reads one x-stream; returns the first Error.
class StreamContractReader {
  public:
    explicit StreamContractReader(const Document& document) : document_(document) {}

    Result<StreamContract> read(const OpenApiNode& node) {
        auto known =
            check_member_names(node, "", "first modes_at default_mode modes rules other_events");
        if (!known) return fail(known.error());
        StreamContract stream;
        stream.modes_at = string_or(*node.value, "modes_at", "");
        stream.default_mode = string_or(*node.value, "default_mode", "");
        stream.other_events = strings_or_empty(*node.value, "other_events");
        for (auto step : {&StreamContractReader::read_first,
                          &StreamContractReader::read_modes,
                          &StreamContractReader::read_rules}) {
            auto done = (this->*step)(node, stream);
            if (!done) return fail(done.error());
        }
        auto checked = check_names(node, stream);
        if (!checked) return fail(checked.error());
        return stream;
    }

  private:
    [[nodiscard]] SourceRef where(const OpenApiNode& node, std::string_view name) const {
        return document_.where(node.child(name).pointer);
    }

    /// Rejects members that are not in `names`. `kind` describes them in the message.
    [[nodiscard]] Result<void> check_member_names(const OpenApiNode& node,
                                                  const std::string& kind,
                                                  const std::string& names) const {
        const auto known = split(names, ' ');
        for (const auto& [name, value] : node.value->items()) {
            if (std::find(known.begin(), known.end(), name) != known.end()) continue;
            return stream_error(where(node, name),
                                "has no " + kind + '"' + name + "\", only: " + names);
        }
        return {};
    }

    [[nodiscard]] Result<Basis> basis_of(const OpenApiNode& node) const {
        const std::string text = string_or(*node.value, "basis", "stated");
        const auto basis = parse_basis(text);
        if (!basis)
            return stream_error(
                where(node, "basis"),
                '"' + text + "\" is not a basis; expected stated, implied, assumed or open");
        return *basis;
    }

    [[nodiscard]] Result<DeclaredEvent> read_event(const OpenApiNode& unchecked) const {
        auto node = require_object(document_, unchecked);
        if (!node) return fail(node.error());
        auto known =
            check_member_names(*node, "", "event schema basis requirements event_requirements");
        if (!known) return fail(known.error());
        DeclaredEvent item;
        item.where = document_.where(node->pointer);
        item.name = string_or(*node->value, "event", "");
        if (item.name.empty() || item.name.find('|') != std::string::npos)
            return stream_error(item.where, "needs \"event\", a name without |");
        if (!node->has("schema"))
            return stream_error(item.where, "needs \"schema\", the schema of its events' data");
        item.schema_pointer = node->child("schema").pointer;
        auto schema = resolve_node(document_, node->child("schema"));
        if (!schema) return fail(schema.error());
        auto basis = basis_of(*node);
        if (!basis) return fail(basis.error());
        item.basis = *basis;
        item.requirements = strings_or_empty(*node->value, "requirements");
        item.event_requirements = strings_or_empty(*node->value, "event_requirements");
        const auto add = [&](const SchemaProperty& property) -> Result<void> {
            add_requirements(property, item.schema_requirements);
            return {};
        };
        auto done = for_each_property(document_, node->child("schema"), add);
        if (!done) return fail(done.error());
        return item;
    }

    Result<void> read_first(const OpenApiNode& node, StreamContract& stream) const {
        if (!node.has("first")) return {};
        auto item = read_event(node.child("first"));
        if (!item) return fail(item.error());
        stream.first = std::move(*item);
        return {};
    }

    Result<void> read_modes(const OpenApiNode& node, StreamContract& stream) const {
        if (!node.has("modes"))
            return stream_error(document_.where(node.pointer),
                                "needs \"modes\": the events of each mode");
        const auto modes = require_object(document_, node.child("modes"));
        if (!modes) return fail(modes.error());
        for (const auto& [name, given] : modes->members()) {
            auto item = read_event(given);
            if (!item) return fail(item.error());
            stream.modes.emplace(name, std::move(*item));
        }
        return {};
    }

    Result<void> read_rules(const OpenApiNode& node, StreamContract& stream) const {
        if (!node.has("rules")) return {};
        const auto rules = require_object(document_, node.child("rules"));
        if (!rules) return fail(rules.error());
        auto known = check_member_names(*rules, "rule ", std::string(kStreamRules));
        if (!known) return known;
        for (const auto& [name, given] : rules->members()) {
            const auto rule = require_object(document_, given);
            if (!rule) return fail(rule.error());
            known = check_member_names(*rule, "", "basis requirements");
            if (!known) return known;
            auto basis = basis_of(*rule);
            if (!basis) return fail(basis.error());
            stream.rules.emplace(name,
                                 StreamRule{*basis,
                                            strings_or_empty(*rule->value, "requirements"),
                                            document_.where(rule->pointer)});
        }
        return {};
    }

    /// Checks that each event belongs to one mode only: the name of an event determines its mode.
    [[nodiscard]] Result<void> check_names(const OpenApiNode& node,
                                           const StreamContract& stream) const {
        const bool knows_default =
            stream.default_mode.empty() || stream.modes.contains(stream.default_mode);
        if (!knows_default)
            return stream_error(where(node, "default_mode"),
                                '"' + stream.default_mode + "\" is not one of the modes");
        std::set<std::string> names;
        for (const auto& [mode, item] : stream.modes) {
            if (!names.insert(item.name).second)
                return stream_error(item.where, '"' + item.name + "\" belongs to two modes");
        }
        for (const std::string& name : stream.other_events) {
            if (!names.insert(name).second)
                return stream_error(where(node, "other_events"), '"' + name + "\" is listed twice");
        }
        return {};
    }

    const Document& document_;
};

}  // namespace

Result<std::optional<StreamContract>> read_stream(const Document& document,
                                                  const OpenApiNode& content) {
    if (!content.has(kStreamKeyword) || describes_items(content)) return std::nullopt;
    const auto node = require_object(document, content.child(kStreamKeyword));
    if (!node) return fail(node.error());
    auto stream = StreamContractReader(document).read(*node);
    if (!stream) return fail(stream.error());
    return std::move(*stream);
}

Result<void> check_stream(const StreamContract& stream,
                          const Operation& operation,
                          std::set<std::string>& ids) {
    const auto& fields = operation.request_fields.pointers();
    const bool is_known = stream.modes_at.empty() ||
                          std::find(fields.begin(), fields.end(), stream.modes_at) != fields.end();
    if (!is_known)
        return stream_error(operation.where,
                            "the request has no " + stream.modes_at + " that selects the modes");
    for (const auto& [word, rule] : stream.rules)
        ids.insert(rule.requirements.begin(), rule.requirements.end());
    for (const DeclaredEvent* item : stream.events()) {
        ids.insert(item->requirements.begin(), item->requirements.end());
        ids.insert(item->event_requirements.begin(), item->event_requirements.end());
        ids.insert(item->schema_requirements.begin(), item->schema_requirements.end());
    }
    return {};
}

}  // namespace reading

std::string_view without_namespace(std::string_view event) {
    return event.substr(0, event.find('|'));
}

std::vector<const DeclaredEvent*> StreamContract::events() const {
    std::vector<const DeclaredEvent*> all;
    if (first) all.push_back(&*first);
    for (const auto& [mode, item] : modes) all.push_back(&item);
    return all;
}

const StreamRule* StreamContract::rule(std::string_view word) const {
    const auto found = rules.find(word);
    return found == rules.end() ? nullptr : &found->second;
}

const DeclaredEvent* StreamContract::find_event(std::string_view event) const {
    const std::string_view name = without_namespace(event);
    for (const auto& [mode, item] : modes) {
        if (item.name == name) return &item;
    }
    return nullptr;
}

bool StreamContract::is_other_event(std::string_view event) const {
    return std::find(other_events.begin(), other_events.end(), without_namespace(event)) !=
           other_events.end();
}

}  // namespace plumbline
