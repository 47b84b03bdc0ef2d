#include "conformance/streaming/item_checker.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::streaming {
namespace {

/// The event of a failed run. Source: design, "first event and event names of other modes".
constexpr std::string_view kError = "error";

constexpr std::size_t kMaxNames = 20;

using RequestedModes = std::optional<std::set<std::string, std::less<>>>;

/// Returns the modes that a request names: one, a list, or none, which means the default. Nothing
/// for other values and for modes that the contract does not declare, because the server's behavior
/// is unknown.
RequestedModes modes_of(const StreamContract& stream, const Json* request) {
    if (stream.modes_at.empty() || !request) return std::nullopt;
    const Json* named = find(*request, std::string_view(stream.modes_at));
    std::vector<std::string> names;
    if (named && named->is_string()) names.push_back(named->get<std::string>());
    if (named && named->is_array()) {
        for (const Json& one : *named) names.push_back(as_string(one).value_or(""));
    }
    const bool names_none = !named || (named->is_array() && named->empty());
    if (names_none) names.push_back(stream.default_mode);
    const bool are_known = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        return stream.modes.contains(name);
    });
    if (names.empty() || !are_known) return std::nullopt;
    return RequestedModes::value_type(names.begin(), names.end());
}

/// Returns which half of a pair a violation concerns; kPair if the data is not a pair.
StreamRuleId rule_for(const Json& data, const Violation& violation) {
    const std::string& at = violation.instance_pointer;
    if (at.rfind("/1", 0) == 0 && data.is_array()) return StreamRuleId::kPairMetadata;
    if (at.rfind("/0", 0) == 0 && data.is_array()) return StreamRuleId::kPairChunk;
    return StreamRuleId::kPair;
}

}  // namespace

ItemChecker::ItemChecker(const StreamContract& stream,
                         const ApiDocument& api,
                         const Json* request,
                         FindingCollector& findings)
    : stream_(stream), api_(api), findings_(findings), requested_(modes_of(stream, request)) {}

ModeEvent ItemChecker::check(const ReceivedEvent& received) {
    if (event_names_.size() < kMaxNames)
        event_names_.emplace(without_namespace(received.event.type));
    const bool is_error = without_namespace(received.event.type) == kError;
    if (received.position.event == 1 && stream_.first && !is_error) check_first(received);
    const ModeEvent mode_event = classify(received);
    check_name(mode_event);
    check_request(mode_event);
    // The first event is checked by check_first, unless it also belongs to a mode.
    if (mode_event.item) check_schema(mode_event);
    return mode_event;
}

ModeEvent ItemChecker::classify(const ReceivedEvent& received) {
    const std::string_view type = received.event.type;
    const std::size_t bar = type.find('|');
    const std::string scope(bar == std::string_view::npos ? "" : type.substr(bar + 1));
    if (received.data && allows_pairs() && is_pair_with_mode(*received.data)) {
        std::string mode = (*received.data)[0].get<std::string>();
        const DeclaredEvent* item = item_of_mode(mode);
        note_encoding(PairEncoding::kData, received);
        return {std::move(mode), scope, item, &(*received.data)[1], received};
    }
    const DeclaredEvent* item = stream_.find_event(type);
    if (item && requested_ && allows_pairs() && is_reversed_pair(mode_of(item), received.data)) {
        findings_.add(StreamRuleId::kModePair,
                      {.got = "the pair (chunk, mode)", .position = received.position});
        return {mode_of(item), scope, item, &(*received.data)[0], received};
    }
    if (item && allows_pairs()) note_encoding(PairEncoding::kEvent, received);
    return {mode_of(item), scope, item, received.data, received};
}

const DeclaredEvent* ItemChecker::item_of_mode(std::string_view mode) const {
    const auto found = stream_.modes.find(mode);
    return found == stream_.modes.end() ? nullptr : &found->second;
}

std::string ItemChecker::mode_of(const DeclaredEvent* item) const {
    for (const auto& [mode, one] : stream_.modes) {
        if (&one == item) return mode;
    }
    return "";
}

bool ItemChecker::is_pair_with_mode(const Json& data) const {
    return data.is_array() && data.size() == 2 && data[0].is_string() &&
           item_of_mode(data[0].get_ref<const std::string&>());
}

/// Returns whether data is a pair whose second half is the mode that the event names.
bool ItemChecker::is_reversed_pair(std::string_view mode, const Json* data) {
    return data && data->is_array() && data->size() == 2 && (*data)[0].is_structured() &&
           (*data)[1] == mode;
}

void ItemChecker::check_first(const ReceivedEvent& received) {
    const DeclaredEvent& first = *stream_.first;
    if (!received.data) {
        findings_.add(StreamRuleId::kFirstChunk,
                      {.got = "no JSON", .position = received.position, .item = &first});
        return;
    }
    if (const Schema* schema = schema_of(first))
        note_violations(schema->evaluate(*received.data),
                        first,
                        *received.data,
                        received,
                        StreamRuleId::kFirstChunk);
    note_shown(first, *received.data);
}

void ItemChecker::note_shown(const DeclaredEvent& item, const Json& data) {
    const auto [found, is_new] = not_shown_.try_emplace(&item, item.schema_requirements);
    if (is_new) {
        // Requirements that no part of the schema states apply to every event of the mode.
        for (const std::string& id : item.requirements) {
            if (!item.schema_requirements.contains(id)) findings_.mark_shown(std::set{id});
        }
    }
    if (found->second.empty()) return;
    const auto ids = api_.applied_requirements(item.schema_pointer, data);
    for (const std::string& id : ids) found->second.erase(id);
    findings_.mark_shown(ids);
}

void ItemChecker::check_name(const ModeEvent& mode_event) {
    const std::string_view type = mode_event.received.event.type;
    if (type == sse::kDefaultType) {
        findings_.add(StreamRuleId::kEventAndData,
                      {.got = "a chunk without event", .position = mode_event.received.position});
    }
    // Most event names are open, but data that has the shape of a pair must be an event with the
    // name that the description requires for its mode.
    if (mode_event.item || !mode_event.data || !mode_event.data->is_array() || !requested_) return;
    for (const auto& [mode, item] : stream_.modes) {
        if (!requested_->contains(mode) || item.name == mode) continue;
        const Schema* schema = schema_of(item);
        if (!schema || !schema->accepts(*mode_event.data)) continue;
        findings_.add(StreamRuleId::kEventName,
                      {.got = fmt::format("the event {}", type),
                       .expected = fmt::format("chunks of {} as events named {}", mode, item.name),
                       .position = mode_event.received.position,
                       .item = &item,
                       .requirements = item.event_requirements});
    }
}

/// With several modes an output without one is no pair (mode, chunk). Data that is null is no
/// output: some servers send such events to keep a connection alive.
void ItemChecker::check_has_mode(const ModeEvent& mode_event) {
    const ReceivedEvent& received = mode_event.received;
    const bool may_lack_mode = received.position.event == 1 || !received.data ||
                               received.data->is_null() ||
                               stream_.is_other_event(without_namespace(received.event.type));
    if (requested_->size() < 2 || may_lack_mode) return;
    findings_.add(StreamRuleId::kModePair,
                  {.got = fmt::format("the event {}, which names no mode", received.event.type),
                   .position = received.position});
}

void ItemChecker::check_request(const ModeEvent& mode_event) {
    if (!requested_) return;
    if (!mode_event.item) return check_has_mode(mode_event);
    findings_.mark_checked("requested");
    if (requested_->size() > 1) findings_.mark_checked("pair");
    if (requested_->contains(mode_event.mode)) return;
    std::vector<std::string> names(requested_->begin(), requested_->end());
    findings_.add(StreamRuleId::kRequested,
                  {.got = fmt::format("a chunk of {}", mode_event.mode),
                   .expected = fmt::format("only the requested modes: {}", fmt::join(names, ", ")),
                   .position = mode_event.received.position});
}

void ItemChecker::check_schema(const ModeEvent& mode_event) {
    if (!mode_event.data) return;  // already reported as invalid JSON
    note_shown(*mode_event.item, *mode_event.data);
    if (without_namespace(mode_event.received.event.type) == mode_event.item->name)
        findings_.mark_shown(mode_event.item->event_requirements);
    const Schema* schema = schema_of(*mode_event.item);
    if (!schema) return;
    const bool is_tuple = mode_event.item->name != mode_event.mode;
    note_violations(schema->evaluate(*mode_event.data),
                    *mode_event.item,
                    *mode_event.data,
                    mode_event.received,
                    is_tuple ? std::nullopt : std::optional(StreamRuleId::kItem));
}

void ItemChecker::note_encoding(PairEncoding encoding, const ReceivedEvent& received) {
    if (pair_encoding_ == PairEncoding::kUnknown) pair_encoding_ = encoding;
    if (pair_encoding_ == encoding) return;
    findings_.add(StreamRuleId::kModePair,
                  {.got = encoding == PairEncoding::kData
                              ? "mode and chunk in the data, but earlier chunks had the mode as "
                                "event"
                              : "the mode as event, but earlier chunks had it in the data",
                   .position = received.position});
}

void ItemChecker::note_violations(const std::vector<Violation>& violations,
                                  const DeclaredEvent& item,
                                  const Json& data,
                                  const ReceivedEvent& received,
                                  std::optional<StreamRuleId> rule) {
    for (const Violation& violation : violations) {
        const std::string& at = violation.instance_pointer;
        const Json* value = find(data, std::string_view(at));
        const std::string location = at.empty() ? "the data" : at;
        findings_.add(
            rule ? *rule : rule_for(data, violation),
            {.got = value ? fmt::format("{} is {}", location, to_short_text(*value))
                          : fmt::format("{} is missing", location),
             .expected = fmt::format("{}: {}", location, violation.message),
             .position = received.position,
             .item = &item,
             .requirements = api_.requirements_at(violation.schema_pointer, item.schema_pointer)});
    }
}

const Schema* ItemChecker::schema_of(const DeclaredEvent& item) {
    const auto [found, is_new] = schemas_.try_emplace(&item);
    if (is_new) {
        // The loader has validated every schema.
        if (auto schema = api_.schema(item.schema_pointer)) found->second = std::move(*schema);
    }
    return found->second ? &*found->second : nullptr;
}

}  // namespace plumbline::streaming
