#include "spec/names/operation_names.hpp"

#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

using Segments = std::vector<http::PathTemplate::TemplateSegment>;

std::string segments_text(Segments::const_iterator from, Segments::const_iterator to) {
    std::string text;
    for (; from != to; ++from) text += '/' + from->to_text();
    return text;
}

std::set<std::string> parameter_names(const http::PathTemplate& path) {
    return {path.parameters().begin(), path.parameters().end()};
}

/// Replaces the prefix of a path by that of the target; the longest matching entry applies.
http::PathTemplate build_target_path(const Operation& operation, VocabularyFile& file) {
    const Segments& segments = operation.path.segments();
    for (auto end = segments.end(); end != segments.begin(); --end) {
        const NameEntry* entry = file.paths.find(segments_text(segments.begin(), end));
        if (!entry) continue;
        for (auto shorter = end; shorter != segments.begin(); --shorter) {
            file.paths.mark_known(segments_text(segments.begin(), shorter));
        }
        const std::string start = entry->target_name == "/" ? "" : entry->target_name;
        const std::string rest = segments_text(end, segments.end());
        auto path = http::PathTemplate::parse(start.empty() && rest.empty() ? "/" : start + rest);
        if (path && parameter_names(*path) == parameter_names(operation.path)) return *path;
        file.report(file.entry_error(
            *entry,
            !path ? path.error().message
                  : fmt::format("found \"{}\", expected the parameters of {}, each in a separate "
                                "segment",
                                path->text(),
                                operation.path.text())));
        break;
    }
    return operation.path;
}

/// Returns the schema pointers of the JSON media types in `contents`.
std::vector<std::string> json_schema_pointers(const std::vector<MediaType>& contents) {
    std::vector<std::string> pointers;
    for (const MediaType& content : contents) {
        if (content.schema_pointer.empty() || !http::is_json_media_type(content.name)) continue;
        pointers.push_back(content.schema_pointer);
    }
    return pointers;
}

void add_parameters(VocabularyFile& file, SchemaNamesBuilder& builder, OperationNames& names) {
    std::set<std::string> declared;
    for (const Parameter& parameter : names.operation->parameters) {
        if (parameter.location != ParameterLocation::kQuery) continue;
        declared.insert(parameter.name);
        if (parameter.schema_pointer.empty()) continue;
        names.query_values[parameter.name] =
            builder.for_parameter(parameter.name, parameter.schema_pointer);
    }
    names.parameters = file.build_name_map(
        declared, "the query of " + names.operation->id, [&](const std::string& name) {
            return file.parameters.find(name);
        });
}

void add_stream(SchemaNamesBuilder& builder, const StreamContract& stream, OperationNames& names) {
    for (const auto& [mode, item] : stream.modes) {
        names.modes[mode] = builder.for_body({item.schema_pointer});
        names.events[item.name] = names.modes[mode];
    }
    if (!stream.first) return;
    names.events.emplace(stream.first->name, builder.for_body({stream.first->schema_pointer}));
}

void add_bodies(SchemaNamesBuilder& builder, OperationNames& names) {
    if (names.operation->body)
        names.request = builder.for_body(json_schema_pointers(names.operation->body->content));
    for (const DeclaredResponse& response : names.operation->responses) {
        names.responses[response.status] = builder.for_body(json_schema_pointers(response.content));
        for (const MediaType& content : response.content) {
            if (content.stream) add_stream(builder, *content.stream, names);
        }
    }
}

/// Translates one `name=value` of a query; keeps a pair with an invalid escape.
std::string translate_pair(const OperationNames& names,
                           std::string_view pair,
                           NameDirection direction) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto name = http::percent_decode(pair.substr(0, equals), true);
    if (!name) return std::string(pair);
    const std::string& other = names.parameters.translate(*name, direction);
    const auto schema_names =
        names.query_values.find(direction == NameDirection::kToTarget ? *name : other);
    std::string value(pair.substr(equals));
    const auto decoded =
        value.empty() ? Result<std::string>("") : http::percent_decode(value.substr(1), true);
    if (decoded && schema_names != names.query_values.end() && schema_names->second->has_renames) {
        const std::string& translated = schema_names->second->values.translate(*decoded, direction);
        if (translated != *decoded) value = '=' + http::percent_encode(translated);
    }
    return (other == *name ? std::string(pair.substr(0, equals)) : http::percent_encode(other)) +
           value;
}

}  // namespace

const SchemaNames* OperationNames::response(int status) const {
    const DeclaredResponse* declared = operation->response_for(status);
    return declared ? responses.at(declared->status) : nullptr;
}

std::string OperationNames::translate_target(const std::string& target,
                                             NameDirection direction) const {
    const auto parsed = http::parse_target(target);
    if (!parsed) return target;
    const bool to_theirs = direction == NameDirection::kToTarget;
    const http::PathTemplate& from = to_theirs ? operation->path : target_path;
    const http::PathTemplate& to = to_theirs ? target_path : operation->path;
    std::string result = parsed->path;
    const auto parameter_values = from.match(parsed->segments);
    if (parameter_values && from.text() != to.text())
        result = to.fill(*parameter_values).value_or(result);
    const std::size_t query = target.find('?');
    if (query == std::string::npos) return result;
    std::vector<std::string> pairs;
    for (const std::string_view pair : split(std::string_view(target).substr(query + 1), '&')) {
        pairs.push_back(translate_pair(*this, pair, direction));
    }
    return result + '?' + join(pairs, "&");
}

void OperationNames::rename_location(Json& loc,
                                     const NameBimap& headers,
                                     NameDirection direction) const {
    if (loc.size() < 2 || !loc[0].is_string()) return;
    const auto location = loc[0].get<std::string>();
    if (location == "query" || location == "header") {
        if (!loc[1].is_string()) return;
        const auto name = loc[1].get<std::string>();
        const std::string key = location == "header" ? to_lower(name) : name;
        const std::string& other =
            (location == "query" ? parameters : headers).translate(key, direction);
        if (other != key) loc[1] = other;
        return;
    }
    const SchemaNames* schema_names = location == "body" ? request : nullptr;
    for (std::size_t i = 1; i < loc.size() && schema_names; ++i) {
        if (!loc[i].is_string()) {
            schema_names = loc[i].is_number_unsigned() || loc[i].is_number_integer()
                               ? schema_names->item(loc[i].get<std::size_t>())
                               : nullptr;
            continue;
        }
        const auto name = loc[i].get<std::string>();
        const std::string& other = schema_names->names.translate(name, direction);
        schema_names = schema_names->member(direction == NameDirection::kToTarget ? name : other);
        loc[i] = std::string(other);
    }
}

OperationNames build_operation_names(const Operation& operation,
                                     VocabularyFile& file,
                                     SchemaNamesBuilder& builder) {
    OperationNames names;
    names.operation = &operation;
    names.target_path = build_target_path(operation, file);
    add_parameters(file, builder, names);
    add_bodies(builder, names);
    return names;
}

}  // namespace plumbline
