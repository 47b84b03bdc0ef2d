#include "conformance/generate/workflows.hpp"

#include "conformance/generate/needs.hpp"
#include "conformance/generate/places.hpp"
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

/// Returns a text as an id: small letters, digits and hyphens.
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
class Writer {
  public:
    Writer(const ApiDocument& api, const Calls& calls, const Examples& examples)
        : api_(api),
          calls_(calls),
          examples_(examples),
          context_{api, calls, examples, settable_members(api, *calls.read)} {}

    Json write(const std::vector<Case>& cases) {
        for (const Base& base : examples_.bases) {
            const bool is_used = std::any_of(cases.begin(), cases.end(), [&](const Case& one) {
                return one.base == base.name && one.hosting.empty();
            });
            if (is_used) add_base(base);
        }
        for (const Case& one : cases)
            workflows_.push_back(case_workflow(one, name_of(*calls_.under_test, one)));
        return document("What the contract says of " + calls_.under_test->id);
    }

    Json write(const std::vector<ParameterCase>& cases) {
        const Base& base = examples_.bases.front();
        add_record(base, "generated/parameters/base");
        for (const ParameterCase& one : cases) {
            Json made = begun(id_of(one.parameter->name + '-' + one.rule),
                              name_of(one),
                              one.parameter->name + ' ' + to_short_text(*one.value) +
                                  (one.is_refused ? " is refused" : " is taken"));
            depend_on(made, base, {});
            made["steps"] = Json::array({parameter_step(context_, one, record_of(base))});
            workflows_.push_back(std::move(made));
        }
        return document("What the contract says of parameters");
    }

  private:
    [[nodiscard]] Json document(const std::string& title) const {
        Json made{{"arazzo", "1.1.0"}};
        made["info"] = {{"title", title},
                        {"summary", "Generated from the contract by plumbline; not to be edited."},
                        {"version", "0.1.0"}};
        const std::string& file = api_.document().file;
        made["sourceDescriptions"] =
            Json::array({Json{{"name", api_.name()},
                              {"type", "openapi"},
                              {"url", file.substr(file.find_last_of('/') + 1)}}});
        made["workflows"] = workflows_;
        Json& components = made["components"];
        for (const auto& [name, inputs] : inputs_) components["inputs"][name] = inputs;
        for (std::size_t i = 0; i < examples_.parameters->size(); ++i)
            components["parameters"]["p" + std::to_string(i + 1)] = (*examples_.parameters)[i];
        return made;
    }

    /// Begins a workflow: who it is, and what each of its steps sends.
    Json begun(const std::string& wanted_id, const std::string& name, const std::string& summary) {
        Json made{{"workflowId", free_id(wanted_id)}, {"x-ct-name", name}, {"summary", summary}};
        made["parameters"] = Json::array();
        for (std::size_t i = 0; i < examples_.parameters->size(); ++i) {
            made["parameters"].push_back(
                {{"reference", "$components.parameters.p" + std::to_string(i + 1)}});
        }
        return made;
    }

    Json reference_to_inputs(const std::string& name,
                             const Needs& needs,
                             const std::string& hosting) {
        if (!inputs_.contains(name)) inputs_[name] = inputs_schema(examples_, needs, hosting);
        return {{"$ref", "#/components/inputs/" + name}};
    }

    /// The inputs of a base, and of the bodies that are sent beyond it.
    Json inputs_of(const Base& base, const std::vector<SharedJson>& bodies) {
        const Needs basic = needs_of(base);
        Needs needs = basic;
        for (const SharedJson& body : bodies) {
            if (body) add_needs(*body, needs);
        }
        return reference_to_inputs(base.name + beyond(basic, needs), needs, "");
    }

    void depend_on(Json& workflow, const Base& base, const std::vector<SharedJson>& bodies) {
        workflow["inputs"] = inputs_of(base, bodies);
        workflow["dependsOn"] = Json::array({base_id(base.name)});
    }

    /// The expression of the record that a base's workflow left.
    static std::string record_of(const Base& base) {
        return "$workflows." + base_id(base.name) + ".outputs.id";
    }

    /// What cases of a base depend on: that its body is taken at all.
    void add_base(const Base& base) {
        const std::string name = "generated/" + calls_.under_test->id + "/base/" + base.name;
        if (calls_.under_test != calls_.create) return add_record(base, name);
        Json made = begun_base(base, name);
        made["steps"].push_back(delete_step(context_, "create"));
        workflows_.push_back(std::move(made));
    }

    /// The same, and it leaves the record, which the run deletes behind its cases.
    Json record_workflow(const Base& base, const std::string& name) {
        Json made = begun_base(base, name);
        made["outputs"] = {{"id", "$steps.create.outputs.id"},
                           {"revision", "$steps.create.outputs.revision"}};
        return made;
    }

    /// Waits until the record of a base is as it stays. Where that goes wrong, cases still tell
    /// something: they do not depend on it.
    Json settled_workflow(const Base& base, const std::string& name) {
        Json made = begun(base_id(base.name) + "-settled",
                          name + "/settled",
                          "What was created is deployed: " + base.name);
        depend_on(made, base, {});
        made["steps"] = Json::array({settle_step(context_, "$workflows." + base_id(base.name))});
        return made;
    }

    void add_record(const Base& base, const std::string& name) {
        workflows_.push_back(record_workflow(base, name));
        workflows_.push_back(settled_workflow(base, name));
    }

    Json begun_base(const Base& base, const std::string& name) {
        Json made = begun(
            base_id(base.name), name, "The body that cases start from is taken: " + base.name);
        made["inputs"] = inputs_of(base, {});
        made["steps"] = Json::array({create_step(context_, base)});
        return made;
    }

    Json case_workflow(const Case& one, const std::string& name) {
        const std::string last = one.place.substr(one.place.rfind('/') + 1);
        Json made = begun(id_of(last + '-' + one.rule), name, summary_of(one));
        if (!one.rules.empty()) made["description"] = description_of(one);
        const Base& base = *examples_.find_base(one.base);
        if (one.hosting.empty()) {
            depend_on(made, base, {one.before, one.body});
        } else {
            made["inputs"] = reference_to_inputs("on_" + one.hosting, {}, one.hosting);
        }
        made["steps"] = steps_of(context_, one, record_of(base));
        return made;
    }

    /// Says which rules the case is about, and which requirements demand them.
    std::string description_of(const Case& one) const {
        std::set<std::string> demands;
        for (const Operation* operation : {calls_.under_test, calls_.create}) {
            for (const Rule& rule : operation->rules) {
                if (std::find(one.rules.begin(), one.rules.end(), rule.id) != one.rules.end())
                    demands.insert(rule.requirements.begin(), rule.requirements.end());
            }
        }
        const std::string text = "Rule: " + join(one.rules, ", ");
        if (demands.empty()) return text;
        return text + "; demanded by " + join({demands.begin(), demands.end()}, ", ");
    }

    static std::string summary_of(const Case& one) {
        const std::string what = one.place.empty() ? "the body" : one.place;
        const char* how = one.expect == Expect::kRefused    ? " is refused"
                          : one.expect == Expect::kAccepted ? " is taken"
                                                            : " changes nothing";
        return what + ": " + one.rule + how;
    }

    std::string free_id(const std::string& wanted) {
        std::string id = wanted;
        for (int number = 2; !ids_.insert(id).second; ++number)
            id = wanted + '-' + std::to_string(number);
        return id;
    }

    const ApiDocument& api_;
    const Calls& calls_;
    const Examples& examples_;
    StepContext context_;
    Json workflows_ = Json::array();
    std::map<std::string, Json> inputs_;
    std::set<std::string> ids_;
};

}  // namespace

Result<Calls> Calls::of(const ApiDocument& api, const Operation& operation) {
    Calls calls;
    calls.under_test = &operation;
    for (const Operation& one : api.operations()) {
        const bool is_same =
            one.resource && operation.resource && one.resource->type == operation.resource->type;
        if (!is_same) continue;
        if (one.kind == "create") calls.create = &one;
        if (one.kind == "read") calls.read = &one;
        if (one.kind == "delete") calls.remove = &one;
    }
    if (calls.create && calls.read && calls.remove) return calls;
    return fail(ErrorCode::kNotFound,
                "the records of " + operation.id +
                    " cannot be created, read and deleted by operations of its document",
                operation.where);
}

std::string name_of(const Operation& operation, const Case& one) {
    return "generated/" + operation.id + first_at(one.place) + '/' + one.rule;
}

Json document_of(const ApiDocument& api,
                 const Calls& calls,
                 const Examples& examples,
                 const std::vector<Case>& cases) {
    return Writer(api, calls, examples).write(cases);
}

Json document_of(const ApiDocument& api,
                 const Calls& calls,
                 const Examples& examples,
                 const std::vector<ParameterCase>& cases) {
    return Writer(api, calls, examples).write(cases);
}

}  // namespace plumbline::generate
