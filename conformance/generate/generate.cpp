#include "conformance/generate/generate.hpp"

#include "conformance/generate/case_generators.hpp"
#include "conformance/generate/suite_writer.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::generate {
namespace {

constexpr std::array<std::string_view, 2> kGeneratedKinds{"patch", "create"};  // in this order

bool is_selected(const std::vector<std::string>& wanted, const std::string& one) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), one) != wanted.end();
}

/// Returns whether the target has the hosting and the inputs of a base.
bool is_available(const BaseBody& base, const TargetInputs& target) {
    return is_selected(base.hostings, target.hosting) &&
           std::all_of(
               base.required_inputs.begin(), base.required_inputs.end(), [&](const auto& needed) {
                   const Json* input = member(*target.inputs, needed.first);
                   const auto& names = needed.second;
                   return input && std::all_of(names.begin(), names.end(), [&](const auto& name) {
                              return member(*input, name) != nullptr;
                          });
               });
}

/// The examples without the bases that violate the contract, and the errors of those.
struct ValidExamples {
    GeneratorExamples examples;
    std::vector<Error> omissions;
};

ValidExamples valid_examples(const GeneratorExamples& all,
                             const ApiDocument& api,
                             const Operation& create) {
    ValidExamples fit{all, {}};
    const CaseVerifier verifier(create, create, api, all);
    std::erase_if(fit.examples.bases, [&](const BaseBody& base) {
        const auto violations = verifier.find_violations(*base.body, base);
        if (violations && violations->empty()) return false;
        fit.omissions.push_back(
            {ErrorCode::kInvalid,
             "all cases of the base " + base.name + ": its body violates " +
                 (violations ? describe_violations(*violations) : violations.error().message),
             create.where,
             {}});
        return true;
    });
    return fit;
}

void append_errors(std::vector<Error> errors, std::vector<Error>& all) {
    for (Error& error : errors) all.push_back(std::move(error));
}

void make_cases(CaseBuilder& builder) {
    const CaseContext& context = builder.context();
    const auto at_places = [&](const std::vector<LocationGenerator>& generators) {
        for (const LocationGenerator generate : generators) {
            for (const BodyLocation& location : context.locations) generate(builder, location);
        }
    };
    if (!context.is_create()) at_places(patch_generators());
    at_places(schema_generators());
    at_places(bound_generators());
    for (const auto* kinds : {&binding_rule_generators(), &value_rule_generators()}) {
        for (const RuleGenerator& kind : *kinds) {
            for (const Rule& rule : context.operation.rules) {
                if (rule.kind == kind.kind) kind.generate(builder, rule);
            }
        }
    }
}

/// Refused cases are first, because accepted ones change the record for the next cases. Cases that
/// try to change the record of a base are last: if they succeed, later cases are wrong.
void sort_by_effect(std::vector<GeneratedCase>& cases) {
    std::stable_sort(
        cases.begin(), cases.end(), [](const GeneratedCase& a, const GeneratedCase& b) {
            return a.outcome < b.outcome;
        });
}

bool is_generated_for(const ApiDocument& api, const GenerateOptions& options) {
    return api.name() != kControlDocument && is_selected(options.areas, api.name());
}

/// Returns the cases of one operation, or the reasons why there are none.
OperationCases operation_cases(const std::shared_ptr<const ApiDocument>& api,
                               const Operation& operation,
                               const GeneratorExamples& examples,
                               std::set<std::string>& covered) {
    OperationCases result{api, &operation, {}, {}};
    const auto operations = RecordOperations::find(*api, operation);
    const auto locations = body_locations(operation, *api);
    if (!operations || !locations) {
        result.omissions.push_back(operations ? locations.error() : operations.error());
        return result;
    }
    const ValidExamples fit = valid_examples(examples, *api, *operations->create);
    result.omissions = fit.omissions;
    append_errors(unknown_keywords(*locations, api->document()), result.omissions);
    if (fit.examples.bases.empty()) return result;
    const CaseContext context{*api, operation, *operations->create, *locations, fit.examples};
    CaseBuilder builder(context, covered);
    make_cases(builder);
    result.cases = builder.take_cases();
    sort_by_effect(result.cases);
    append_errors(builder.take_omissions(), result.omissions);
    return result;
}

/// Returns the operation that creates the records of the bases; null if the document has none.
const Operation* find_create_operation(const ApiDocument& api) {
    for (const Operation& operation : api.operations()) {
        if (operation.kind == "create" && operation.body) return &operation;
    }
    return nullptr;
}

Document make_document(const std::string& name, Json root) {
    return {
        std::string(kGeneratedFolder) + name + ".arazzo.json", to_shared(std::move(root)), {}, 0};
}

/// Adds the document for the parameters of an API, whose cases use a record of the first base.
void add_parameters(const ApiDocument& api,
                    const GeneratorExamples& examples,
                    GeneratedSuites& generated) {
    const Operation* create = find_create_operation(api);
    if (!create) return;
    const auto operations = RecordOperations::find(api, *create);
    if (!operations) return;  // already reported for the create
    const ValidExamples fit = valid_examples(examples, api, *create);
    if (fit.examples.bases.empty()) return;
    ParameterCases result = parameter_cases(api);
    generated.documents.push_back(make_document(
        api.name() + "_parameters", make_suite(api, *operations, fit.examples, result.cases)));
    append_errors(std::move(result.omissions), generated.omissions);
}

/// Returns whether an operation creates the records that another uses. Otherwise the existing
/// records belong to users and must not be changed.
bool has_create_operation(const ApiDocument& api, const Operation& other) {
    const auto& operations = api.operations();
    return std::any_of(operations.begin(), operations.end(), [&](const Operation& one) {
        return one.kind == "create" && one.resource && other.resource &&
               one.resource->type == other.resource->type;
    });
}

/// Keeps the first of equal errors: operations share schemas and bases.
void drop_repeated(std::vector<Error>& errors) {
    std::set<std::string> reported;
    std::erase_if(errors, [&](const Error& one) { return !reported.insert(to_text(one)).second; });
}

}  // namespace

std::vector<OperationCases> generate_cases(const Contract& contract,
                                           const GeneratorExamples& examples,
                                           const GenerateOptions& options) {
    std::vector<OperationCases> all;
    for (const auto& api : contract.documents) {
        if (!is_generated_for(*api, options)) continue;
        std::set<std::string> covered;
        for (const std::string_view kind : kGeneratedKinds) {
            if (!is_selected(options.kinds, std::string(kind))) continue;
            for (const Operation& operation : api->operations()) {
                if (examples.skipped_operations.contains(operation.id)) continue;
                if (operation.kind == kind && operation.body &&
                    has_create_operation(*api, operation))
                    all.push_back(operation_cases(api, operation, examples, covered));
            }
        }
    }
    return all;
}

Result<GeneratedSuites> generate_suites(const Contract& contract, const GenerateOptions& options) {
    auto examples = load_examples();
    if (!examples) return fail(examples.error());
    if (const auto& target = options.target) {
        auto& bases = examples->bases;
        std::stable_partition(bases.begin(), bases.end(), [&](const BaseBody& base) {
            return is_available(base, *target);
        });
    }
    GeneratedSuites generated;
    for (OperationCases& one : generate_cases(contract, *examples, options)) {
        append_errors(std::move(one.omissions), generated.omissions);
        const auto operations = RecordOperations::find(*one.api, *one.operation);
        if (one.cases.empty() || !operations) continue;
        generated.documents.push_back(make_document(
            one.operation->id, make_suite(*one.api, *operations, *examples, one.cases)));
    }
    for (const auto& api : contract.documents) {
        if (options.kinds.empty() && is_generated_for(*api, options))
            add_parameters(*api, *examples, generated);
    }
    drop_repeated(generated.omissions);
    return generated;
}

}  // namespace plumbline::generate
