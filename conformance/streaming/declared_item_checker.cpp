#include "conformance/streaming/declared_item_checker.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace plumbline::streaming {
namespace {

constexpr std::string_view kDataPointer = "/data";

std::string quoted_list(const std::vector<std::string>& texts) {
    return fmt::format("\"{}\"", fmt::join(texts, "\" or \""));
}

}  // namespace

Json event_object(const ReceivedEvent& received) {
    const sse::Event& event = received.event;
    Json object{{"data", std::string(event.data)}};
    if (event.has_type) object["event"] = std::string(event.type);
    if (event.has_id) object["id"] = std::string(event.id);
    if (event.has_retry && received.retry)
        object["retry"] =
            std::chrono::duration_cast<std::chrono::milliseconds>(*received.retry).count();
    return object;
}

DeclaredItemChecker::DeclaredItemChecker(const ItemContract& contract,
                                         const ApiDocument& api,
                                         bool is_event_stream,
                                         FindingCollector& findings)
    : contract_(contract), api_(api), is_event_stream_(is_event_stream), findings_(findings) {
    if (is_event_stream && !contract.item_schema.empty())
        text_schemas_.emplace(api, contract.item_schema);
}

bool DeclaredItemChecker::is_end_marker(std::string_view data) const {
    return std::ranges::find(contract_.end_markers, data) != contract_.end_markers.end();
}

void DeclaredItemChecker::check(const ReceivedEvent& received) {
    const bool is_marker = is_end_marker(received.event.data);
    check_order(received, is_marker);
    if (!is_event_stream_ && !is_marker && !received.data) {
        findings_.add(StreamRuleId::kItemJson,
                      {.got = parse_json(received.event.data, "", kMessageLimits).error().message,
                       .position = received.position});
        return;
    }
    check_item(received);
    if (!is_marker) check_data(received);
}

void DeclaredItemChecker::check_order(const ReceivedEvent& received, bool is_marker) {
    if (has_end_marker_)
        findings_.add(StreamRuleId::kEndMarker,
                      {.got = "an item after an end marker", .position = received.position});
    has_end_marker_ = has_end_marker_ || is_marker;
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
        return note_violations(schema->evaluate(*received.data), "", *received.data, received);
    const Json event = event_object(received);
    note_violations(schema->evaluate(event), "", event, received);
    const Json text = received.data ? *received.data : event["data"];
    note_violations(
        text_schemas_->evaluate(event, received.data), std::string(kDataPointer), text, received);
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
    // Data that is JSON may also be meant as text: `5` fits a schema of strings.
    const Json text(std::string(received.event.data));
    const Json& value = received.data ? *received.data : text;
    const auto violations = schema->evaluate(value);
    if (violations.empty() || (is_event_stream_ && schema->accepts(text))) return;
    note_violations(violations, "", value, received);
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
                       .position = received.position});
    }
}

}  // namespace plumbline::streaming
