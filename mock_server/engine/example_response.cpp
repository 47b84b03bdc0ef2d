#include "mock_server/engine/example_response.hpp"

#include "mock_server/engine/declared_response.hpp"
#include "mock_server/engine/requested_content.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace plumbline::mock {
namespace {

constexpr std::size_t kExampleItems = 3;

/// Returns the lines of a field of an event: one for each line of the value.
std::string field_lines(std::string_view field, const Json& value) {
    const std::string text = plain_text(value);
    std::string lines;
    for (const std::string_view line : split(text, '\n'))
        lines += std::string(field) + ": " + std::string(line) + '\n';
    return lines;
}

/// Returns an event with the fields of an item, as `itemSchema` describes it.
std::string event_of(const Json& item) {
    std::string event;
    for (const std::string_view field : {"id", "event", "retry", "data"}) {
        if (const Json* value = member(item, field)) event += field_lines(field, *value);
    }
    return event + '\n';
}

/// Returns the example items of a sequence: those of the document, else one of each kind, or
/// several of the one schema.
Result<std::vector<Json>> example_items(const RequestContext& context,
                                        const MediaType& content,
                                        const Json* given) {
    if (given && given->is_array()) return std::vector<Json>(given->begin(), given->end());
    if (given) return std::vector<Json>{*given};
    const ExampleValues values(*context.api(), MessageDirection::kResponse);
    const ItemContract items = content.items.value_or(ItemContract{});
    std::vector<Json> examples;
    for (const auto& [kind, schema] : items.kinds) {
        auto value = values.value(schema);
        if (!value) return fail(value.error());
        if (items.kind_at.empty()) {
            examples.push_back(Json{{"event", kind}, {"data", std::move(*value)}});
            continue;
        }
        (void)set_at(*value, JsonPointer::parse(items.kind_at).value_or(JsonPointer()), kind);
        examples.push_back(std::move(*value));
    }
    if (!examples.empty()) return examples;
    const std::string& schema = !items.data_schema.empty()   ? items.data_schema
                                : !items.item_schema.empty() ? items.item_schema
                                                             : content.schema_pointer;
    for (std::size_t i = 0; i < kExampleItems; ++i) {
        auto value = values.value(schema, i);
        if (!value) return fail(value.error());
        examples.push_back(std::move(*value));
    }
    return examples;
}

/// Returns the text of a sequence: of items as events, or one on each line. `given` is an array of
/// them, or one item; null if the document has no example.
Result<std::string> sequence_text(const RequestContext& context,
                                  const MediaType& content,
                                  const Json* given) {
    const auto items = example_items(context, content, given);
    if (!items) return fail(items.error());
    const ItemContract contract = content.items.value_or(ItemContract{});
    // An item of `itemSchema`, or of a kind that is the event's name, has the fields of an event.
    const bool have_fields =
        contract.kinds.empty() ? contract.data_schema.empty() : contract.kind_at.empty();
    const bool is_event_stream = content.name == "text/event-stream";
    std::string text;
    for (const Json& item : *items) {
        if (!is_event_stream)
            text += to_text(item) + '\n';
        else if (have_fields && member(item, "data"))
            text += event_of(item);
        else
            text += field_lines("data", item) + '\n';
    }
    for (const std::string& marker : contract.end_markers)
        text += is_event_stream ? "data: " + marker + "\n\n" : marker + '\n';
    return text;
}

}  // namespace

PreferredExample preferred_example(const http::Request& request) {
    PreferredExample preferred;
    const std::string header = replace_all(request.headers.joined("Prefer"), ";", ",");
    for (const std::string_view part : split(header, ',')) {
        const std::string_view preference = trimmed(part);
        const std::size_t equals = preference.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string name = to_lower(trimmed(preference.substr(0, equals)));
        std::string_view value = trimmed(preference.substr(equals + 1));
        if (value.size() > 1 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        if (name == "example") preferred.example = std::string(value);
        int status = 0;
        const auto [end, trouble] =
            std::from_chars(value.data(), value.data() + value.size(), status);
        const bool is_status = trouble == std::errc() && end == value.data() + value.size() &&
                               status >= 200 && status <= 599;
        if (name == "code" && is_status) preferred.status = status;
    }
    return preferred;
}

EngineResponse example_response(const RequestContext& context,
                                int status,
                                const std::string& example) {
    const DeclaredResponse* declared = context.operation()->response_for(status);
    EngineResponse response{status};
    const MediaType* content = declared ? requested_content(context, *declared) : nullptr;
    if (!content) {
        if (!example.empty())
            return detail_response(404, fmt::format("no example is named \"{}\"", example));
        return response;
    }
    response.headers.set("Content-Type", content_type(*content));
    const auto [given, is_text] = given_example(*context.api(), *content, example);
    if (!given && !example.empty())
        return detail_response(404, fmt::format("no example is named \"{}\"", example));
    const bool is_json = !is_text && (http::is_json_media_type(content->name) ||
                                      (content->is_range() && (!given || !given->is_string())));
    const bool is_sequence = http::is_sequence_media_type(content->name);
    if (given && (!is_sequence || given->is_string())) {
        response.body = shared_text(is_json ? to_text(*given) : plain_text(*given));
    } else if (is_sequence) {
        auto text = sequence_text(context, *content, given);
        if (!text) return no_example(text.error());
        response.body = shared_text(std::move(*text));
    } else {
        const ExampleValues values(*context.api(), MessageDirection::kResponse);
        const auto value = values.value(content->schema_pointer);
        if (!value) return no_example(value.error());
        response.body = shared_text(is_json ? to_text(*value) : plain_text(*value));
    }
    add_declared_headers(context, *declared, response);
    return response;
}

EngineResponse with_requested_content(const RequestContext& context, EngineResponse response) {
    const DeclaredResponse* declared = context.operation()->response_for(response.status);
    const bool has_content = response.stream || response.headers.find("Content-Type") != nullptr;
    if (!declared || has_content || !http::is_success(response.status)) return response;
    const MediaType* content = requested_content(context, *declared);
    if (!content || http::is_json_media_type(content_type(*content))) return response;
    EngineResponse example = example_response(context, response.status, "");
    if (example.status != response.status) return example;
    response.body = std::move(example.body);
    response.headers.set("Content-Type", content_type(*content));
    return response;
}

}  // namespace plumbline::mock
