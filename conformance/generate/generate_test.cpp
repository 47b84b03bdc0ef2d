// The cases of our own contract: their number, their reproducibility, and that they load.

#include "conformance/generate/generate.hpp"

#include "conformance/generate/body_location.hpp"
#include "conformance/generate/suite_writer.hpp"
#include "conformance/workflow/read_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/bodies/body_fixtures.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace plumbline::generate {
namespace {

using testing::IsEmpty;

constexpr std::size_t kBudget = 700;  // budget for the whole control plane

const Contract& our_contract() {
    static const auto contract = load_contract();
    EXPECT_THAT(contract, IsOk());
    return **contract;
}

const GeneratorExamples& our_examples() {
    static const auto examples = load_examples();
    EXPECT_THAT(examples, IsOk());
    return *examples;
}

const std::vector<OperationCases>& our_cases() {
    static const auto cases = generate_cases(our_contract(), our_examples());
    return cases;
}

const std::vector<Document>& our_documents() {
    static const auto generated = generate_suites(our_contract());
    EXPECT_THAT(generated, IsOk());
    return generated->documents;
}

Result<std::shared_ptr<const ApiDocument>> our_source(const std::string&,
                                                      const std::string& url,
                                                      const std::string&) {
    for (const auto& api : our_contract().documents) {
        if (url == api->name() + ".openapi.yaml") return api;
    }
    return fail(ErrorCode::kNotFound, "no document of ours: " + url);
}

std::size_t workflow_count() {
    std::size_t count = 0;
    for (const Document& document : our_documents()) count += (*document.root)["workflows"].size();
    return count;
}

TEST(GeneratedSuites, HaveWorkflowsWithinTheirBudget) {
    EXPECT_GE(workflow_count(), 300U);
    EXPECT_LE(workflow_count(), kBudget);
}

TEST(GeneratedSuites, OmitNothingOfOurContract) {
    const auto generated = generate_suites(our_contract());
    ASSERT_THAT(generated, IsOk());
    EXPECT_THAT(generated->omissions, IsEmpty());
}

TEST(GeneratedSuites, AreReproducible) {
    const auto again = generate_suites(our_contract());
    ASSERT_THAT(again, IsOk());
    ASSERT_EQ(again->documents.size(), our_documents().size());
    for (std::size_t i = 0; i < again->documents.size(); ++i) {
        EXPECT_EQ(again->documents[i].file, our_documents()[i].file);
        EXPECT_EQ(to_text(*again->documents[i].root), to_text(*our_documents()[i].root));
    }
}

TEST(GeneratedSuites, HaveNoLintProblems) {
    const auto ledger = load_ledger();
    ASSERT_THAT(ledger, IsOk());
    for (const Document& document : our_documents()) {
        std::vector<Error> found;
        for (const auto& problem : workflow::lint_suite(document, our_source, &*ledger))
            found.push_back(problem.error);
        EXPECT_THAT(found, IsEmpty()) << document.file;
    }
}

TEST(GeneratedSuites, HaveUniqueDescriptiveNames) {
    std::set<std::string> names;
    for (const Document& document : our_documents()) {
        const auto loaded = workflow::load_suite(document, our_source);
        ASSERT_NE(loaded.suite, nullptr) << document.file;
        for (const auto& one : loaded.suite->workflows) {
            EXPECT_TRUE(names.insert(one.name).second) << one.name;
            EXPECT_EQ(one.name.rfind("generated/", 0), 0U) << one.name;
        }
    }
    EXPECT_TRUE(names.contains("generated/createDeployment/name/required"));
    EXPECT_TRUE(names.contains(
        "generated/patchDeployment/source_config/resource_spec/cpu/maximum-outside"));
}

/// Returns whether rules of this kind refuse requests.
bool refuses(RuleKind kind) {
    constexpr std::array kSilent{RuleKind::kCreatesRevision,
                                 RuleKind::kReplace,
                                 RuleKind::kDefaultFrom,
                                 RuleKind::kDecimals};
    return std::find(kSilent.begin(), kSilent.end(), kind) == kSilent.end();
}

/// Returns whether an operation can show the effect of a rule at all.
bool is_observable_in(const Operation& operation, const Rule& rule) {
    const bool is_create = operation.kind == "create";
    switch (rule.kind) {
        case RuleKind::kImmutable:
        case RuleKind::kCreatesRevision:
        case RuleKind::kReplace:
            return !is_create;
        case RuleKind::kRequiredForSources:
            return is_create;
        case RuleKind::kDefault:  // conformance/suites/environment.arazzo.yaml
            return false;
        default:
            return true;
    }
}

std::set<ExpectedOutcome> outcomes_of(const OperationCases& one, const Rule& rule) {
    std::set<ExpectedOutcome> sides;
    for (const GeneratedCase& one_case : one.cases) {
        const auto& rules = one_case.rules;
        if (std::find(rules.begin(), rules.end(), rule.id) != rules.end())
            sides.insert(one_case.outcome);
    }
    return sides;
}

/// Returns whether another rule refuses each patch that violates this one; then creates cover it.
bool is_masked(const Operation& operation, const Rule& rule) {
    return operation.kind == "patch" && rule.kind != RuleKind::kImmutable &&
           std::any_of(operation.rules.begin(), operation.rules.end(), [&](const Rule& other) {
               return other.kind == RuleKind::kImmutable && other.pointer == rule.pointer;
           });
}

TEST(GeneratedSuites, SatisfyAndViolateEveryRule) {
    std::vector<std::string> missing;
    for (const OperationCases& one : our_cases()) {
        for (const Rule& rule : one.operation->rules) {
            if (!is_observable_in(*one.operation, rule)) continue;
            const auto sides = outcomes_of(one, rule);
            const bool is_broken = !refuses(rule.kind) ||
                                   sides.contains(ExpectedOutcome::kRefused) ||
                                   is_masked(*one.operation, rule);
            // The base of a source, or a case of the enum, shows that its hosting accepts it.
            const bool is_accepted = rule.kind == RuleKind::kOnlyForHosting ||
                                     sides.contains(ExpectedOutcome::kAccepted);
            if (!is_broken || !is_accepted) missing.push_back(one.operation->id + ' ' + rule.id);
        }
    }
    EXPECT_THAT(missing, IsEmpty());
}

TEST(GeneratedSuites, VerifyARequirementInEveryCase) {
    std::vector<std::string> silent;
    for (const OperationCases& one : our_cases()) {
        for (const GeneratedCase& one_case : one.cases) {
            if (one_case.verifies.empty())
                silent.push_back(scenario_name(*one.operation, one_case));
        }
    }
    EXPECT_THAT(silent, IsEmpty());
}

TEST(GeneratedSuites, VerifyADefaultOnlyIfItIsShown) {
    std::vector<std::string> early;
    for (const OperationCases& one : our_cases()) {
        for (const Rule& rule : one.operation->rules) {
            if (rule.kind != RuleKind::kDefaultFrom) continue;
            for (const GeneratedCase& one_case : one.cases) {
                if (std::find_first_of(one_case.verifies.begin(),
                                       one_case.verifies.end(),
                                       rule.requirements.begin(),
                                       rule.requirements.end()) != one_case.verifies.end())
                    early.push_back(scenario_name(*one.operation, one_case));
            }
        }
    }
    EXPECT_THAT(early, IsEmpty());
}

/// Returns what a handwritten body violates: a rule, or the pointer of a schema keyword.
std::string violation_of(const BodyFixture& fixture,
                         const Operation& operation,
                         const ApiDocument& api) {
    if (fixture.violates.rfind("schema:", 0) != 0) return fixture.violates;
    const auto schema = api.schema(operation.body->content.front().schema_pointer);
    EXPECT_THAT(schema, IsOk());
    const auto found = schema->evaluate(*fixture.body);
    return found.empty() ? "nothing: " + fixture.violates : found.front().schema_pointer;
}

/// Returns all that the refused cases of an operation violate, in the same form, or cannot violate
/// alone. Items of arrays, whose schema the operations share, are covered by one of them.
std::set<std::string> all_violations(const OperationCases& of) {
    std::set<std::string> violations;
    for (const OperationCases& one : our_cases()) {
        for (const GeneratedCase& one_case : one.cases) {
            const bool is_shared = one_case.pointer.find('*') != std::string::npos;
            if (one_case.outcome != ExpectedOutcome::kRefused ||
                (one.operation != of.operation && !is_shared))
                continue;
            violations.insert(one_case.violated_rule.empty() ? one_case.schema
                                                             : one_case.violated_rule);
        }
    }
    for (const Rule& rule : of.operation->rules) {
        if (is_masked(*of.operation, rule)) violations.insert(rule.id);
    }
    return violations;
}

/// Returns the handwritten bodies that the operation has to refuse.
std::vector<BodyFixture> hand_written(const std::string& operation_id) {
    auto fixtures = load_body_fixtures("fixtures/bodies");
    EXPECT_THAT(fixtures, IsOk());
    std::vector<BodyFixture> bodies;
    for (BodyFixture& one : fixtures->refused) {
        if (one.operation == operation_id) bodies.push_back(std::move(one));
    }
    return bodies;
}

TEST(GeneratedSuites, ViolateAllThatHandwrittenBodiesViolate) {
    std::vector<std::string> missing;
    for (const OperationCases& one : our_cases()) {
        const auto violations = all_violations(one);
        const auto bodies = hand_written(one.operation->id);
        EXPECT_GT(bodies.size(), 50U);
        for (const BodyFixture& fixture : bodies) {
            const std::string what = violation_of(fixture, *one.operation, *one.api);
            if (!violations.contains(what))
                missing.push_back(fixture.name + ", " + fixture.violates + " (" + what + ')');
        }
    }
    EXPECT_THAT(missing, IsEmpty());
}

/// Returns the scenarios of documents, each with the workflows that it depends on.
std::map<std::string, std::string> bases_by_name(const std::vector<Document>& documents) {
    std::map<std::string, std::string> found;
    for (const Document& document : documents) {
        for (const Json& one : (*document.root)["workflows"])
            found[one["x-ct-name"].get<std::string>()] =
                one.contains("dependsOn") ? to_text(one["dependsOn"]) : "";
    }
    return found;
}

std::vector<Document> documents_for(const char* hosting, const char* inputs) {
    GenerateOptions selection;
    selection.target = TargetInputs{hosting, to_shared(json_of(inputs))};
    const auto generated = generate_suites(our_contract(), selection);
    EXPECT_THAT(generated, IsOk());
    EXPECT_THAT(generated->omissions, IsEmpty());
    return generated->documents;
}

constexpr const char* kContainerAlone =
    R"({"external_container":{"image_uri":"a:1","listener_id":"l"}})";
constexpr const char* kRepositoryAlone =
    R"({"git_host":{"integration_id":"i","repo_url":"u","repo_ref":"r","graph_config_path":"p"}})";

TEST(GeneratedSuites, StartFromBasesOfTheTarget) {
    const std::string location =
        "generated/createDeployment/source_revision_config/graph_config_path/";
    const auto as_written = bases_by_name(our_documents());
    const auto container = bases_by_name(documents_for("self_hosted", kContainerAlone));
    for (const std::string name : {"generated/createDeployment/name/required",
                                   "generated/patchDeployment/secrets/0/name/type-wrong",
                                   "generated/listDeployments/query/limit/minimum-outside"}) {
        EXPECT_EQ(as_written.at(name), R"(["base-internal-source"])") << name;
        EXPECT_EQ(container.at(name), R"(["base-external-container"])") << name;
    }
    // A rule about a source is tested with that source, whatever the target has.
    EXPECT_EQ(container.at(location + "required_for_sources-internal_source-absent"),
              R"(["base-internal-source"])");
}

TEST(GeneratedSuites, DoNotStartFromABaseOfAnotherHosting) {
    const auto bases = bases_by_name(documents_for("self_hosted", kRepositoryAlone));
    EXPECT_EQ(bases.at("generated/createDeployment/name/required"), R"(["base-internal-source"])");
}

TEST(GeneratedSuites, HaveTheSameNamesForEveryTarget) {
    std::set<std::string> as_written;
    for (const auto& [name, bases] : bases_by_name(our_documents())) as_written.insert(name);
    for (const auto& documents : {documents_for("self_hosted", kContainerAlone),
                                  documents_for("cloud", kRepositoryAlone)}) {
        std::set<std::string> names;
        for (const auto& [name, bases] : bases_by_name(documents)) names.insert(name);
        EXPECT_EQ(names, as_written);
    }
}

TEST(GeneratedSuites, AreOnlyPatchesIfSelected) {
    const auto generated = generate_suites(our_contract(), {{}, {"patch"}});
    ASSERT_THAT(generated, IsOk());
    ASSERT_EQ(generated->documents.size(), 1U);
    EXPECT_EQ(generated->documents.front().file, "generated/patchDeployment.arazzo.json");
}

}  // namespace
}  // namespace plumbline::generate
