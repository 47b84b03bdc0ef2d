#include "conformance/streaming/items.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::streaming {
namespace {

/// What tells of a run that failed. Source: design, "first event and event names of other modes".
constexpr std::string_view kError = "error";

constexpr std::size_t kMaxNames = 20;

using Modes = std::optional<std::set<std::string, std::less<>>>;

/// Reads the modes that a request names: one, a list, or none, which means the default. Nobody can
/// say what a server makes of anything else, or of modes that are its own.
Modes modes_of(const StreamContract& stream, const Json* request) {
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
    return Modes::value_type(names.begin(), names.end());
}

/// Which half of a pair a violation is about; nothing where the data is no pair by its schema.
Rule rule_for(const Json& data, const Violation& violation) {
    const std::string& at = violation.instance_pointer;
    if (at.rfind("/1", 0) == 0 && data.is_array()) return Rule::kPairMetadata;
    if (at.rfind("/0", 0) == 0 && data.is_array()) return Rule::kPairChunk;
    return Rule::kPair;
}

}  // namespace

Items::Items(const StreamContract& stream,
             const ApiDocument& api,
             const Json* request,
             Breaches& breaches)
    : stream_(stream), api_(api), breaches_(breaches), requested_(modes_of(stream, request)) {}

Chunk Items::take(const Seen& seen) {
    if (names_.size() < kMaxNames) names_.emplace(without_namespace(seen.event.type));
    const bool is_error = without_namespace(seen.event.type) == kError;
    if (seen.spot.event == 1 && stream_.first && !is_error) judge_first(seen);
    const Chunk chunk = place(seen);
    judge_name(chunk);
    judge_request(chunk);
    // The first one is judged as what begins the stream, unless it is of a mode as well.
    if (chunk.item) judge_schema(chunk);
    return chunk;
}

Chunk Items::place(const Seen& seen) {
    const std::string_view type = seen.event.type;
    const std::size_t bar = type.find('|');
    const std::string scope(bar == std::string_view::npos ? "" : type.substr(bar + 1));
    if (seen.data && may_be_pairs() && is_pair_with_mode(*seen.data)) {
        std::string mode = (*seen.data)[0].get<std::string>();
        const StreamItem* item = item_of_mode(mode);
        note_reading(PairReading::kData, seen);
        return {std::move(mode), scope, item, &(*seen.data)[1], seen};
    }
    const StreamItem* item = stream_.item_of(type);
    if (item && may_be_pairs()) note_reading(PairReading::kEvent, seen);
    return {mode_of(item), scope, item, seen.data, seen};
}

const StreamItem* Items::item_of_mode(std::string_view mode) const {
    const auto found = stream_.modes.find(mode);
    return found == stream_.modes.end() ? nullptr : &found->second;
}

std::string Items::mode_of(const StreamItem* item) const {
    for (const auto& [mode, one] : stream_.modes) {
        if (&one == item) return mode;
    }
    return "";
}

bool Items::is_pair_with_mode(const Json& data) const {
    return data.is_array() && data.size() == 2 && data[0].is_string() &&
           item_of_mode(data[0].get_ref<const std::string&>());
}

void Items::judge_first(const Seen& seen) {
    const StreamItem& first = *stream_.first;
    breaches_.looked_at(first);
    if (!seen.data) {
        breaches_.add(Rule::kFirstChunk, {.got = "no JSON", .spot = seen.spot, .item = &first});
        return;
    }
    if (const Schema* schema = schema_of(first))
        note_violations(schema->judge(*seen.data), first, *seen.data, seen, Rule::kFirstChunk);
}

void Items::judge_name(const Chunk& chunk) {
    const std::string_view type = chunk.seen.event.type;
    if (type == sse::kDefaultType) {
        breaches_.add(Rule::kEventAndData,
                      {.got = "a chunk without event", .spot = chunk.seen.spot});
    }
    // The names of most events are open, but what is plainly a pair of the mode whose events are
    // named by the description has to have that name.
    if (chunk.item || !chunk.data || !chunk.data->is_array() || !requested_) return;
    for (const auto& [mode, item] : stream_.modes) {
        if (!requested_->contains(mode) || item.event == mode) continue;
        const Schema* schema = schema_of(item);
        if (!schema || !schema->accepts(*chunk.data)) continue;
        breaches_.looked_at(item);
        breaches_.add(Rule::kEventName,
                      {.got = fmt::format("the event {}", type),
                       .expected = fmt::format("chunks of {} as events named {}", mode, item.event),
                       .spot = chunk.seen.spot,
                       .item = &item});
    }
}

void Items::judge_request(const Chunk& chunk) {
    if (!requested_ || !chunk.item) return;
    breaches_.looked_at("requested");
    if (requested_->size() > 1) breaches_.looked_at("pair");
    if (requested_->contains(chunk.mode)) return;
    std::vector<std::string> names(requested_->begin(), requested_->end());
    breaches_.add(Rule::kRequested,
                  {.got = fmt::format("a chunk of {}", chunk.mode),
                   .expected = fmt::format("only the modes asked for: {}", fmt::join(names, ", ")),
                   .spot = chunk.seen.spot});
}

void Items::judge_schema(const Chunk& chunk) {
    breaches_.looked_at(*chunk.item);
    if (!chunk.data) return;  // that it is no JSON is told already
    const Schema* schema = schema_of(*chunk.item);
    if (!schema) return;
    const bool is_tuple = chunk.item->event != chunk.mode;
    note_violations(schema->judge(*chunk.data),
                    *chunk.item,
                    *chunk.data,
                    chunk.seen,
                    is_tuple ? std::nullopt : std::optional(Rule::kItem));
}

void Items::note_reading(PairReading reading, const Seen& seen) {
    if (reading_ == PairReading::kUnknown) reading_ = reading;
    if (reading_ == reading) return;
    breaches_.add(Rule::kModePair,
                  {.got = reading == PairReading::kData
                              ? "mode and chunk in the data, where earlier ones had the mode as "
                                "event"
                              : "the mode as event, where earlier ones had it in the data",
                   .spot = seen.spot});
}

void Items::note_violations(const std::vector<Violation>& violations,
                            const StreamItem& item,
                            const Json& data,
                            const Seen& seen,
                            std::optional<Rule> rule) {
    for (const Violation& violation : violations) {
        const std::string& at = violation.instance_pointer;
        const Json* value = find(data, std::string_view(at));
        const std::string place = at.empty() ? "the data" : at;
        breaches_.add(rule ? *rule : rule_for(data, violation),
                      {.got = value ? fmt::format("{} is {}", place, to_short_text(*value))
                                    : fmt::format("{} is not there", place),
                       .expected = fmt::format("{}: {}", place, violation.message),
                       .spot = seen.spot,
                       .item = &item,
                       .requirements = api_.requirements_at(violation.schema_pointer)});
    }
}

const Schema* Items::schema_of(const StreamItem& item) {
    const auto [found, is_new] = schemas_.try_emplace(&item);
    if (is_new) {
        // The loader has checked every schema.
        if (auto schema = api_.schema(item.schema_pointer)) found->second = std::move(*schema);
    }
    return found->second ? &*found->second : nullptr;
}

}  // namespace plumbline::streaming
