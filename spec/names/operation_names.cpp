#include "spec/names/operation_names.hpp"

#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

using Segments = std::vector<http::PathTemplate::Segment>;

std::string text_of(Segments::const_iterator from, Segments::const_iterator to) {
    std::string text;
    for (; from != to; ++from) text += '/' + from->written();
    return text;
}

std::set<std::string> holes_of(const http::PathTemplate& path) {
    std::set<std::string> names;
    for (const auto& segment : path.segments()) {
        if (segment.is_parameter) names.insert(segment.text);
    }
    return names;
}

/// Puts their beginning of a path in the place of ours; the longest of ours that fits counts.
Result<http::PathTemplate> their_path(const Operation& operation, VocabularyFile& file) {
    const Segments& segments = operation.path.segments();
    for (auto end = segments.end(); end != segments.begin(); --end) {
        const NameEntry* entry = file.paths.find(text_of(segments.begin(), end));
        if (!entry) continue;
        for (auto shorter = end; shorter != segments.begin(); --shorter) {
            file.paths.know(text_of(segments.begin(), shorter));
        }
        const std::string start = entry->theirs == "/" ? "" : entry->theirs;
        const std::string rest = text_of(end, segments.end());
        auto path = http::PathTemplate::parse(start.empty() && rest.empty() ? "/" : start + rest);
        if (!path) return file.problem(*entry, path.error().message);
        if (holes_of(*path) == holes_of(operation.path)) return path;
        return file.problem(
            *entry,
            fmt::format("found \"{}\", expected the parameters of {}, each in a segment of its own",
                        path->text(),
                        operation.path.text()));
    }
    return operation.path;
}

/// Returns the schemas of the JSON bodies among `contents`.
std::vector<std::string> json_schemas(const std::vector<Content>& contents) {
    std::vector<std::string> pointers;
    for (const Content& content : contents) {
        if (content.schema_pointer.empty() || !http::is_json_media_type(content.media_type))
            continue;
        pointers.push_back(content.schema_pointer);
    }
    return pointers;
}

Result<void> add_parameters(VocabularyFile& file, Shapes& shapes, OperationNames& names) {
    std::set<std::string> declared;
    for (const Parameter& parameter : names.operation->parameters) {
        if (parameter.place != ParameterPlace::kQuery) continue;
        declared.insert(parameter.name);
        if (parameter.schema_pointer.empty()) continue;
        auto shape = shapes.of_parameter(parameter.name, parameter.schema_pointer);
        if (!shape) return fail(shape.error());
        names.query_values[parameter.name] = *shape;
    }
    auto map = file.map_of(declared,
                           "the query of " + names.operation->id,
                           [&](const std::string& name) { return file.parameters.find(name); });
    if (!map) return fail(map.error());
    names.parameters = std::move(*map);
    return {};
}

Result<void> add_stream(Shapes& shapes, const StreamContract& stream, OperationNames& names) {
    for (const auto& [mode, item] : stream.modes) {
        auto shape = shapes.of_body({item.schema_pointer});
        if (!shape) return fail(shape.error());
        names.modes[mode] = *shape;
        names.events[item.event] = *shape;
    }
    if (!stream.first) return {};
    auto shape = shapes.of_body({stream.first->schema_pointer});
    if (!shape) return fail(shape.error());
    names.events.emplace(stream.first->event, *shape);
    return {};
}

Result<void> add_bodies(Shapes& shapes, OperationNames& names) {
    if (names.operation->body) {
        auto shape = shapes.of_body(json_schemas(names.operation->body->content));
        if (!shape) return fail(shape.error());
        names.request = *shape;
    }
    for (const DeclaredResponse& response : names.operation->responses) {
        auto shape = shapes.of_body(json_schemas(response.content));
        if (!shape) return fail(shape.error());
        names.responses[response.status] = *shape;
        for (const Content& content : response.content) {
            if (!content.stream) continue;
            auto done = add_stream(shapes, *content.stream, names);
            if (!done) return done;
        }
    }
    return {};
}

/// Returns one `name=value` of a query in other names; a broken escape stays.
std::string translated_pair(const OperationNames& names, std::string_view pair, Toward toward) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto name = http::percent_decode(pair.substr(0, equals), true);
    if (!name) return std::string(pair);
    const std::string& other = names.parameters.translated(*name, toward);
    const auto shape = names.query_values.find(toward == Toward::kTheirs ? *name : other);
    std::string value(pair.substr(equals));
    const auto text =
        value.empty() ? Result<std::string>("") : http::percent_decode(value.substr(1), true);
    if (text && shape != names.query_values.end() && shape->second->differs) {
        const std::string& listed = shape->second->values.translated(*text, toward);
        if (listed != *text) value = '=' + http::percent_encode(listed);
    }
    return (other == *name ? std::string(pair.substr(0, equals)) : http::percent_encode(other)) +
           value;
}

}  // namespace

const Shape* OperationNames::response(int status) const {
    const DeclaredResponse* declared = operation->response_for(status);
    return declared ? responses.at(declared->status) : nullptr;
}

std::string OperationNames::target(const std::string& target, Toward toward) const {
    const auto parsed = http::parse_target(target);
    if (!parsed) return target;
    const bool to_theirs = toward == Toward::kTheirs;
    const http::PathTemplate& from = to_theirs ? operation->path : their_path;
    const http::PathTemplate& to = to_theirs ? their_path : operation->path;
    std::string result = parsed->path;
    const auto holes = from.match(parsed->segments);
    if (holes && from.text() != to.text()) result = to.fill(*holes).value_or(result);
    const std::size_t query = target.find('?');
    if (query == std::string::npos) return result;
    std::vector<std::string> pairs;
    for (const std::string_view pair : split(std::string_view(target).substr(query + 1), '&')) {
        pairs.push_back(translated_pair(*this, pair, toward));
    }
    return result + '?' + join(pairs, "&");
}

void OperationNames::rename_location(Json& loc, const NameMap& headers, Toward toward) const {
    if (loc.size() < 2 || !loc[0].is_string()) return;
    const auto place = loc[0].get<std::string>();
    if (place == "query" || place == "header") {
        if (!loc[1].is_string()) return;
        const auto name = loc[1].get<std::string>();
        const std::string key = place == "header" ? to_lower(name) : name;
        const std::string& other =
            (place == "query" ? parameters : headers).translated(key, toward);
        if (other != key) loc[1] = other;
        return;
    }
    const Shape* shape = place == "body" ? request : nullptr;
    for (std::size_t i = 1; i < loc.size() && shape; ++i) {
        if (!loc[i].is_string()) {
            shape = loc[i].is_number_unsigned() || loc[i].is_number_integer()
                        ? shape->item(loc[i].get<std::size_t>())
                        : nullptr;
            continue;
        }
        const auto name = loc[i].get<std::string>();
        const std::string& other = shape->names.translated(name, toward);
        shape = shape->member(toward == Toward::kTheirs ? name : other);
        loc[i] = std::string(other);
    }
}

Result<OperationNames> names_of(const Operation& operation, VocabularyFile& file, Shapes& shapes) {
    OperationNames names;
    names.operation = &operation;
    auto path = their_path(operation, file);
    if (!path) return fail(path.error());
    names.their_path = std::move(*path);
    auto done =
        add_parameters(file, shapes, names).and_then([&] { return add_bodies(shapes, names); });
    if (!done) return fail(done.error());
    return names;
}

}  // namespace plumbline
