#include "conformance/workflow/checks/checks.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/http/message.hpp"

#include <fmt/core.h>

#include <functional>
#include <set>

namespace plumbline::workflow {
namespace {

using AddPart = std::function<void(const Error&)>;

void add_parts_of(const ApiDocument& api, const std::string& schema_pointer, const AddPart& add) {
    if (schema_pointer.empty()) return;
    const auto& schema = api.schema(schema_pointer);
    if (!schema) add(schema.error());
    if (!schema) return;
    for (const Error& part : schema->unjudged()) add(part);
    for (const Error& part : schema->imprecise_parts()) add(part);
}

void add_items_of(const ApiDocument& api,
                  const Operation& operation,
                  const MediaType& content,
                  const AddPart& add) {
    const ItemContract& items = *content.items;
    const auto add_at = [&](const std::string& pointer, std::string_view what) {
        add({ErrorCode::kUnsupported,
             fmt::format("{} of {} of operation {}", what, content.name, operation.id),
             api.document().where(pointer),
             {}});
    };
    if (!items.item_schema.empty() && !http::is_sequence_media_type(content.name))
        return add_at(items.item_schema, "items");
    for (const std::string& pointer : items.schema_pointers()) add_parts_of(api, pointer, add);
    for (const std::string& pointer : items.unread)
        add_at(pointer, fmt::format("{} of parts", pointer.substr(pointer.rfind('/') + 1)));
}

void add_content(const ApiDocument& api,
                 const Operation& operation,
                 const MediaType& content,
                 const AddPart& add) {
    const auto add_bodies = [&](std::string_view what) {
        add({ErrorCode::kUnsupported,
             fmt::format("{} of {} of operation {}", what, content.name, operation.id),
             api.document().where(content.schema_pointer),
             {}});
    };
    const ContentForm form = content_form(api, content, content.key);
    if (content.items) add_items_of(api, operation, content, add);
    if (content.items && !content.items->schema_pointers().empty()) {
        // The items are judged one by one.
        if (!content.schema_pointer.empty() && form != ContentForm::kAnyBytes)
            add_bodies("whole bodies");
    } else if (form == ContentForm::kUnjudged && !content.is_range()) {
        // Of a range, only the response shows whether it can be judged.
        add_bodies("bodies");
    } else if (form != ContentForm::kAnyBytes) {
        add_parts_of(api, content.schema_pointer, add);
    }
}

/// Adds what cannot be judged of the responses of `operation`, in the order of the document.
void add_parts_of(const ApiDocument& api, const Operation& operation, const AddPart& add) {
    for (const Error& part : operation.unjudged) add(part);
    if (operation.responses.empty()) {
        add({ErrorCode::kUnsupported,
             fmt::format("statuses of operation {}, which declares no response", operation.id),
             operation.where,
             {}});
    }
    for (const DeclaredResponse& response : operation.responses) {
        for (const MediaType& content : response.content) add_content(api, operation, content, add);
        for (const DeclaredHeader& header : response.headers)
            add_parts_of(api, header.schema_pointer, add);
    }
}

}  // namespace

std::vector<Error> unjudged_parts(const Suite& suite) {
    std::vector<Error> parts;
    std::set<std::string> texts;  // several schemas may reach the same position
    const auto add_once = [&](const Error& part) {
        // An unknown format is reported once, whatever its place.
        const bool is_unknown = part.code == ErrorCode::kNotFound;
        if (texts.insert(is_unknown ? part.message : to_text(part)).second) parts.push_back(part);
    };
    std::set<const Operation*> seen;
    for (const Workflow& workflow : suite.workflows) {
        for (const Step& step : workflow.steps) {
            if (!step.operation || !step.api->is_foreign() || !seen.insert(step.operation).second)
                continue;
            add_parts_of(*step.api, *step.operation, add_once);
        }
    }
    return parts;
}

void check_response_schemas(const Suite& suite, ProblemCollector& problems) {
    for (Error part : unjudged_parts(suite)) {
        part.message =
            fmt::format("responses are not judged by this part of the document: {}", part.message);
        problems.add(ProblemSeverity::kWarning, std::move(part));
    }
}

}  // namespace plumbline::workflow
