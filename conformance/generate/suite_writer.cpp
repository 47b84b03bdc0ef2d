#include "conformance/generate/suite_writer.hpp"

#include "conformance/generate/body_location.hpp"
#include "conformance/generate/required_inputs.hpp"
#include "conformance/generate/steps.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace plumbline::generate {
namespace {

/// Returns a text as an id: lowercase letters, digits and hyphens.
std::string id_of(const std::string& text) {
    std::string id;
    for (const char c : to_lower(text)) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (is_plain || (!id.empty() && id.back() != '-')) id += is_plain ? c : '-';
    }
    while (!id.empty() && id.back() == '-') id.pop_back();
    return id;
}

std::string base_id(const std::string& base) {
    return "base-" + id_of(base);
}

/// Writes the workflows of one document.
class SuiteWriter {
  public:
    SuiteWriter(const ApiDocument& api,
                const RecordOperations& operations,
                const GeneratorExamples& examples)
        : context_{api, operations, examples, settable_members(api, *operations.read)} {}

    Json write(const std::vector<GeneratedCase>& cases) {
        for (const BaseBody& base : examples().bases) {
            const bool is_used =
                std::any_of(cases.begin(), cases.end(), [&](const GeneratedCase& one) {
                    return one.base == base.name && one.hosting.empty();
                });
            if (is_used) add_base(base);
        }
        for (const GeneratedCase& one : cases)
            workflows_.push_back(case_workflow(one, scenario_name(*operations().under_test, one)));
        return document("Generated cases of " + operations().under_test->id);
    }

    Json write(const std::vector<ParameterCase>& cases) {
        const BaseBody& base = examples().bases.front();
        add_record(base, "generated/parameters/base");
        for (const ParameterCase& one : cases) {
            Json workflow = begin_workflow(id_of(one.parameter->name + '-' + one.rule),
                                           scenario_name(one),
                                           one.parameter->name + ' ' + to_short_text(*one.value) +
                                               (one.is_refused ? " is refused" : " is accepted"));
            add_dependency(workflow, base, {});
            workflow["steps"] =
                Json::array({parameter_step(context_, one, record_expression(base))});
            workflows_.push_back(std::move(workflow));
        }
        return document("Generated cases of parameters");
    }

  private:
    [[nodiscard]] Json document(const std::string& title) const {
        Json suite{{"arazzo", "1.1.0"}};
        suite["info"] = {{"title", title},
                         {"summary", "Generated from the contract by plumbline; not to be edited."},
                         {"version", "0.1.0"}};
        const std::string& file = context_.api.document().file;
        suite["sourceDescriptions"] =
            Json::array({Json{{"name", context_.api.name()},
                              {"type", "openapi"},
                              {"url", file.substr(file.find_last_of('/') + 1)}}});
        suite["workflows"] = workflows_;
        Json& components = suite["components"];
        for (const auto& [name, inputs] : inputs_) components["inputs"][name] = inputs;
        for (std::size_t i = 0; i < examples().parameters->size(); ++i)
            components["parameters"]["p" + std::to_string(i + 1)] = (*examples().parameters)[i];
        return suite;
    }

    /// Returns a workflow with its id, name and the parameters of all steps.
    Json begin_workflow(const std::string& wanted_id,
                        const std::string& name,
                        const std::string& summary) {
        Json workflow{
            {"workflowId", unique_id(wanted_id)}, {"x-ct-name", name}, {"summary", summary}};
        workflow["parameters"] = Json::array();
        for (std::size_t i = 0; i < examples().parameters->size(); ++i) {
            workflow["parameters"].push_back(
                {{"reference", "$components.parameters.p" + std::to_string(i + 1)}});
        }
        return workflow;
    }

    Json reference_to_inputs(const std::string& name,
                             const RequiredInputs& required,
                             const std::string& hosting) {
        if (!inputs_.contains(name)) inputs_[name] = inputs_schema(examples(), required, hosting);
        return {{"$ref", "#/components/inputs/" + name}};
    }

    /// Returns the inputs of a base and of the bodies that are sent in addition.
    Json inputs_of(const BaseBody& base, const std::vector<SharedJson>& bodies) {
        const RequiredInputs basic = required_inputs_of(base);
        RequiredInputs required = basic;
        for (const SharedJson& body : bodies) {
            if (body) add_required_inputs(*body, required);
        }
        return reference_to_inputs(base.name + extra_inputs_suffix(basic, required), required, "");
    }

    void add_dependency(Json& workflow,
                        const BaseBody& base,
                        const std::vector<SharedJson>& bodies) {
        workflow["inputs"] = inputs_of(base, bodies);
        workflow["dependsOn"] = Json::array({base_id(base.name)});
    }

    /// Returns the expression of the record that a base's workflow creates.
    static std::string record_expression(const BaseBody& base) {
        return "$workflows." + base_id(base.name) + ".outputs.id";
    }

    /// Returns a workflow in which the body of a base is accepted.
    Json base_workflow(const BaseBody& base, const std::string& name) {
        Json workflow = begin_workflow(
            base_id(base.name), name, "The base body of the cases is accepted: " + base.name);
        workflow["inputs"] = inputs_of(base, {});
        workflow["steps"] = Json::array({create_step(context_, base)});
        return workflow;
    }

    /// Adds the workflow that cases of a base depend on.
    void add_base(const BaseBody& base) {
        const std::string name = "generated/" + operations().under_test->id + "/base/" + base.name;
        if (operations().under_test != operations().create) return add_record(base, name);
        Json workflow = base_workflow(base, name);
        workflow["steps"].push_back(delete_step(context_, "create"));
        workflows_.push_back(std::move(workflow));
    }

    /// Adds the same workflow, but it keeps the record, which the run deletes after its cases; and
    /// the workflow that waits until the record is stable. Cases do not depend on that, so they run
    /// even if it fails.
    void add_record(const BaseBody& base, const std::string& name) {
        Json record = base_workflow(base, name);
        record["outputs"] = {{"id", "$steps.create.outputs.id"},
                             {"revision", "$steps.create.outputs.revision"}};
        workflows_.push_back(std::move(record));
        Json settled = begin_workflow(base_id(base.name) + "-settled",
                                      name + "/settled",
                                      "The created record is deployed: " + base.name);
        add_dependency(settled, base, {});
        settled["steps"] = Json::array({wait_step(context_, "$workflows." + base_id(base.name))});
        workflows_.push_back(std::move(settled));
    }

    Json case_workflow(const GeneratedCase& one, const std::string& name) {
        const std::string last = one.pointer.substr(one.pointer.rfind('/') + 1);
        Json workflow = begin_workflow(id_of(last + '-' + one.rule), name, summary_of(one));
        if (!one.rules.empty()) workflow["description"] = description_of(one);
        const BaseBody& base = *examples().find_base(one.base);
        if (one.hosting.empty()) {
            add_dependency(workflow, base, {one.setup_body, one.body});
        } else {
            workflow["inputs"] = reference_to_inputs("on_" + one.hosting, {}, one.hosting);
        }
        workflow["steps"] = case_steps(context_, one, record_expression(base));
        return workflow;
    }

    /// Describes the rules that the case is about and the requirements that demand them.
    std::string description_of(const GeneratedCase& one) const {
        std::set<std::string> demands;
        for (const Operation* operation : {operations().under_test, operations().create}) {
            for (const Rule& rule : operation->rules) {
                if (std::find(one.rules.begin(), one.rules.end(), rule.id) != one.rules.end())
                    demands.insert(rule.requirements.begin(), rule.requirements.end());
            }
        }
        const std::string text = "Rule: " + join(one.rules, ", ");
        if (demands.empty()) return text;
        return text + "; required by " + join({demands.begin(), demands.end()}, ", ");
    }

    static std::string summary_of(const GeneratedCase& one) {
        const std::string what = one.pointer.empty() ? "the body" : one.pointer;
        const char* how = one.outcome == ExpectedOutcome::kRefused    ? " is refused"
                          : one.outcome == ExpectedOutcome::kAccepted ? " is accepted"
                                                                      : " changes nothing";
        return what + ": " + one.rule + how;
    }

    std::string unique_id(const std::string& wanted) {
        std::string id = wanted;
        for (int number = 2; !ids_.insert(id).second; ++number)
            id = wanted + '-' + std::to_string(number);
        return id;
    }

    [[nodiscard]] const RecordOperations& operations() const { return context_.operations; }
    [[nodiscard]] const GeneratorExamples& examples() const { return context_.examples; }

    StepContext context_;
    Json workflows_ = Json::array();
    std::map<std::string, Json> inputs_;
    std::set<std::string> ids_;
};

}  // namespace

Result<RecordOperations> RecordOperations::find(const ApiDocument& api,
                                                const Operation& operation) {
    RecordOperations operations;
    operations.under_test = &operation;
    for (const Operation& one : api.operations()) {
        const bool is_same =
            one.resource && operation.resource && one.resource->type == operation.resource->type;
        if (!is_same) continue;
        if (one.kind == "create") operations.create = &one;
        if (one.kind == "read") operations.read = &one;
        if (one.kind == "delete") operations.remove = &one;
    }
    if (operations.create && operations.read && operations.remove) return operations;
    return fail(ErrorCode::kNotFound,
                "the records of " + operation.id +
                    " cannot be created, read and deleted by operations of its document",
                operation.where);
}

std::string scenario_name(const Operation& operation, const GeneratedCase& generated_case) {
    return "generated/" + operation.id + first_item_pointer(generated_case.pointer) + '/' +
           generated_case.rule;
}

Json make_suite(const ApiDocument& api,
                const RecordOperations& operations,
                const GeneratorExamples& examples,
                const std::vector<GeneratedCase>& cases) {
    return SuiteWriter(api, operations, examples).write(cases);
}

Json make_suite(const ApiDocument& api,
                const RecordOperations& operations,
                const GeneratorExamples& examples,
                const std::vector<ParameterCase>& cases) {
    return SuiteWriter(api, operations, examples).write(cases);
}

}  // namespace plumbline::generate
