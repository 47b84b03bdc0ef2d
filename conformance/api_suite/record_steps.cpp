#include "conformance/api_suite/record_steps.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::api_suite {
namespace {

/// The number of members that a step compares; more would only repeat the same check.
constexpr std::size_t kMaxCompared = 8;
constexpr std::size_t kMaxParents = 8;

/// Returns the expression of a member of the record in a response.
std::string member_expression(const OperationRole& role, const std::string& name) {
    return "$response.body#" + role.body_pointer + '/' + escape_pointer_token(name);
}

/// Returns the criterion that a page is the only one; JSON null if its body does not show it.
Json only_page_criterion(const ListConventions& list) {
    const auto member_of_body = [](const std::string& name) {
        return "$response.body#/" + escape_pointer_token(name);
    };
    if (!list.has_more_member.empty())
        return condition(member_of_body(list.has_more_member) + " == false");
    if (!list.next_member.empty()) return condition(member_of_body(list.next_member) + " == null");
    if (!list.total_member.empty() && list.default_limit > 0) {
        return condition(
            fmt::format("{} <= {}", member_of_body(list.total_member), list.default_limit));
    }
    return {};
}

bool has_pages(const ListConventions& list) {
    return !list.limit.empty() || !list.offset.empty() || !list.page.empty() ||
           !list.cursor.empty();
}

}  // namespace

void append(Json& steps, const std::vector<SharedJson>& more) {
    for (const SharedJson& step : more) steps.push_back(*step);
}

Json condition(const std::string& text) {
    return Json{{"condition", text}};
}

Json with_status(Json step, int status) {
    step["successCriteria"] = Json::array({condition(fmt::format("$statusCode == {}", status))});
    return step;
}

bool declares_one_of(const Operation& operation, const std::vector<int>& statuses) {
    return std::any_of(statuses.begin(), statuses.end(), [&](int status) {
        return operation.response_for(status) != nullptr;
    });
}

const OperationRole* RecordSteps::role(OperationKind kind) const {
    const auto found = std::find_if(
        model_.operations.begin(), model_.operations.end(), [&](const OperationRole& one) {
            return one.resource == resource_ && one.kind == kind && !one.is_below_record;
        });
    return found == model_.operations.end() ? nullptr : &*found;
}

std::optional<std::size_t> RecordSteps::parent() const {
    for (std::size_t i = 0; i < model_.resources.size(); ++i) {
        if (!type().parent.empty() && model_.resources[i].collection == type().parent) return i;
    }
    return std::nullopt;
}

Json RecordSteps::body_of_create() const {
    const OperationRole* creates = role(OperationKind::kCreate);
    return creates ? example_body(api_, *creates->operation) : Json();
}

std::optional<CreatedRecord> RecordSteps::create() const {
    return create(body_of_create(), 0);
}

std::optional<Json> RecordSteps::steps_with(const Json& body) const {
    const auto created = create(body, 0);
    if (!created) return std::nullopt;
    Json steps = Json::array();
    append(steps, created->steps);
    if (auto read = step(OperationKind::kRead, "read", *created, {})) {
        expect_members(OperationKind::kRead, body, *read);
        steps.push_back(std::move(*read));
    }
    append(steps, created->undo);
    return steps;
}

std::optional<CreatedRecord> RecordSteps::create(const Json& body, std::size_t depth) const {
    const OperationRole* creates = role(OperationKind::kCreate);
    const bool shows_id = creates && !type().id_member.empty() && !creates->response_schema.empty();
    if (!shows_id || depth > kMaxParents) return std::nullopt;
    CreatedRecord record;
    if (const auto owner = parent()) {
        const RecordSteps parents(api_, model_, *owner);
        auto created = parents.create(parents.body_of_create(), depth + 1);
        if (!created) return std::nullopt;
        record = std::move(*created);
        record.parent_id = record.id;
        record.parents[creates->parent_parameter] = record.id;
    }
    const std::string id = "create-" + id_of(type().collection);
    const bool lacks_body = body.is_null() && creates->operation->body;
    auto create_step = call_step(api_, *creates->operation, id, record.parents, body);
    if (lacks_body || !create_step) return std::nullopt;
    *create_step = with_status(std::move(*create_step), creates->status);
    expect_members(OperationKind::kCreate, body, *create_step);
    (*create_step)["outputs"] = {{"id", member_expression(*creates, type().id_member)}};
    record.steps.push_back(std::make_shared<const Json>(std::move(*create_step)));
    record.id = "$steps." + id + ".outputs.id";
    record.delete_step = "delete-" + id_of(type().collection);
    if (auto undo = step(OperationKind::kDelete, record.delete_step, record, {}))
        record.undo.insert(record.undo.begin(), std::make_shared<const Json>(std::move(*undo)));
    return record;
}

std::optional<Json> RecordSteps::step(OperationKind kind,
                                      const std::string& id,
                                      const CreatedRecord& record,
                                      const Json& body) const {
    const OperationRole* sent = role(kind);
    if (!sent) return std::nullopt;
    PathValues values = record.parents;
    // The operations of one resource may name the parameter of the parent differently.
    if (!sent->parent_parameter.empty()) values[sent->parent_parameter] = record.parent_id;
    if (!sent->id_parameter.empty()) values[sent->id_parameter] = record.id;
    auto made = call_step(api_, *sent->operation, id, values, body);
    if (!made) return std::nullopt;
    return with_status(std::move(*made), sent->status);
}

Json RecordSteps::changed_body(OperationKind kind) const {
    const OperationRole* sent = role(kind);
    const std::string schema = sent ? request_schema(*sent->operation) : "";
    if (schema.empty()) return {};
    auto value = ExampleValues(api_, MessageDirection::kRequest).value(schema, 1);
    if (!value || !value->is_object() || value->empty()) return {};
    if (kind == OperationKind::kPatch) value->erase(type().id_member);  // ids do not change
    return std::move(*value);
}

void RecordSteps::expect_id(OperationKind kind, const CreatedRecord& record, Json& step) const {
    const OperationRole* sent = role(kind);
    if (sent->response_schema.empty()) return;
    step["successCriteria"].push_back(
        condition(member_expression(*sent, type().id_member) + " == " + record.id));
}

/// Returns whether a record shows this value of a member that was sent: the schema of records
/// declares the member and accepts the value.
bool RecordSteps::is_shown(const std::string& name, const Json& value) const {
    const auto nodes =
        SchemaParts::at_pointer(api_.document(), type().record_schema).property(name);
    const auto property = SchemaParts::collect(api_.document(), nodes, 0);
    const bool is_hidden =
        !property || property->has_flag("writeOnly") || property->has_flag("readOnly");
    if (nodes.empty() || is_hidden) return false;
    return std::all_of(nodes.begin(), nodes.end(), [&](const reading::OpenApiNode& node) {
        const auto& schema = api_.schema(node.pointer);
        return schema && schema->accepts(value);
    });
}

void RecordSteps::expect_members(OperationKind kind, const Json& body, Json& step) const {
    const OperationRole* sent = role(kind);
    if (!body.is_object() || sent->response_schema.empty()) return;
    std::size_t count = 0;
    for (const auto& [name, value] : body.items()) {
        // A change does not change the id.
        const bool may_differ = name == type().id_member && kind != OperationKind::kCreate;
        const bool is_compared = value.is_primitive() && !value.is_null() && !may_differ;
        if (!is_compared || count == kMaxCompared || !is_shown(name, value)) continue;
        ++count;
        step["successCriteria"].push_back(
            condition(member_expression(*sent, name) + " == " + literal(value)));
    }
}

bool RecordSteps::expect_in_list(const CreatedRecord& record, Json& step) const {
    const OperationRole* list = role(OperationKind::kList);
    if (list->response_schema.empty()) return false;
    const std::string id_type = SchemaParts::at_pointer(api_.document(), type().id_schema).type();
    const bool is_number = id_type == "integer" || id_type == "number";
    const std::string value = is_number ? '{' + record.id + '}' : "'{" + record.id + "}'";
    const std::string place = list->body_pointer.empty() ? "" : '.' + list->body_pointer.substr(1);
    Json criterion{{"context", "$response.body"},
                   {"condition", fmt::format("${}[?@.{} == {}]", place, type().id_member, value)},
                   {"type", "jsonpath"}};
    if (has_pages(list->list)) {
        Json only_page = only_page_criterion(list->list);
        if (only_page.is_null()) return false;
        only_page["what"] = "a list with only one page";
        only_page["provide"] = "an account with fewer records";
        criterion["x-ct-needs"] = Json::array({std::move(only_page)});
    }
    step["successCriteria"].push_back(std::move(criterion));
    return true;
}

}  // namespace plumbline::api_suite
