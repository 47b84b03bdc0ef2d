#include "conformance/generate/steps.hpp"

#include "conformance/generate/criteria.hpp"
#include "conformance/generate/sample_strings.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

constexpr int kCreateTimeoutMs = 30'000;

Json make_step(const std::string& id, const Operation& operation) {
    return {{"stepId", id}, {"operationId", operation.id}};
}

Json request_body(const Json& payload) {
    return {{"contentType", "application/json"}, {"payload", payload}};
}

/// Returns the name of the path parameter for the record: the last one.
std::string record_parameter_name(const Operation& operation) {
    std::string name;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.location == ParameterLocation::kPath) name = parameter.name;
    }
    return name;
}

Json parameter_of(const std::string& name, const std::string& location, const Json& value) {
    return {{"name", name}, {"in", location}, {"value", value}};
}

Json record_parameter(const Operation& operation, const std::string& id) {
    return Json::array({parameter_of(record_parameter_name(operation), "path", Json(id))});
}

std::string output_of(const std::string& step_id, const std::string& name) {
    return "$steps." + step_id + ".outputs." + name;
}

void add_requirements(Json& step, const std::vector<std::string>& ids) {
    if (!ids.empty()) step["x-ct-verifies"] = ids;
}

/// Returns a call about a record that must succeed.
Json record_step(const std::string& step_id, const Operation& operation, const std::string& id) {
    Json result = make_step(step_id, operation);
    result["parameters"] = record_parameter(operation, id);
    result["successCriteria"] = success_criteria();
    return result;
}

Json patch_step(const StepContext& context,
                const std::string& step_id,
                const std::string& id,
                const Json& body) {
    Json result = record_step(step_id, *context.operations.under_test, id);
    result["requestBody"] = request_body(body);
    return result;
}

/// Returns the members of a record that a case compares: the one that it is about, or all that
/// users set and every response has, plus the one of the setup body.
std::vector<std::string> compared_members(const StepContext& context, const GeneratedCase& one) {
    const auto top = JsonPointer::parse(one.pointer);
    const std::string own = top && !top->empty() ? top->tokens().front() : "";
    if (one.outcome == ExpectedOutcome::kNoEffect) return {own};
    std::vector<std::string> names = context.settable;
    if (one.setup_body && std::find(names.begin(), names.end(), own) == names.end())
        names.push_back(own);
    return names;
}

/// Reads the state of a record before the case: its revision and all that users set. Earlier
/// accepted cases may have changed the record, and reads of a target may show that with a delay. So
/// a case that may be accepted compares with the response to an empty patch.
Json before_step(const StepContext& context, const GeneratedCase& one, const std::string& id) {
    Json result = one.outcome == ExpectedOutcome::kRefused
                      ? record_step("before", *context.operations.read, id)
                      : patch_step(context, "before", id, Json::object());
    result["outputs"]["revision"] = response_expression(context.examples.revision);
    for (const std::string& name : compared_members(context, one))
        result["outputs"][name] = response_expression('/' + escape_pointer_token(name));
    return result;
}

Json unchanged_step(const StepContext& context, const GeneratedCase& one, const std::string& id) {
    Json result = record_step("unchanged", *context.operations.read, id);
    add_requirements(result,
                     one.outcome == ExpectedOutcome::kRefused
                         ? context.examples.requirements_of("unchanged")
                         : one.unchanged_verifies);
    Json& criteria = result["successCriteria"];
    for (const std::string& name : compared_members(context, one)) {
        criteria.push_back(make_criterion(response_expression('/' + escape_pointer_token(name)) +
                                          " == " + output_of("before", name)));
    }
    criteria.push_back(make_criterion(
        response_expression(context.examples.revision) + " == " + output_of("before", "revision"),
        one.revision_verifies));
    return result;
}

Json accepted_criteria(const StepContext& context, const GeneratedCase& one) {
    Json criteria = success_criteria();
    if (one.visibility == ValueVisibility::kIfAccepted)
        criteria.front() = make_criterion("$statusCode < 500");
    for (const ExpectedValue& shown : one.expected_values) {
        if (one.visibility == ValueVisibility::kAlways) criteria.push_back(value_criterion(shown));
        if (one.visibility == ValueVisibility::kIfVisible) {
            criteria.push_back(make_criterion(response_expression(shown.pointer) + " != null",
                                              context.examples.requirements_of("default_shown")));
        }
    }
    if (one.revision != RevisionExpectation::kUnchecked) {
        const char* compare = one.revision == RevisionExpectation::kNew ? " != " : " == ";
        criteria.push_back(make_criterion(response_expression(context.examples.revision) + compare +
                                              output_of("before", "revision"),
                                          one.revision_verifies));
    }
    return criteria;
}

/// Returns the criteria of a step. If it has several requirements, the criterion on the status
/// verifies each of them, and says so.
Json with_requirements(Json criteria, const std::vector<std::string>& ids) {
    if (ids.size() > 1) criteria.front()["x-ct-verifies"] = ids;
    return criteria;
}

Json criteria_of(const StepContext& context, const GeneratedCase& one) {
    switch (one.outcome) {
        case ExpectedOutcome::kRefused:
            return refusal_criteria(*context.operations.under_test, one.violated_rule);
        case ExpectedOutcome::kAccepted:
            return accepted_criteria(context, one);
        case ExpectedOutcome::kNoEffect:
            return Json::array({make_criterion("$statusCode < 500")});
    }
    return {};
}

/// Returns an action that ends the workflow as passed if the request is refused.
Json end_if_refused() {
    Json refused{{"name", "refused"}, {"type", "end"}};
    refused["criteria"] = Json::array({make_criterion("$statusCode >= 400")});
    return refused;
}

/// Returns actions that end the workflow as passed unless a part of the replaced value remains.
Json removal_actions(const std::string& pointer) {
    Json left{{"name", "left"}, {"type", "goto"}, {"stepId", "still-there"}};
    left["criteria"] = Json::array({make_criterion(response_expression(pointer) + " != null")});
    return Json::array({left, Json{{"name", "gone"}, {"type", "end"}}});
}

Json attempt_step(const StepContext& context, const GeneratedCase& one, const std::string& id) {
    Json result = make_step("attempt", *context.operations.under_test);
    add_requirements(result, one.verifies);
    if (context.operations.under_test != context.operations.create) {
        result["parameters"] = record_parameter(*context.operations.under_test, id);
    } else {
        result["timeout"] = kCreateTimeoutMs;
        if (one.outcome == ExpectedOutcome::kAccepted)
            result["outputs"]["id"] = response_expression(context.operations.create->resource->id);
    }
    result["requestBody"] = request_body(*one.body);
    result["successCriteria"] = with_requirements(criteria_of(context, one), one.verifies);
    if (!one.removed_pointer.empty()) result["onSuccess"] = removal_actions(one.removed_pointer);
    if (one.visibility == ValueVisibility::kIfAccepted)
        result["onSuccess"] = Json::array({end_if_refused()});
    return result;
}

/// Returns a step that is reached only if a part of the replaced value remains; it always fails.
Json removal_failure_step(const StepContext& context,
                          const GeneratedCase& one,
                          const std::string& id) {
    Json result = record_step("still-there", *context.operations.read, id);
    add_requirements(result, one.verifies);
    result["successCriteria"] =
        with_requirements(Json::array({make_criterion("$statusCode < 100")}), one.verifies);
    return result;
}

/// Returns the step in which an operation issues the value. If it issues none, the case is skipped:
/// whether it issues one for such a record is tested elsewhere.
Json issue_step(const StepContext& context, const GeneratedCase& one, const std::string& id) {
    const Operation& issuer = *context.api.find_operation(one.issuer);
    Json result = make_step("issue", issuer);
    result["parameters"] = record_parameter(issuer, id);
    result["successCriteria"] = Json::array({make_criterion("$statusCode < 500")});
    Json none{{"name", "notOffered"}, {"type", "end"}};
    none["x-ct-skip"] = issuer.id + " issues no value for such a record";
    none["criteria"] = Json::array({make_criterion("$statusCode >= 400")});
    result["onSuccess"] = Json::array({none});
    result["outputs"]["value"] = response_expression(issuer.resource ? issuer.resource->id : "");
    return result;
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

Json create_step(const StepContext& context, const BaseBody& base) {
    Json result = make_step("create", *context.operations.create);
    result["timeout"] = kCreateTimeoutMs;
    add_requirements(result, context.examples.requirements_of("created"));
    result["requestBody"] = request_body(*base.body);
    const std::string id = response_expression(context.operations.create->resource->id);
    result["successCriteria"] = success_criteria();
    result["successCriteria"].push_back(make_criterion(id + " != null"));
    result["outputs"] = {{"id", id}, {"revision", response_expression(context.examples.revision)}};
    return result;
}

Json wait_step(const StepContext& context, const std::string& created) {
    Json result = *context.examples.wait_step;
    for (Json& parameter : result["parameters"])
        parameter["value"] = created + ".outputs." + string_or(parameter, "value", "");
    return result;
}

Json delete_step(const StepContext& context, const std::string& of) {
    Json result = record_step("delete-" + of, *context.operations.remove, output_of(of, "id"));
    add_requirements(result, context.examples.requirements_of("deleted"));
    result["x-ct-finally"] = true;
    result["onFailure"] = Json::array({Json{{"name", "stop"}, {"type", "end"}}});
    return result;
}

Json parameter_step(const StepContext& context, const ParameterCase& one, const std::string& id) {
    const Operation& operation = *one.operation;
    Json result = make_step("attempt", operation);
    add_requirements(result, one.verifies);
    result["parameters"] = Json::array();
    const std::string record = record_parameter_name(*context.operations.read);
    for (const Parameter& parameter : operation.parameters) {
        const bool is_path = parameter.location == ParameterLocation::kPath;
        const char* location = is_path ? "path" : "query";
        const Json other = parameter.name == record ? Json(id) : Json(string_of_format("uuid"));
        if (&parameter == one.parameter) {
            result["parameters"].push_back(parameter_of(parameter.name, location, *one.value));
        } else if (is_path) {
            result["parameters"].push_back(parameter_of(parameter.name, location, other));
        }
    }
    if (operation.body) result["requestBody"] = request_body(Json::object());
    result["successCriteria"] = with_requirements(
        one.is_refused ? refusal_with_status(operation, "4[0-9][0-9]") : success_criteria(),
        one.verifies);
    return result;
}

Json case_steps(const StepContext& context, const GeneratedCase& one, const std::string& id) {
    const bool is_create = context.operations.under_test == context.operations.create;
    Json steps = Json::array();
    std::string record = id;
    if (is_create && !one.issuer.empty()) {
        steps.push_back(create_step(context, *context.examples.find_base(one.base)));
        record = output_of("create", "id");
    }
    if (!one.issuer.empty()) steps.push_back(issue_step(context, one, record));
    if (is_create) record = output_of("attempt", "id");
    if (one.setup_body) steps.push_back(patch_step(context, "prepare", record, *one.setup_body));
    const bool looks_unchanged =
        !is_create && (one.outcome != ExpectedOutcome::kAccepted || one.is_unchanged);
    if (looks_unchanged || one.revision != RevisionExpectation::kUnchecked)
        steps.push_back(before_step(context, one, record));
    steps.push_back(attempt_step(context, one, record));
    if (looks_unchanged) steps.push_back(unchanged_step(context, one, record));
    if (!one.removed_pointer.empty()) steps.push_back(removal_failure_step(context, one, record));
    if (one.visibility != ValueVisibility::kAlways && !one.expected_values.empty()) {
        Json value = record_step("value", *context.operations.read, record);
        for (const ExpectedValue& shown : one.expected_values) {
            Json criterion = value_criterion(shown);
            // Whether defaults are visible is an assumption: without one, its value is unknown.
            if (one.visibility == ValueVisibility::kIfVisible)
                criterion["x-ct-needs"] = {
                    {{"condition", response_expression(shown.pointer) + " != null"},
                     {"what", "a response that shows the default"},
                     {"provide", "a service that shows defaults"}}};
            value["successCriteria"].push_back(std::move(criterion));
        }
        steps.push_back(std::move(value));
    }
    if (is_create && one.outcome == ExpectedOutcome::kAccepted)
        steps.push_back(delete_step(context, "attempt"));
    if (is_create && !one.issuer.empty()) steps.push_back(delete_step(context, "create"));
    return steps;
}

}  // namespace plumbline::generate
