#include "mock_server/engine/entity_tags.hpp"

#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr int kNotModified = 304;
constexpr int kPreconditionFailed = 412;

bool declares_header(const Operation& operation, std::string_view name) {
    return std::any_of(
        operation.parameters.begin(), operation.parameters.end(), [&](const Parameter& parameter) {
            return parameter.location == ParameterLocation::kHeader &&
                   equals_ignoring_case(parameter.name, name);
        });
}

/// Returns whether a list of entity tags has the tag, or is `*`. A weak tag equals the strong one.
bool has_tag(std::string_view list, std::string_view tag) {
    const auto parts = split(list, ',');
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
        part = trimmed(part);
        if (part.starts_with("W/")) part.remove_prefix(2);
        return part == tag || part == "*";
    });
}

}  // namespace

std::string entity_tag(const Record& record) {
    return fmt::format("\"{:016x}\"", fingerprint(to_text(*record.body)));
}

bool declares_entity_tag(const Operation& operation, int status) {
    const DeclaredResponse* response = operation.response_for(status);
    return response && std::any_of(response->headers.begin(),
                                   response->headers.end(),
                                   [](const DeclaredHeader& header) {
                                       return equals_ignoring_case(header.name, "ETag");
                                   });
}

std::optional<EngineResponse> check_preconditions(RequestContext& context) {
    if (!context.is_foreign() || context.record == 0) return std::nullopt;
    // The tag of a record is rendered only for a conditional request.
    const std::string* match = context.request.headers.find("If-Match");
    const std::string* none_match = context.request.headers.find("If-None-Match");
    if (!match && !none_match) return std::nullopt;
    const Operation& operation = *context.operation();
    const bool has_tags = declares_entity_tag(operation, context.spec().status);
    const std::string tag = entity_tag(context.found_record());
    if (match && (has_tags || declares_header(operation, "If-Match")) && !has_tag(*match, tag)) {
        return detail_response(kPreconditionFailed,
                               fmt::format("the record has the entity tag {}", tag));
    }
    const bool is_read = context.spec().is_any_of<ReadRecord>();
    const bool is_known = none_match && (has_tags || declares_header(operation, "If-None-Match")) &&
                          has_tag(*none_match, tag);
    if (!is_known) return std::nullopt;
    if (is_read) return EngineResponse{kNotModified, {{"ETag", tag}}};
    return detail_response(kPreconditionFailed,
                           fmt::format("the record has the entity tag {}", tag));
}

}  // namespace plumbline::mock
