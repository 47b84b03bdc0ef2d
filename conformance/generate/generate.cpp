#include "conformance/generate/generate.hpp"

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/workflows.hpp"

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

Result<std::vector<Case>> cases_of(const Subject& subject,
                                   const Examples& examples,
                                   std::set<std::string>& covered) {
    const auto places = places_of(subject.operation, subject.api);
    if (!places) return fail(places.error());
    Maker maker(subject, *places, examples, covered);
    const auto at_places = [&](const std::vector<PlaceKind>& kinds) {
        for (const PlaceKind& kind : kinds) {
            for (const BodyPlace& place : *places) kind.make(maker, place);
        }
    };
    if (!subject.is_create()) at_places(patch_kinds());
    at_places(schema_kinds());
    at_places(bound_kinds());
    for (const auto* kinds : {&binding_kinds(), &value_kinds()}) {
        for (const RuleCases& kind : *kinds) {
            for (const Rule& rule : maker.rules()) {
                if (rule.kind == kind.kind) kind.make(maker, rule);
            }
        }
    }
    if (maker.problem()) return fail(*maker.problem());
    return maker.take();
}

/// Refused cases first: those that are taken change what the next ones meet.
void sort_by_effect(std::vector<Case>& cases) {
    std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
        const auto is_late = [](const Case& one) { return one.expect == Expect::kAccepted; };
        return is_late(a) < is_late(b);
    });
}

bool is_generated_for(const ApiDocument& api, const Selection& selection) {
    return api.name() != kControlDocument && is_selected(selection.areas, api.name());
}

/// Returns the operation whose records the bases are of; null if the document has none.
const Operation* creating(const ApiDocument& api) {
    for (const Operation& operation : api.operations()) {
        if (operation.kind == "create" && operation.body) return &operation;
    }
    return nullptr;
}

Result<std::vector<Document>> add_parameters(const Contract& contract,
                                             const Selection& selection,
                                             const Examples& examples,
                                             std::vector<Document> documents) {
    if (!selection.kinds.empty()) return documents;
    for (const auto& api : contract.documents) {
        const Operation* create = creating(*api);
        if (!is_generated_for(*api, selection) || !create) continue;
        const auto calls = Calls::of(*api, *create);
        if (!calls) return fail(calls.error());
        const auto cases = parameter_cases(*api);
        if (!cases) return fail(cases.error());
        documents.push_back({std::string(kFolder) + api->name() + "_parameters.arazzo.json",
                             shared(document_of(*api, *calls, examples, *cases)),
                             {},
                             0});
    }
    return documents;
}

}  // namespace

Result<std::vector<OperationCases>> all_cases(const Contract& contract,
                                              const Examples& examples,
                                              const Selection& selection) {
    std::vector<OperationCases> all;
    for (const auto& api : contract.documents) {
        if (!is_generated_for(*api, selection)) continue;
        std::set<std::string> covered;
        for (const std::string_view kind : kGeneratedKinds) {
            if (!is_selected(selection.kinds, std::string(kind))) continue;
            for (const Operation& operation : api->operations()) {
                if (operation.kind != kind || !operation.body) continue;
                const auto calls = Calls::of(*api, operation);
                if (!calls) return fail(calls.error());
                const Subject subject{*api, operation, *calls->create};
                auto cases = cases_of(subject, examples, covered);
                if (!cases) return fail(cases.error());
                sort_by_effect(*cases);
                all.push_back({api, &operation, *std::move(cases)});
            }
        }
    }
    return all;
}

Result<std::vector<Document>> generate(const Contract& contract, const Selection& selection) {
    const auto examples = load_examples();
    if (!examples) return fail(examples.error());
    const auto all = all_cases(contract, *examples, selection);
    if (!all) return fail(all.error());
    std::vector<Document> documents;
    for (const OperationCases& one : *all) {
        const auto calls = Calls::of(*one.api, *one.operation);
        if (!calls) return fail(calls.error());
        auto root = document_of(*one.api, *calls, *examples, one.cases);
        if (!root) return fail(root.error());
        documents.push_back({std::string(kFolder) + one.operation->id + ".arazzo.json",
                             shared(*std::move(root)),
                             {},
                             0});
    }
    return add_parameters(contract, selection, *examples, std::move(documents));
}

}  // namespace plumbline::generate
