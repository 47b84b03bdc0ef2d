#include "conformance/streaming/declared_item_checker.hpp"

#include "spec/http/media_type.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/written_numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace plumbline::streaming {
namespace {

constexpr const char* kDataMember = "data";
constexpr const char* kDataPointer = "/data";
constexpr std::size_t kShownType = 80;

std::string quoted_list(const std::vector<std::string>& texts) {
    return fmt::format("\"{}\"", fmt::join(texts, "\" or \""));
}

/// The message names the value, which differs from item to item; of a missing member it names that.
std::string kind_of(const Violation& violation) {
    const bool is_missing =
        violation.keyword == "required" || violation.keyword == "dependentRequired";
    return fmt::format("{} {} {} {}",
                       violation.instance_pointer,
                       violation.schema_pointer,
                       violation.keyword,
                       is_missing ? violation.message : "");
}

/// Sets a member to a text, or removes it. Its memory is used again.
void set_text(Json& object, const char* name, std::string_view text, bool is_set = true) {
    if (!is_set) {
        object.erase(name);
        return;
    }
    Json& value = object[name];
    if (value.is_string()) {
        value.get_ref<std::string&>().assign(text);
    } else {
        value = std::string(text);
    }
}

}  // namespace

DeclaredItemChecker::DeclaredItemChecker(const ItemContract& contract,
                                         const ApiDocument& api,
                                         bool is_event_stream,
                                         FindingCollector& findings)
    : contract_(contract),
      api_(api),
      is_event_stream_(is_event_stream),
      findings_(findings),
      event_(std::make_shared<Json>(Json::object())) {
    if (is_event_stream && !contract.item_schema.empty())
        text_schemas_.emplace(api, contract.item_schema);
}

bool DeclaredItemChecker::is_end_marker(std::string_view data) const {
    return std::ranges::find(contract_.end_markers, data) != contract_.end_markers.end();
}

void DeclaredItemChecker::check(const ReceivedEvent& received) {
    const bool is_marker = is_end_marker(received.event.data);
    check_order(received, is_marker);
    if (!is_marker) check_part_type(received);
    if (!is_marker && is_unread(received)) return;
    if (!is_event_stream_ && !is_marker && !received.data) {
        findings_.add(StreamRuleId::kItemJson,
                      {.got = parse_foreign_json(received.event.data).error().message,
                       .position = received.position});
        return;
    }
    check_item(received);
    if (!is_marker) check_data(received);
}

/// One object is used for all events: a new one for each would take a quarter of the time.
const Json& DeclaredItemChecker::event_object(const ReceivedEvent& received) {
    const sse::Event& event = received.event;
    set_text(*event_, kDataMember, event.data);
    set_text(*event_, "event", event.type, event.has_type);
    set_text(*event_, "id", event.id, event.has_id);
    event_->erase("retry");
    if (event.has_retry && received.retry)
        (*event_)["retry"] =
            std::chrono::duration_cast<std::chrono::milliseconds>(*received.retry).count();
    return *event_;
}

void DeclaredItemChecker::check_order(const ReceivedEvent& received, bool is_marker) {
    if (has_end_marker_)
        findings_.add(StreamRuleId::kEndMarker,
                      {.got = "an item after an end marker", .position = received.position});
    has_end_marker_ = has_end_marker_ || is_marker;
}

void DeclaredItemChecker::check_part_type(const ReceivedEvent& received) {
    if (!received.part || contract_.part_types.empty()) return;
    const std::string type = received.part->content_type();
    const auto fits = [&](const std::string& one) {
        return http::match_specificity(one, type).has_value();
    };
    if (std::ranges::any_of(contract_.part_types, fits)) return;
    findings_.add(StreamRuleId::kPartType,
                  {.got = received.part->headers.has("Content-Type")
                              ? "a part with Content-Type " + to_short_text(Json(type), kShownType)
                              : "a part without Content-Type, which is text",
                   .expected = "parts of " + quoted_list(contract_.part_types),
                   .position = received.position});
}

bool DeclaredItemChecker::is_unread(const ReceivedEvent& received) {
    std::string reason = received.part ? received.part->unread_reason() : "";
    if (reason.empty()) return false;
    if (contract_.schema_pointers().empty()) return true;
    if (unjudged_parts_++ == 0) unjudged_reason_ = std::move(reason);
    return true;
}

void DeclaredItemChecker::finish(const StreamPosition& end) {
    if (contract_.end_markers.empty() || has_end_marker_) return;
    findings_.add(
        StreamRuleId::kEndMarker,
        {.got = "the end of the stream without one",
         .expected = fmt::format("{} as the last item", quoted_list(contract_.end_markers)),
         .position = end});
}

/// An item of a text/event-stream is the event, any other is its value. An end marker is no JSON
/// value.
void DeclaredItemChecker::check_item(const ReceivedEvent& received) {
    if (contract_.item_schema.empty() || (!is_event_stream_ && !received.data)) return;
    const auto& schema = api_.schema(contract_.item_schema);
    if (!schema) return;  // reported when the suite was loaded
    if (!is_event_stream_)
        return note_violations(
            judge(*schema, *received.data, received.event.data), "", *received.data, received);
    const Json& event = event_object(received);
    note_violations(judge(*schema, event, ""), "", event, received);
    const Json& text = received.data ? *received.data : event[kDataMember];
    note_violations(text_schemas_->evaluate(event, received.data), kDataPointer, text, received);
}

/// Returns the pointer of the schema of the item's data; nothing if none applies, or if its kind is
/// not allowed.
std::optional<std::string> DeclaredItemChecker::schema_of(const ReceivedEvent& received) {
    std::string kind(received.event.type);
    if (!contract_.kind_at.empty()) {
        const Json* named =
            received.data ? find(*received.data, std::string_view(contract_.kind_at)) : nullptr;
        kind = named && named->is_string() ? named->get<std::string>() : "";
    }
    const auto found = contract_.kinds.find(kind);
    if (found != contract_.kinds.end()) return found->second;
    if (!contract_.data_schema.empty()) return contract_.data_schema;
    if (contract_.kinds.empty()) return std::nullopt;
    std::vector<std::string> kinds;
    for (const auto& [name, schema] : contract_.kinds) kinds.push_back(name);
    findings_.add(
        StreamRuleId::kKind,
        {.got = kind.empty() ? "an item without a kind" : fmt::format("an item of kind {}", kind),
         .expected = fmt::format("an item of kind {}", quoted_list(kinds)),
         .position = received.position});
    return std::nullopt;
}

void DeclaredItemChecker::check_data(const ReceivedEvent& received) {
    const auto pointer = schema_of(received);
    if (!pointer) return;
    const auto& schema = api_.schema(*pointer);
    if (!schema) return;
    const Json text = received.data ? Json() : Json(received.event.data);
    const Json& value = received.data ? *received.data : text;
    const auto violations = judge(*schema, value, received.data ? received.event.data : "");
    if (violations.empty()) return;
    // Data that is JSON may also be meant as text: `5` fits a schema of strings.
    if (is_event_stream_ && schema->accepts(Json(received.event.data))) return;
    note_violations(violations, "", value, received);
}

std::vector<Violation> DeclaredItemChecker::judge(const Schema& schema,
                                                  const Json& value,
                                                  std::string_view text) {
    WrittenNumbers numbers(text, value);
    SchemaJudgement judgement = schema.judge(value, &numbers);
    if (!judgement.unjudged.empty() && unjudged_parts_++ == 0)
        unjudged_reason_ = std::move(judgement.unjudged.front().message);
    return std::move(judgement.violations);
}

void DeclaredItemChecker::note_violations(const std::vector<Violation>& violations,
                                          const std::string& prefix,
                                          const Json& value,
                                          const ReceivedEvent& received) {
    for (const Violation& violation : violations) {
        const std::string& pointer = violation.instance_pointer;
        const Json* part = find(value, std::string_view(pointer));
        const std::string at = prefix.empty() && pointer.empty() ? "the item" : prefix + pointer;
        findings_.add(StreamRuleId::kDeclaredItem,
                      {.got = part ? fmt::format("{} is {}", at, to_short_text(*part))
                                   : fmt::format("{} is missing", at),
                       .expected = fmt::format("{}: {}", at, violation.message),
                       .position = received.position,
                       .kind = kind_of(violation)});
    }
}

}  // namespace plumbline::streaming
