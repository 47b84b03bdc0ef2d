#include "conformance/generate/steps.hpp"

#include "conformance/generate/criteria.hpp"
#include "conformance/generate/texts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

constexpr int kCreateTimeoutMs = 30'000;

Json step(const std::string& id, const Operation& operation) {
    return {{"stepId", id}, {"operationId", operation.id}};
}

Json request_body(const Json& payload) {
    return {{"contentType", "application/json"}, {"payload", payload}};
}

/// The name of the path parameter that names the record: the last one.
std::string record_name(const Operation& operation) {
    std::string name;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.place == ParameterPlace::kPath) name = parameter.name;
    }
    return name;
}

Json parameter_of(const std::string& name, const std::string& place, const Json& value) {
    return {{"name", name}, {"in", place}, {"value", value}};
}

Json record_parameter(const Operation& operation, const std::string& id) {
    return Json::array({parameter_of(record_name(operation), "path", Json(id))});
}

std::string output_of(const std::string& step_id, const std::string& name) {
    return "$steps." + step_id + ".outputs." + name;
}

void verify(Json& step, const std::vector<std::string>& ids) {
    if (!ids.empty()) step["x-ct-verifies"] = ids;
}

/// A call about a record that is to succeed.
Json record_step(const std::string& step_id, const Operation& operation, const std::string& id) {
    Json made = step(step_id, operation);
    made["parameters"] = record_parameter(operation, id);
    made["successCriteria"] = success_criteria();
    return made;
}

Json patch_step(const StepContext& context,
                const std::string& step_id,
                const std::string& id,
                const Json& body) {
    Json made = record_step(step_id, *context.calls.under_test, id);
    made["requestBody"] = request_body(body);
    return made;
}

/// The members of a record that a case compares: the one it is about, or all that users set and
/// every answer has, besides what it was given first.
std::vector<std::string> compared_members(const StepContext& context, const Case& one) {
    const auto top = JsonPointer::parse(one.place);
    const std::string own = top && !top->empty() ? top->tokens().front().text() : "";
    if (one.expect == Expect::kNoEffect) return {own};
    std::vector<std::string> names = context.settable;
    if (one.before && std::find(names.begin(), names.end(), own) == names.end())
        names.push_back(own);
    return names;
}

/// What a record is before the case: its revision and all that users set. Others that were taken
/// may have changed the record just before, and a target may show a read that late; so what may
/// be taken is compared with the answer to a patch of nothing.
Json before_step(const StepContext& context, const Case& one, const std::string& id) {
    Json made = one.expect == Expect::kRefused ? record_step("before", *context.calls.read, id)
                                               : patch_step(context, "before", id, Json::object());
    made["outputs"]["revision"] = in_answer(context.examples.revision);
    for (const std::string& name : compared_members(context, one))
        made["outputs"][name] = in_answer('/' + escape_pointer_token(name));
    return made;
}

Json unchanged_step(const StepContext& context, const Case& one, const std::string& id) {
    Json made = record_step("unchanged", *context.calls.read, id);
    verify(made,
           one.expect == Expect::kRefused ? context.examples.requirements_of("unchanged")
                                          : one.unchanged_verifies);
    Json& criteria = made["successCriteria"];
    for (const std::string& name : compared_members(context, one)) {
        criteria.push_back(criterion(in_answer('/' + escape_pointer_token(name)) +
                                     " == " + output_of("before", name)));
    }
    criteria.push_back(
        criterion(in_answer(context.examples.revision) + " == " + output_of("before", "revision"),
                  one.revision_verifies));
    return made;
}

Json accepted_criteria(const StepContext& context, const Case& one) {
    Json criteria = success_criteria();
    if (one.showing == Showing::kIfTaken) criteria.front() = criterion("$statusCode < 500");
    for (const Shown& shown : one.shows) {
        if (one.showing == Showing::kAlways) criteria.push_back(criterion_of(shown));
        if (one.showing == Showing::kIfVisible) {
            criteria.push_back(criterion(in_answer(shown.pointer) + " != null",
                                         context.examples.requirements_of("default_shown")));
        }
    }
    if (one.revision != Revision::kUnasked) {
        const char* compare = one.revision == Revision::kNew ? " != " : " == ";
        criteria.push_back(criterion(
            in_answer(context.examples.revision) + compare + output_of("before", "revision"),
            one.revision_verifies));
    }
    return criteria;
}

Json criteria_of(const StepContext& context, const Case& one) {
    switch (one.expect) {
        case Expect::kRefused:
            return refusal_criteria(*context.calls.under_test, one.broken_rule);
        case Expect::kAccepted:
            return accepted_criteria(context, one);
        case Expect::kNoEffect:
            return Json::array({criterion("$statusCode < 500")});
    }
    return {};
}

/// Ends the workflow well where the request is refused.
Json end_if_refused() {
    Json refused{{"name", "refused"}, {"type", "end"}};
    refused["criteria"] = Json::array({criterion("$statusCode >= 400")});
    return refused;
}

/// Ends the workflow well unless something is left of what was replaced.
Json gone_actions(const std::string& pointer) {
    Json left{{"name", "left"}, {"type", "goto"}, {"stepId", "still-there"}};
    left["criteria"] = Json::array({criterion(in_answer(pointer) + " != null")});
    return Json::array({left, Json{{"name", "gone"}, {"type", "end"}}});
}

Json attempt_step(const StepContext& context, const Case& one, const std::string& id) {
    Json made = step("attempt", *context.calls.under_test);
    verify(made, one.verifies);
    if (context.calls.under_test != context.calls.create) {
        made["parameters"] = record_parameter(*context.calls.under_test, id);
    } else {
        made["timeout"] = kCreateTimeoutMs;
        if (one.expect == Expect::kAccepted)
            made["outputs"]["id"] = in_answer(context.calls.create->resource->id);
    }
    made["requestBody"] = request_body(*one.body);
    made["successCriteria"] = criteria_of(context, one);
    if (!one.gone.empty()) made["onSuccess"] = gone_actions(one.gone);
    if (one.showing == Showing::kIfTaken) made["onSuccess"] = Json::array({end_if_refused()});
    return made;
}

/// A step that is reached only where something is left, and then cannot pass.
Json still_there_step(const StepContext& context, const Case& one, const std::string& id) {
    Json made = record_step("still-there", *context.calls.read, id);
    verify(made, one.verifies);
    made["successCriteria"] = Json::array({criterion("$statusCode < 100")});
    return made;
}

/// The value that some operation has to give out. Where it gives none there is nothing to try:
/// whether it gives one for such a record is another question.
Json issue_step(const StepContext& context, const Case& one, const std::string& id) {
    const Operation& issuer = *context.api.find_operation(one.issuer);
    Json made = step("issue", issuer);
    made["parameters"] = record_parameter(issuer, id);
    made["successCriteria"] = Json::array({criterion("$statusCode < 500")});
    Json none{{"name", "notOffered"}, {"type", "end"}};
    none["x-ct-skip"] = issuer.id + " gives nothing out for such a record";
    none["criteria"] = Json::array({criterion("$statusCode >= 400")});
    made["onSuccess"] = Json::array({none});
    made["outputs"]["value"] = in_answer(issuer.resource ? issuer.resource->id : "");
    return made;
}

}  // namespace

std::vector<std::string> settable_members(const ApiDocument& api, const Operation& read) {
    constexpr int kSuccess = 200;
    const DeclaredResponse* response = read.response_for(kSuccess);
    if (!response || response->content.empty()) return {};
    const Json* schema =
        find(*api.document().root, std::string_view(response->content.front().schema_pointer));
    if (schema && member(*schema, "$ref")) {
        schema =
            find(*api.document().root, std::string_view(string_or(*schema, "$ref", "#")).substr(1));
    }
    std::vector<std::string> names;
    if (!schema) return names;
    const Json* properties = member(*schema, "properties");
    for (const std::string& name : strings_or_empty(*schema, "required")) {
        const Json* property = properties ? member(*properties, name) : nullptr;
        if (property && !bool_or(*property, "readOnly", false)) names.push_back(name);
    }
    return names;
}

Json create_step(const StepContext& context, const Base& base) {
    Json made = step("create", *context.calls.create);
    made["timeout"] = kCreateTimeoutMs;
    verify(made, context.examples.requirements_of("created"));
    made["requestBody"] = request_body(*base.body);
    const std::string id = in_answer(context.calls.create->resource->id);
    made["successCriteria"] = success_criteria();
    made["successCriteria"].push_back(criterion(id + " != null"));
    made["outputs"] = {{"id", id}, {"revision", in_answer(context.examples.revision)}};
    return made;
}

Json settle_step(const StepContext& context, const std::string& created) {
    Json made = *context.examples.settle;
    for (Json& parameter : made["parameters"])
        parameter["value"] = created + ".outputs." + string_or(parameter, "value", "");
    return made;
}

Json delete_step(const StepContext& context, const std::string& of) {
    Json made = record_step("delete-" + of, *context.calls.remove, output_of(of, "id"));
    verify(made, context.examples.requirements_of("deleted"));
    made["x-ct-finally"] = true;
    made["onFailure"] = Json::array({Json{{"name", "stop"}, {"type", "end"}}});
    return made;
}

Json parameter_step(const StepContext& context, const ParameterCase& one, const std::string& id) {
    const Operation& operation = *one.operation;
    Json made = step("attempt", operation);
    verify(made, one.verifies);
    made["parameters"] = Json::array();
    const std::string record = record_name(*context.calls.read);
    for (const Parameter& parameter : operation.parameters) {
        const bool is_path = parameter.place == ParameterPlace::kPath;
        const char* place = is_path ? "path" : "query";
        const Json other = parameter.name == record ? Json(id) : Json(text_of_format("uuid"));
        if (&parameter == one.parameter) {
            made["parameters"].push_back(parameter_of(parameter.name, place, *one.value));
        } else if (is_path) {
            made["parameters"].push_back(parameter_of(parameter.name, place, other));
        }
    }
    if (operation.body) made["requestBody"] = request_body(Json::object());
    made["successCriteria"] =
        one.is_refused ? refused_with(operation, "4[0-9][0-9]") : success_criteria();
    return made;
}

Json steps_of(const StepContext& context, const Case& one, const std::string& id) {
    const bool is_create = context.calls.under_test == context.calls.create;
    Json steps = Json::array();
    std::string record = id;
    if (is_create && !one.issuer.empty()) {
        steps.push_back(create_step(context, *context.examples.find_base(one.base)));
        record = output_of("create", "id");
    }
    if (!one.issuer.empty()) steps.push_back(issue_step(context, one, record));
    if (is_create) record = output_of("attempt", "id");
    if (one.before) steps.push_back(patch_step(context, "prepare", record, *one.before));
    const bool looks_unchanged =
        !is_create && (one.expect != Expect::kAccepted || one.is_unchanged);
    if (looks_unchanged || one.revision != Revision::kUnasked)
        steps.push_back(before_step(context, one, record));
    steps.push_back(attempt_step(context, one, record));
    if (looks_unchanged) steps.push_back(unchanged_step(context, one, record));
    if (!one.gone.empty()) steps.push_back(still_there_step(context, one, record));
    if (one.showing != Showing::kAlways && !one.shows.empty()) {
        Json value = record_step("value", *context.calls.read, record);
        for (const Shown& shown : one.shows)
            value["successCriteria"].push_back(criterion_of(shown));
        steps.push_back(std::move(value));
    }
    if (is_create && one.expect == Expect::kAccepted)
        steps.push_back(delete_step(context, "attempt"));
    if (is_create && !one.issuer.empty()) steps.push_back(delete_step(context, "create"));
    return steps;
}

}  // namespace plumbline::generate
