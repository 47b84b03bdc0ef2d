#include "conformance/generate/generate.hpp"

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/workflows.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace plumbline::generate {
namespace {

constexpr std::array<std::string_view, 2> kGeneratedKinds{"patch", "create"};  // in this order

bool is_selected(const std::vector<std::string>& wanted, const std::string& one) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), one) != wanted.end();
}

/// Says whether a base can be made at a target.
bool is_there(const Base& base, const TargetInputs& target) {
    return is_selected(base.hostings, target.hosting) &&
           std::all_of(base.needs.begin(), base.needs.end(), [&](const auto& needed) {
               const Json* input = member(*target.inputs, needed.first);
               const auto& names = needed.second;
               return input && std::all_of(names.begin(), names.end(), [&](const auto& name) {
                          return member(*input, name) != nullptr;
                      });
           });
}

/// The examples of which all bases are bodies that the contract takes, and what the others break.
struct FittingExamples {
    Examples examples;
    std::vector<Error> left_out;
};

/// The examples that fit a create, each proven once.
class Fits {
  public:
    explicit Fits(const Examples& all) : all_(all) {}

    const FittingExamples& of(const ApiDocument& api, const Operation& create) {
        const auto [known, is_new] = known_.try_emplace(&create);
        if (is_new) known->second = prove(api, create);
        return known->second;
    }

  private:
    FittingExamples prove(const ApiDocument& api, const Operation& create) const {
        FittingExamples fit{all_, {}};
        Prover prover(create, create, api, all_);
        std::erase_if(fit.examples.bases, [&](const Base& base) {
            const auto broken = prover.judge(*base.body, base);
            if (broken && broken->empty()) return false;
            fit.left_out.push_back({ErrorCode::kInvalid,
                                    "all cases of the base " + base.name + ": its body breaks " +
                                        (broken ? described(*broken) : broken.error().message),
                                    create.where,
                                    {}});
            return true;
        });
        return fit;
    }

    const Examples& all_;
    std::map<const Operation*, FittingExamples> known_;
};

void add_all(std::vector<Error> errors, std::vector<Error>& all) {
    for (Error& error : errors) all.push_back(std::move(error));
}

void make_cases(Maker& maker, const std::vector<BodyPlace>& places) {
    const auto at_places = [&](const std::vector<PlaceKind>& kinds) {
        for (const PlaceKind& kind : kinds) {
            for (const BodyPlace& place : places) kind.make(maker, place);
        }
    };
    if (!maker.subject().is_create()) at_places(patch_kinds());
    at_places(schema_kinds());
    at_places(bound_kinds());
    for (const auto* kinds : {&binding_kinds(), &value_kinds()}) {
        for (const RuleCases& kind : *kinds) {
            for (const Rule& rule : maker.rules()) {
                if (rule.kind == kind.kind) kind.make(maker, rule);
            }
        }
    }
}

/// Refused cases first: those that are taken change what the next ones meet. Last those that try to
/// change what the record of a base is: where that works, nothing else is right behind them.
void sort_by_effect(std::vector<Case>& cases) {
    std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
        return a.expect < b.expect;
    });
}

bool is_generated_for(const ApiDocument& api, const Selection& selection) {
    return api.name() != kControlDocument && is_selected(selection.areas, api.name());
}

/// Makes the cases of one operation, or says why there are none.
OperationCases cases_of(const std::shared_ptr<const ApiDocument>& api,
                        const Operation& operation,
                        Fits& fits,
                        std::set<std::string>& covered) {
    OperationCases made{api, &operation, {}, {}};
    const auto calls = Calls::of(*api, operation);
    const auto places = places_of(operation, *api);
    if (!calls || !places) {
        made.left_out.push_back(calls ? places.error() : calls.error());
        return made;
    }
    const FittingExamples& fit = fits.of(*api, *calls->create);
    made.left_out = fit.left_out;
    add_all(unknown_keywords(*places, api->document()), made.left_out);
    if (fit.examples.bases.empty()) return made;
    const Subject subject{*api, operation, *calls->create};
    Maker maker(subject, *places, fit.examples, covered);
    make_cases(maker, *places);
    made.cases = maker.take();
    sort_by_effect(made.cases);
    add_all(maker.take_left_out(), made.left_out);
    return made;
}

/// Returns the operation whose records the bases are of; null if the document has none.
const Operation* creating(const ApiDocument& api) {
    for (const Operation& operation : api.operations()) {
        if (operation.kind == "create" && operation.body) return &operation;
    }
    return nullptr;
}

Document document(const std::string& name, Json root) {
    return {std::string(kFolder) + name + ".arazzo.json", shared(std::move(root)), {}, 0};
}

/// Adds the document of an API's parameters, which are tried on a record of the first base.
void add_parameters(const ApiDocument& api, Fits& fits, Generated& generated) {
    const Operation* create = creating(api);
    if (!create) return;
    const auto calls = Calls::of(api, *create);
    if (!calls) return;  // the create has said so
    const FittingExamples& fit = fits.of(api, *create);
    if (fit.examples.bases.empty()) return;
    ParameterCases made = parameter_cases(api);
    generated.documents.push_back(
        document(api.name() + "_parameters", document_of(api, *calls, fit.examples, made.cases)));
    add_all(std::move(made.left_out), generated.left_out);
}

/// Says whether an operation makes the records that another is about. Where none does, those that
/// are there belong to somebody, and nothing is tried on them.
bool are_made(const ApiDocument& api, const Operation& other) {
    const auto& operations = api.operations();
    return std::any_of(operations.begin(), operations.end(), [&](const Operation& one) {
        return one.kind == "create" && one.resource && other.resource &&
               one.resource->type == other.resource->type;
    });
}

/// Keeps the first of errors that say the same: operations share schemas and bases.
void drop_repeated(std::vector<Error>& errors) {
    std::set<std::string> said;
    std::erase_if(errors, [&](const Error& one) { return !said.insert(to_text(one)).second; });
}

std::vector<OperationCases> cases_of_all(const Contract& contract,
                                         Fits& fits,
                                         const Examples& examples,
                                         const Selection& selection) {
    std::vector<OperationCases> all;
    for (const auto& api : contract.documents) {
        if (!is_generated_for(*api, selection)) continue;
        std::set<std::string> covered;
        for (const std::string_view kind : kGeneratedKinds) {
            if (!is_selected(selection.kinds, std::string(kind))) continue;
            for (const Operation& operation : api->operations()) {
                if (examples.passed_over.contains(operation.id)) continue;
                if (operation.kind == kind && operation.body && are_made(*api, operation))
                    all.push_back(cases_of(api, operation, fits, covered));
            }
        }
    }
    return all;
}

}  // namespace

std::vector<OperationCases> all_cases(const Contract& contract,
                                      const Examples& examples,
                                      const Selection& selection) {
    Fits fits(examples);
    return cases_of_all(contract, fits, examples, selection);
}

Result<Generated> generate(const Contract& contract, const Selection& selection) {
    auto examples = load_examples();
    if (!examples) return fail(examples.error());
    if (const auto& target = selection.target) {
        auto& bases = examples->bases;
        std::stable_partition(
            bases.begin(), bases.end(), [&](const Base& base) { return is_there(base, *target); });
    }
    Fits fits(*examples);
    Generated generated;
    for (OperationCases& one : cases_of_all(contract, fits, *examples, selection)) {
        add_all(std::move(one.left_out), generated.left_out);
        const auto calls = Calls::of(*one.api, *one.operation);
        if (one.cases.empty() || !calls) continue;
        generated.documents.push_back(
            document(one.operation->id, document_of(*one.api, *calls, *examples, one.cases)));
    }
    for (const auto& api : contract.documents) {
        if (selection.kinds.empty() && is_generated_for(*api, selection))
            add_parameters(*api, fits, generated);
    }
    drop_repeated(generated.left_out);
    return generated;
}

}  // namespace plumbline::generate
