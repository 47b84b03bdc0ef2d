// The cases of our own contract: enough, few enough, the same each time, and playable.

#include "conformance/generate/generate.hpp"

#include "conformance/generate/places.hpp"
#include "conformance/generate/workflows.hpp"
#include "conformance/workflow/lint.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace plumbline::generate {
namespace {

using testing::IsEmpty;

constexpr std::size_t kBudget = 700;  // issue: the whole control plane

const Contract& our_contract() {
    static const auto contract = load_contract();
    EXPECT_THAT(contract, IsOk());
    return **contract;
}

const Examples& our_examples() {
    static const auto examples = load_examples();
    EXPECT_THAT(examples, IsOk());
    return *examples;
}

const std::vector<OperationCases>& our_cases() {
    static const auto cases = all_cases(our_contract(), our_examples());
    return cases;
}

const std::vector<Document>& our_documents() {
    static const auto generated = generate(our_contract());
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

TEST(Generated, AreManyAndWithinTheirBudget) {
    EXPECT_GE(workflow_count(), 300U);
    EXPECT_LE(workflow_count(), kBudget);
}

TEST(Generated, LeaveNothingOfOurContractOut) {
    const auto generated = generate(our_contract());
    ASSERT_THAT(generated, IsOk());
    EXPECT_THAT(generated->left_out, IsEmpty());
}

TEST(Generated, AreTheSameEachTime) {
    const auto again = generate(our_contract());
    ASSERT_THAT(again, IsOk());
    ASSERT_EQ(again->documents.size(), our_documents().size());
    for (std::size_t i = 0; i < again->documents.size(); ++i) {
        EXPECT_EQ(again->documents[i].file, our_documents()[i].file);
        EXPECT_EQ(to_text(*again->documents[i].root), to_text(*our_documents()[i].root));
    }
}

TEST(Generated, LintWithoutAnyRemark) {
    const auto ledger = load_ledger();
    ASSERT_THAT(ledger, IsOk());
    for (const Document& document : our_documents()) {
        std::vector<Error> found;
        for (const auto& problem : workflow::lint_suite(document, our_source, &*ledger))
            found.push_back(problem.error);
        EXPECT_THAT(found, IsEmpty()) << document.file;
    }
}

TEST(Generated, HaveNamesOfTheirOwnThatSayWhatTheyAre) {
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

/// Says whether rules of this kind refuse requests.
bool refuses(RuleKind kind) {
    constexpr std::array kSilent{RuleKind::kCreatesRevision,
                                 RuleKind::kReplace,
                                 RuleKind::kDefaultFrom,
                                 RuleKind::kDecimals};
    return std::find(kSilent.begin(), kSilent.end(), kind) == kSilent.end();
}

/// Says whether a rule can show in an operation at all.
bool shows_in(const Operation& operation, const Rule& rule) {
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

std::set<Expect> sides_of(const OperationCases& one, const Rule& rule) {
    std::set<Expect> sides;
    for (const Case& made : one.cases) {
        const auto& rules = made.rules;
        if (std::find(rules.begin(), rules.end(), rule.id) != rules.end())
            sides.insert(made.expect);
    }
    return sides;
}

/// Whether a patch that breaks a rule is refused anyway: creates break it then.
bool is_hidden(const Operation& operation, const Rule& rule) {
    return operation.kind == "patch" && rule.kind != RuleKind::kImmutable &&
           std::any_of(operation.rules.begin(), operation.rules.end(), [&](const Rule& other) {
               return other.kind == RuleKind::kImmutable && other.pointer == rule.pointer;
           });
}

TEST(Generated, KeepAndBreakEveryRule) {
    std::vector<std::string> lacking;
    for (const OperationCases& one : our_cases()) {
        for (const Rule& rule : one.operation->rules) {
            if (!shows_in(*one.operation, rule)) continue;
            const auto sides = sides_of(one, rule);
            const bool is_broken = !refuses(rule.kind) || sides.contains(Expect::kRefused) ||
                                   is_hidden(*one.operation, rule);
            // The base of a source, or a case of the enum, shows that its hosting takes it.
            const bool is_kept =
                rule.kind == RuleKind::kOnlyForHosting || sides.contains(Expect::kAccepted);
            if (!is_broken || !is_kept) lacking.push_back(one.operation->id + ' ' + rule.id);
        }
    }
    EXPECT_THAT(lacking, IsEmpty());
}

TEST(Generated, HaveARequirementForWhateverTheySend) {
    std::vector<std::string> silent;
    for (const OperationCases& one : our_cases()) {
        for (const Case& made : one.cases) {
            if (made.verifies.empty()) silent.push_back(name_of(*one.operation, made));
        }
    }
    EXPECT_THAT(silent, IsEmpty());
}

TEST(Generated, CountForADefaultOnlyWhereItIsShown) {
    std::vector<std::string> early;
    for (const OperationCases& one : our_cases()) {
        for (const Rule& rule : one.operation->rules) {
            if (rule.kind != RuleKind::kDefaultFrom) continue;
            for (const Case& made : one.cases) {
                if (std::find_first_of(made.verifies.begin(),
                                       made.verifies.end(),
                                       rule.requirements.begin(),
                                       rule.requirements.end()) != made.verifies.end())
                    early.push_back(name_of(*one.operation, made));
            }
        }
    }
    EXPECT_THAT(early, IsEmpty());
}

/// What a hand-written body breaks: a rule, or the place of a schema's keyword.
std::string broken_by(const Json& fixture, const Operation& operation, const ApiDocument& api) {
    const std::string violates = fixture["violates"];
    if (violates.rfind("schema:", 0) != 0) return violates;
    const auto schema = api.schema(operation.body->content.front().schema_pointer);
    EXPECT_THAT(schema, IsOk());
    const auto found = schema->judge(fixture["body"]);
    return found.empty() ? "nothing: " + violates : found.front().schema_pointer;
}

/// Everything that the refused cases of an operation break, in the same words, or cannot break
/// alone. Items of arrays, whose schema the operations share, are tried in one of them.
std::set<std::string> all_broken(const OperationCases& of) {
    std::set<std::string> broken;
    for (const OperationCases& one : our_cases()) {
        for (const Case& made : one.cases) {
            const bool is_shared = made.place.find('*') != std::string::npos;
            if (made.expect != Expect::kRefused || (one.operation != of.operation && !is_shared))
                continue;
            broken.insert(made.broken_rule.empty() ? made.schema : made.broken_rule);
        }
    }
    for (const Rule& rule : of.operation->rules) {
        if (is_hidden(*of.operation, rule)) broken.insert(rule.id);
    }
    return broken;
}

std::vector<Json> hand_written(const std::string& operation_id) {
    std::vector<std::string> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator("fixtures/bodies/invalid/" + operation_id))
        paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    std::vector<Json> bodies;
    for (const std::string& path : paths) {
        const auto document = load_document(path);
        EXPECT_THAT(document, IsOk());
        bodies.push_back(*document->root);
    }
    return bodies;
}

TEST(Generated, BreakWhateverTheHandWrittenBodiesBreak) {
    std::vector<std::string> lacking;
    for (const OperationCases& one : our_cases()) {
        const auto broken = all_broken(one);
        const auto bodies = hand_written(one.operation->id);
        EXPECT_GT(bodies.size(), 50U);
        for (const Json& fixture : bodies) {
            const std::string what = broken_by(fixture, *one.operation, *one.api);
            if (!broken.contains(what))
                lacking.push_back(one.operation->id + ": " +
                                  fixture["violates"].get<std::string>() + " (" + what + ')');
        }
    }
    EXPECT_THAT(lacking, IsEmpty());
}

/// The scenarios of documents, each with the workflows that it depends on.
std::map<std::string, std::string> bases_by_name(const std::vector<Document>& documents) {
    std::map<std::string, std::string> found;
    for (const Document& document : documents) {
        for (const Json& one : (*document.root)["workflows"])
            found[one["x-ct-name"]] = one.contains("dependsOn") ? to_text(one["dependsOn"]) : "";
    }
    return found;
}

std::vector<Document> documents_for(const char* hosting, const char* inputs) {
    Selection selection;
    selection.target = TargetInputs{hosting, shared(json_of(inputs))};
    const auto generated = generate(our_contract(), selection);
    EXPECT_THAT(generated, IsOk());
    EXPECT_THAT(generated->left_out, IsEmpty());
    return generated->documents;
}

constexpr const char* kContainerAlone =
    R"({"external_container":{"image_uri":"a:1","listener_id":"l"}})";
constexpr const char* kRepositoryAlone =
    R"({"git_host":{"integration_id":"i","repo_url":"u","repo_ref":"r","graph_config_path":"p"}})";

TEST(Generated, StartFromWhatTheTargetHas) {
    const std::string place =
        "generated/createDeployment/source_revision_config/graph_config_path/";
    const auto as_written = bases_by_name(our_documents());
    const auto container = bases_by_name(documents_for("self_hosted", kContainerAlone));
    for (const std::string name : {"generated/createDeployment/name/required",
                                   "generated/patchDeployment/secrets/0/name/type-wrong",
                                   "generated/listDeployments/query/limit/minimum-outside"}) {
        EXPECT_EQ(as_written.at(name), R"(["base-internal-source"])") << name;
        EXPECT_EQ(container.at(name), R"(["base-external-container"])") << name;
    }
    // A rule about a source is tried on that source, whatever the target has.
    EXPECT_EQ(container.at(place + "required_for_sources-internal_source-absent"),
              R"(["base-internal-source"])");
}

TEST(Generated, DoNotStartFromABaseOfAnotherHosting) {
    const auto bases = bases_by_name(documents_for("self_hosted", kRepositoryAlone));
    EXPECT_EQ(bases.at("generated/createDeployment/name/required"), R"(["base-internal-source"])");
}

TEST(Generated, AreOfTheSameNamesWhateverTheTargetHas) {
    std::set<std::string> as_written;
    for (const auto& [name, bases] : bases_by_name(our_documents())) as_written.insert(name);
    for (const auto& documents : {documents_for("self_hosted", kContainerAlone),
                                  documents_for("cloud", kRepositoryAlone)}) {
        std::set<std::string> names;
        for (const auto& [name, bases] : bases_by_name(documents)) names.insert(name);
        EXPECT_EQ(names, as_written);
    }
}

TEST(Generated, ArePatchesAloneWhereOnlyThoseAreAskedFor) {
    const auto generated = generate(our_contract(), {{}, {"patch"}});
    ASSERT_THAT(generated, IsOk());
    ASSERT_EQ(generated->documents.size(), 1U);
    EXPECT_EQ(generated->documents.front().file, "generated/patchDeployment.arazzo.json");
}

}  // namespace
}  // namespace plumbline::generate
