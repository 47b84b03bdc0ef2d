// What the documents of our own contract play: which steps, with which inputs.

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

/// A generated workflow and the document that has it.
struct Playable {
    const Json* workflow = nullptr;
    const Json* document = nullptr;
};

const std::map<std::string, Playable>& playables() {
    static const auto contract = load_contract();
    static const auto documents = generate(**contract);
    static const auto kByName = [] {
        std::map<std::string, Playable> found;
        for (const Document& document : documents->documents) {
            for (const Json& workflow : (*document.root)["workflows"])
                found[workflow["x-ct-name"].get<std::string>()] = {&workflow, document.root.get()};
        }
        return found;
    }();
    return kByName;
}

/// Returns a step of a scenario; null if it has none of that id.
const Json& step_of_scenario(const std::string& name, const std::string& step_id) {
    static const Json kNone;
    const auto found = playables().find(name);
    if (found == playables().end()) return kNone;
    for (const Json& step : (*found->second.workflow)["steps"]) {
        if (step["stepId"] == step_id) return step;
    }
    return kNone;
}

/// Returns the inputs `input.member` that the schema of a workflow's inputs requires.
std::set<std::string> required_members(const Playable& one) {
    const std::string reference = (*one.workflow)["inputs"]["$ref"];
    const std::string name = reference.substr(reference.rfind('/') + 1);
    std::set<std::string> members;
    for (const auto& [input, schema] :
         (*one.document)["components"]["inputs"][name]["properties"].items()) {
        for (const std::string& member : strings_or_empty(schema, "required"))
            members.insert(input + '.' + member);
    }
    return members;
}

/// Adds the inputs `input.member` that expressions take.
void add_taken(const Json& value, std::set<std::string>& taken) {
    constexpr std::string_view kInputs = "$inputs.";
    for (const Json& part : value) {
        if (part.is_structured()) add_taken(part, taken);
        const auto text = as_string(part).value_or("");
        if (text.starts_with(kInputs) && text.find('.', kInputs.size()) != std::string::npos)
            taken.insert(text.substr(kInputs.size()));
    }
}

TEST(Documents, NeedWhatTheirBodiesTakeFromTheTarget) {
    std::vector<std::string> lacking;
    for (const auto& [name, one] : playables()) {
        const auto required = required_members(one);
        std::set<std::string> taken;
        add_taken((*one.workflow)["steps"], taken);
        for (const std::string& input : taken) {
            if (!required.contains(input)) lacking.push_back(name + ' ' + input);
        }
    }
    EXPECT_THAT(lacking, IsEmpty());
}

TEST(Documents, SendWhatHasToExistInScenariosOfItsOwn) {
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

TEST(Documents, SendAnImageOnlyToTheSourceThatItAppliesTo) {
    const std::string image = "generated/patchDeployment/source_revision_config/image_uri/";
    for (const char* rule : {"type-wrong", "type-right", "creates_revision"}) {
        const auto found = playables().find(image + rule);
        ASSERT_NE(found, playables().end()) << rule;
        EXPECT_EQ((*found->second.workflow)["dependsOn"], Json::array({"base-external-container"}));
    }
}

TEST(Documents, NameASourceWhereTheRecordHasIt) {
    for (const auto& [source, base] :
         {std::pair{"git_host", "base-git-host"}, {"internal_source", "base-internal-source"}}) {
        const auto found = playables().find(
            std::string("generated/patchDeployment/revision_source/enum-") + source);
        ASSERT_NE(found, playables().end()) << source;
        EXPECT_EQ((*found->second.workflow)["dependsOn"], Json::array({base}));
    }
}

TEST(Documents, LeaveRoomForARefusalWhereItIsAllowed) {
    const std::string name =
        "generated/patchDeployment/source_config/resource_spec/cpu/decimals-down";
    const Json& attempt = step_of_scenario(name, "attempt");
    EXPECT_EQ(attempt["successCriteria"][0]["condition"], "$statusCode < 500");
    EXPECT_THAT(to_text(attempt["x-ct-verifies"]), Not(HasSubstr("CP-RS-DECIMAL")));
    EXPECT_EQ(attempt["onSuccess"][0]["type"], "end");
    EXPECT_THAT(to_text(step_of_scenario(name, "value")), HasSubstr("CP-RS-DECIMAL"));
}

TEST(Documents, PlayOnWhateverTheStatusOfASuccessIs) {
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

TEST(Documents, SkipWhatNeedsAValueThatIsNotGivenOut) {
    const Json& issue = step_of_scenario(
        "generated/patchDeployment/source_revision_config/source_tarball_path/issued_by-given-out",
        "issue");
    EXPECT_THAT(to_text(issue["onSuccess"][0]["x-ct-skip"]), HasSubstr("gives nothing out"));
}

TEST(Documents, NullWhatARecordWasGivenFirst) {
    const std::string name = "generated/patchDeployment/secret_references/null";
    EXPECT_THAT(to_text(step_of_scenario(name, "prepare")), HasSubstr("secret_key"));
    EXPECT_THAT(to_text(step_of_scenario(name, "unchanged")),
                HasSubstr("#/secret_references == $steps.before.outputs.secret_references"));
}

TEST(Documents, HaveNoCaseThatAnotherRuleRefusesAsWell) {
    for (const char* field : {"repo_url", "integration_id", "deployment_type", "listener_id"}) {
        const std::string at = std::string("/source_config/") + field + "/only_for_sources-";
        EXPECT_FALSE(playables().contains("generated/patchDeployment" + at + "internal_source"));
        EXPECT_TRUE(playables().contains("generated/createDeployment" + at + "internal_source"));
    }
}

TEST(Documents, CompareWhatIsTakenWithAnAnswerToAWrite) {
    const std::string refused = "generated/patchDeployment/secrets/type-wrong";
    EXPECT_EQ(step_of_scenario(refused, "before")["operationId"], "getDeployment");
    const std::string taken = "generated/patchDeployment/secrets/creates_revision";
    EXPECT_EQ(step_of_scenario(taken, "before")["operationId"], "patchDeployment");
    EXPECT_EQ(step_of_scenario(taken, "before")["requestBody"]["payload"], Json::object());
}

}  // namespace
}  // namespace plumbline::generate
