// The generated documents of our own contract: their steps and inputs.

#include "conformance/generate/generate.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace plumbline::generate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A generated workflow and its document.
struct GeneratedWorkflow {
    const Json* workflow = nullptr;
    const Json* document = nullptr;
};

const std::map<std::string, GeneratedWorkflow>& generated_workflows() {
    static const auto contract = load_contract();
    static const auto documents = generate_suites(**contract);
    static const auto kByName = [] {
        std::map<std::string, GeneratedWorkflow> found;
        for (const Document& document : documents->documents) {
            for (const Json& workflow : (*document.root)["workflows"])
                found[workflow["x-ct-name"].get<std::string>()] = {&workflow, document.root.get()};
        }
        return found;
    }();
    return kByName;
}

/// Returns a step of a scenario; null if it has no step with that id.
const Json& step_of_scenario(const std::string& name, const std::string& step_id) {
    static const Json kNone;
    const auto found = generated_workflows().find(name);
    if (found == generated_workflows().end()) return kNone;
    for (const Json& step : (*found->second.workflow)["steps"]) {
        if (step["stepId"] == step_id) return step;
    }
    return kNone;
}

/// Returns the inputs `input.member` that the schema of a workflow's inputs requires.
std::set<std::string> required_members(const GeneratedWorkflow& one) {
    const std::string reference = (*one.workflow)["inputs"]["$ref"].get<std::string>();
    const std::string name = reference.substr(reference.rfind('/') + 1);
    std::set<std::string> members;
    for (const auto& [input, schema] :
         (*one.document)["components"]["inputs"][name]["properties"].items()) {
        for (const std::string& member : strings_or_empty(schema, "required"))
            members.insert(input + '.' + member);
    }
    return members;
}

/// Adds the inputs `input.member` that expressions read.
void add_used_inputs(const Json& value, std::set<std::string>& used) {
    constexpr std::string_view kInputs = "$inputs.";
    for (const Json& part : value) {
        if (part.is_structured()) add_used_inputs(part, used);
        const auto text = as_string(part).value_or("");
        if (text.starts_with(kInputs) && text.find('.', kInputs.size()) != std::string::npos)
            used.insert(text.substr(kInputs.size()));
    }
}

TEST(GeneratedDocuments, RequireTheInputsOfTheirBodies) {
    std::vector<std::string> missing;
    for (const auto& [name, one] : generated_workflows()) {
        const auto required = required_members(one);
        std::set<std::string> used;
        add_used_inputs((*one.workflow)["steps"], used);
        for (const std::string& input : used) {
            if (!required.contains(input)) missing.push_back(name + ' ' + input);
        }
    }
    EXPECT_THAT(missing, IsEmpty());
}

TEST(GeneratedDocuments, SendExistingResourcesInSeparateScenarios) {
    const std::string spec = "generated/patchDeployment/source_config/resource_spec/";
    const Json& all = step_of_scenario(spec + "members-right", "attempt");
    EXPECT_THAT(to_text(all), HasSubstr("db_storage_gi"));
    EXPECT_THAT(to_text(all), Not(HasSubstr("service_account_name")));
    EXPECT_THAT(to_text(step_of_scenario(spec + "service_account_name/type-right", "attempt")),
                HasSubstr("$inputs.external_container.service_account_name"));
    EXPECT_THAT(to_text(step_of_scenario(
                    "generated/patchDeployment/build-on-push-needs-a-branch-kept-1", "attempt")),
                HasSubstr("$inputs.git_host.tag_ref"));
}

TEST(GeneratedDocuments, SendAnImageOnlyToTheSourceThatItAppliesTo) {
    const std::string image = "generated/patchDeployment/source_revision_config/image_uri/";
    for (const char* rule : {"type-wrong", "type-right", "creates_revision"}) {
        const auto found = generated_workflows().find(image + rule);
        ASSERT_NE(found, generated_workflows().end()) << rule;
        EXPECT_EQ((*found->second.workflow)["dependsOn"], Json::array({"base-external-container"}));
    }
}

TEST(GeneratedDocuments, SendASourceToARecordOfThatSource) {
    for (const auto& [source, base] :
         {std::pair{"git_host", "base-git-host"}, {"internal_source", "base-internal-source"}}) {
        const auto found = generated_workflows().find(
            std::string("generated/patchDeployment/revision_source/enum-") + source);
        ASSERT_NE(found, generated_workflows().end()) << source;
        EXPECT_EQ((*found->second.workflow)["dependsOn"], Json::array({base}));
    }
}

TEST(GeneratedDocuments, AcceptAnAllowedRefusal) {
    const std::string name =
        "generated/patchDeployment/source_config/resource_spec/cpu/decimals-down";
    const Json& attempt = step_of_scenario(name, "attempt");
    EXPECT_EQ(attempt["successCriteria"][0]["condition"], "$statusCode < 500");
    EXPECT_THAT(to_text(attempt["x-ct-verifies"]), Not(HasSubstr("CP-RS-DECIMAL")));
    EXPECT_EQ(attempt["onSuccess"][0]["type"], "end");
    EXPECT_THAT(to_text(step_of_scenario(name, "value")), HasSubstr("CP-RS-DECIMAL"));
}

TEST(GeneratedDocuments, ContinueAfterAnySuccessStatus) {
    const Json& create =
        step_of_scenario("generated/patchDeployment/base/internal_source", "create");
    EXPECT_EQ(create["successCriteria"][0]["condition"], "$statusCode < 300");
    EXPECT_EQ(create["successCriteria"][1]["condition"], "$response.body#/id != null");
    EXPECT_EQ(create["successCriteria"].size(), 2U);
    EXPECT_TRUE(
        step_of_scenario("generated/patchDeployment/base/internal_source", "settled").is_null());
    EXPECT_FALSE(
        step_of_scenario("generated/patchDeployment/base/internal_source/settled", "settled")
            .is_null());
}

TEST(GeneratedDocuments, SkipACaseWithoutAnIssuedValue) {
    const Json& issue = step_of_scenario(
        "generated/patchDeployment/source_revision_config/source_tarball_path/issued_by-given-out",
        "issue");
    EXPECT_THAT(to_text(issue["onSuccess"][0]["x-ct-skip"]), HasSubstr("issues no value"));
}

TEST(GeneratedDocuments, SetAValueBeforeTheNull) {
    const std::string name = "generated/patchDeployment/secret_references/null";
    EXPECT_THAT(to_text(step_of_scenario(name, "prepare")), HasSubstr("secret_key"));
    EXPECT_THAT(to_text(step_of_scenario(name, "unchanged")),
                HasSubstr("#/secret_references == $steps.before.outputs.secret_references"));
}

TEST(GeneratedDocuments, HaveNoCaseThatAnotherRuleRefusesAsWell) {
    for (const char* field : {"repo_url", "integration_id", "deployment_type", "listener_id"}) {
        const std::string at = std::string("/source_config/") + field + "/only_for_sources-";
        EXPECT_FALSE(
            generated_workflows().contains("generated/patchDeployment" + at + "internal_source"));
        EXPECT_TRUE(
            generated_workflows().contains("generated/createDeployment" + at + "internal_source"));
    }
}

TEST(GeneratedDocuments, CompareAcceptedCasesWithTheResponseOfAWrite) {
    const std::string refused = "generated/patchDeployment/secrets/type-wrong";
    EXPECT_EQ(step_of_scenario(refused, "before")["operationId"], "getDeployment");
    const std::string used = "generated/patchDeployment/secrets/creates_revision";
    EXPECT_EQ(step_of_scenario(used, "before")["operationId"], "patchDeployment");
    EXPECT_EQ(step_of_scenario(used, "before")["requestBody"]["payload"], Json::object());
}

}  // namespace
}  // namespace plumbline::generate
