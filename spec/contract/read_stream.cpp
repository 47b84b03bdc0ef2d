// The x-stream keyword of a response's content.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline {
namespace reading {
namespace {

constexpr std::string_view kKeyword = "x-stream";

/// What can be said of a stream as a whole.
constexpr std::array<std::string_view, 14> kStreamRules{"caching",
                                                        "no_length",
                                                        "chunks",
                                                        "framing",
                                                        "json",
                                                        "run",
                                                        "ids",
                                                        "names",
                                                        "requested",
                                                        "pair",
                                                        "updates_in_values",
                                                        "tokens_in_state",
                                                        "end",
                                                        "arrival"};

tl::unexpected<Error> stream_problem(const SourceRef& where, const std::string& what) {
    return fail(ErrorCode::kInvalid, std::string(kKeyword) + ": " + what, where);
}

/// Reads one x-stream; the first Error wins.
class StreamReader {
  public:
    explicit StreamReader(const Document& document) : document_(document) {}

    Result<StreamContract> read(const Place& place) {
        auto known = only(place, {"first", "modes_at", "default_mode", "modes", "rules", "also"});
        if (!known) return fail(known.error());
        StreamContract stream;
        stream.modes_at = string_or(*place.node, "modes_at", "");
        stream.default_mode = string_or(*place.node, "default_mode", "");
        stream.also = strings_or_empty(*place.node, "also");
        for (auto step :
             {&StreamReader::read_first, &StreamReader::read_modes, &StreamReader::read_rules}) {
            auto done = (this->*step)(place, stream);
            if (!done) return fail(done.error());
        }
        auto checked = check_names(place, stream);
        if (!checked) return fail(checked.error());
        return stream;
    }

  private:
    [[nodiscard]] SourceRef where(const Place& place, std::string_view name) const {
        return document_.where(place.child(name).pointer);
    }

    /// Refuses members that the keyword does not have.
    [[nodiscard]] Result<void> only(const Place& place,
                                    const std::vector<std::string>& names) const {
        for (const auto& [name, value] : place.node->items()) {
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            return stream_problem(where(place, name),
                                  "has no \"" + name + "\", only: " + join(names, " "));
        }
        return {};
    }

    [[nodiscard]] Result<Basis> basis_of(const Place& place) const {
        const std::string text = string_or(*place.node, "basis", "stated");
        const auto basis = parse_basis(text);
        if (!basis)
            return stream_problem(where(place, "basis"),
                                  '"' + text + "\" is no basis: stated, implied, assumed, open");
        return *basis;
    }

    [[nodiscard]] Result<StreamItem> read_item(const Place& unchecked) const {
        auto place = object_at(document_, unchecked);
        if (!place) return fail(place.error());
        auto known = only(*place, {"event", "schema", "basis", "requirements"});
        if (!known) return fail(known.error());
        StreamItem item;
        item.where = document_.where(place->pointer);
        item.event = string_or(*place->node, "event", "");
        if (item.event.empty() || item.event.find('|') != std::string::npos)
            return stream_problem(item.where, "needs \"event\", a name without |");
        if (!place->has("schema"))
            return stream_problem(item.where, "needs \"schema\", that of the data of its events");
        item.schema_pointer = place->child("schema").pointer;
        auto schema = resolved(document_, place->child("schema"));
        if (!schema) return fail(schema.error());
        auto basis = basis_of(*place);
        if (!basis) return fail(basis.error());
        item.basis = *basis;
        item.requirements = strings_or_empty(*place->node, "requirements");
        return item;
    }

    Result<void> read_first(const Place& place, StreamContract& stream) const {
        if (!place.has("first")) return {};
        auto item = read_item(place.child("first"));
        if (!item) return fail(item.error());
        stream.first = std::move(*item);
        return {};
    }

    Result<void> read_modes(const Place& place, StreamContract& stream) const {
        if (!place.has("modes"))
            return stream_problem(document_.where(place.pointer),
                                  "needs \"modes\": what is streamed in each");
        const auto modes = object_at(document_, place.child("modes"));
        if (!modes) return fail(modes.error());
        for (const auto& [name, value] : modes->node->items()) {
            auto item = read_item(modes->child(name));
            if (!item) return fail(item.error());
            stream.modes.emplace(name, std::move(*item));
        }
        return {};
    }

    Result<void> read_rules(const Place& place, StreamContract& stream) const {
        if (!place.has("rules")) return {};
        const auto rules = object_at(document_, place.child("rules"));
        if (!rules) return fail(rules.error());
        const std::vector<std::string> words(kStreamRules.begin(), kStreamRules.end());
        for (const auto& [name, value] : rules->node->items()) {
            if (std::find(words.begin(), words.end(), name) == words.end()) {
                return stream_problem(where(*rules, name),
                                      "knows no rule \"" + name + "\", only: " + join(words, " "));
            }
            const auto rule = object_at(document_, rules->child(name));
            if (!rule) return fail(rule.error());
            auto known = only(*rule, {"basis", "requirements"});
            if (!known) return known;
            auto basis = basis_of(*rule);
            if (!basis) return fail(basis.error());
            stream.rules.emplace(name,
                                 StreamRule{*basis,
                                            strings_or_empty(*rule->node, "requirements"),
                                            document_.where(rule->pointer)});
        }
        return {};
    }

    /// An event's name says what it belongs to, so it stands once.
    [[nodiscard]] Result<void> check_names(const Place& place, const StreamContract& stream) const {
        const bool knows_default =
            stream.default_mode.empty() || stream.modes.contains(stream.default_mode);
        if (!knows_default)
            return stream_problem(where(place, "default_mode"),
                                  '"' + stream.default_mode + "\" is none of the modes");
        std::set<std::string> names;
        for (const auto& [mode, item] : stream.modes) {
            if (!names.insert(item.event).second)
                return stream_problem(item.where, '"' + item.event + "\" is of two modes");
        }
        for (const std::string& name : stream.also) {
            if (!names.insert(name).second)
                return stream_problem(where(place, "also"), '"' + name + "\" stands twice");
        }
        return {};
    }

    const Document& document_;
};

}  // namespace

Result<std::optional<StreamContract>> read_stream(const Document& document, const Place& content) {
    if (!content.has(kKeyword)) return std::nullopt;
    const auto place = object_at(document, content.child(kKeyword));
    if (!place) return fail(place.error());
    auto stream = StreamReader(document).read(*place);
    if (!stream) return fail(stream.error());
    return std::move(*stream);
}

Result<void> check_stream(const Document& document,
                          const StreamContract& stream,
                          const Operation& operation,
                          std::set<std::string>& ids) {
    const auto& fields = operation.request_fields.pointers();
    const bool is_known = stream.modes_at.empty() ||
                          std::find(fields.begin(), fields.end(), stream.modes_at) != fields.end();
    if (!is_known)
        return stream_problem(operation.where,
                              "the request has no " + stream.modes_at + " that names modes");
    for (const auto& [word, rule] : stream.rules)
        ids.insert(rule.requirements.begin(), rule.requirements.end());
    for (const StreamItem* item : stream.items()) {
        ids.insert(item->requirements.begin(), item->requirements.end());
        const Place schema{find(*document.root, std::string_view(item->schema_pointer)),
                           item->schema_pointer};
        auto done =
            for_each_property(document, schema, [&](const Property& property) -> Result<void> {
                add_requirements(property, ids);
                return {};
            });
        if (!done) return done;
    }
    return {};
}

}  // namespace reading

std::string_view without_namespace(std::string_view event) {
    return event.substr(0, event.find('|'));
}

std::vector<const StreamItem*> StreamContract::items() const {
    std::vector<const StreamItem*> all;
    if (first) all.push_back(&*first);
    for (const auto& [mode, item] : modes) all.push_back(&item);
    return all;
}

const StreamRule* StreamContract::rule(std::string_view word) const {
    const auto found = rules.find(word);
    return found == rules.end() ? nullptr : &found->second;
}

const StreamItem* StreamContract::item_of(std::string_view event) const {
    const std::string_view name = without_namespace(event);
    for (const auto& [mode, item] : modes) {
        if (item.event == name) return &item;
    }
    return nullptr;
}

bool StreamContract::may_come(std::string_view event) const {
    return std::find(also.begin(), also.end(), without_namespace(event)) != also.end();
}

}  // namespace plumbline
