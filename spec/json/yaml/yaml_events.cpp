#include "spec/json/yaml/yaml_events.hpp"

#include "spec/base/check.hpp"
#include "spec/json/parser/text_validation.hpp"

#include <yaml.h>

namespace plumbline {
namespace {

/// The parser adds a missing line end at the end of the text, and so may report a line that does
/// not exist.
SourcePosition position_of(const yaml_mark_t& mark, const SourcePosition& end) {
    const int line = static_cast<int>(mark.line) + 1;
    return line > end.line ? end : SourcePosition{line, static_cast<int>(mark.column) + 1};
}

std::string_view view_of(const yaml_char_t* text) {
    return text ? reinterpret_cast<const char*>(text) : std::string_view();
}

std::string_view view_of(const char* text) {
    return text ? text : std::string_view();
}

YamlError error_of(const yaml_parser_t& parser, std::string_view text, const SourcePosition& end) {
    PLUMBLINE_CHECK(parser.error != YAML_MEMORY_ERROR, "out of memory");
    const std::string_view problem = view_of(parser.problem);
    const std::string_view context = view_of(parser.context);
    std::string message = "not YAML: " + std::string(problem);
    if (parser.error == YAML_READER_ERROR)
        return {std::move(message), LineCounter(text).position(parser.problem_offset)};
    // The parser's messages for these two are not helpful.
    if (problem == "did not find expected <document start>")
        return {kSecondDocument, position_of(parser.problem_mark, end), ErrorCode::kInvalid};
    if (problem == "found unexpected end of stream" && context == "while scanning a quoted scalar")
        return {"the quotes that open here are never closed",
                position_of(parser.context_mark, end)};
    if (!context.empty()) message += ", " + std::string(context);
    return {std::move(message), position_of(parser.problem_mark, end)};
}

template <typename Part>
YamlEvent with_properties(YamlEventType kind, const Part& part) {
    return {.type = kind, .tag = view_of(part.tag), .anchor = view_of(part.anchor)};
}

YamlEvent scalar(const yaml_event_t& from) {
    const auto& part = from.data.scalar;
    YamlEvent event = with_properties(YamlEventType::kScalar, part);
    event.text = {reinterpret_cast<const char*>(part.value), part.length};
    event.is_plain = part.style == YAML_PLAIN_SCALAR_STYLE && !event.is_text_tag();
    return event;
}

/// Returns nothing for an event that the reader does not need.
std::optional<YamlEvent> event_of(const yaml_event_t& from) {
    switch (from.type) {
        case YAML_DOCUMENT_START_EVENT:
            return YamlEvent{.type = YamlEventType::kDocument};
        case YAML_ALIAS_EVENT:
            return YamlEvent{.type = YamlEventType::kAlias,
                             .anchor = view_of(from.data.alias.anchor)};
        case YAML_SCALAR_EVENT:
            return scalar(from);
        case YAML_SEQUENCE_START_EVENT:
            return with_properties(YamlEventType::kSequence, from.data.sequence_start);
        case YAML_MAPPING_START_EVENT:
            return with_properties(YamlEventType::kMapping, from.data.mapping_start);
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
            return YamlEvent{.type = YamlEventType::kEnd};
        default:
            return std::nullopt;
    }
}

}  // namespace

bool YamlEvent::is_text_tag() const {
    return tag == "!" || tag == YAML_STR_TAG;
}

struct YamlEvents::LibyamlParser {
    yaml_parser_t state{};
    yaml_event_t event{};
};

YamlEvents::YamlEvents(std::string_view text)
    : text_(text),
      end_(LineCounter(text).position(text.size())),
      parser_(std::make_unique<LibyamlParser>()) {
    PLUMBLINE_CHECK(yaml_parser_initialize(&parser_->state) == 1, "out of memory");
    yaml_parser_set_encoding(&parser_->state, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(
        &parser_->state, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

YamlEvents::~YamlEvents() {
    yaml_event_delete(&parser_->event);
    yaml_parser_delete(&parser_->state);
}

tl::expected<std::optional<YamlEvent>, YamlError> YamlEvents::next() {
    auto& [state, last] = *parser_;
    while (true) {
        yaml_event_delete(&last);
        if (yaml_parser_parse(&state, &last) == 0)
            return tl::unexpected(error_of(state, text_, end_));
        if (last.type == YAML_STREAM_END_EVENT) return std::nullopt;
        if (auto event = event_of(last)) {
            event->at = position_of(last.start_mark, end_);
            return event;
        }
    }
}

}  // namespace plumbline
