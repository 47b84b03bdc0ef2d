// The bodies of fixtures/bodies in other names and back.

#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"
#include "spec/names/naming.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace plumbline {
namespace {

/// Every field of every request under another name, made by its first letter's move to the end.
Json all_other_names(const Contract& contract) {
    Json fields = Json::object();
    for (const char* id : {"createDeployment", "patchDeployment"}) {
        for (const std::string& pointer : contract.find_operation(id)->request_fields.pointers()) {
            const std::string name = pointer.substr(pointer.rfind('/') + 1);
            if (name != "*") fields[name] = name.substr(1) + '_' + name.substr(0, 1);
        }
    }
    return Json{{"fields", std::move(fields)}};
}

std::vector<Json> fixture_bodies() {
    std::vector<Json> bodies;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator("fixtures/bodies/valid")) {
        if (entry.path().extension() != ".json") continue;
        const auto document = load_document(entry.path().string());
        EXPECT_THAT(document, IsOk());
        if (document) bodies.push_back(*document->root);
    }
    EXPECT_GT(bodies.size(), 20U);
    return bodies;
}

std::string sent(const Naming& naming,
                 const Operation& operation,
                 std::string body,
                 Toward toward) {
    http::Request request{
        operation.method, "/", {{"Content-Type", "application/json"}}, std::move(body)};
    return naming.translated(operation, std::move(request), toward).body;
}

/// Returns how many bodies other names change; each must be the same after the way back.
int changed_bodies(const Contract& contract, const Naming& naming) {
    int changed = 0;
    for (const Json& fixture : fixture_bodies()) {
        const Operation& operation =
            *contract.find_operation(fixture["operation"].get<std::string>());
        const std::string body = to_text(fixture["body"]);
        const std::string theirs = sent(naming, operation, body, Toward::kTheirs);
        EXPECT_EQ(sent(naming, operation, theirs, Toward::kOurs), body);
        const std::string ours = sent(naming, operation, body, Toward::kOurs);
        EXPECT_EQ(sent(naming, operation, ours, Toward::kTheirs), body);
        changed += theirs == body ? 0 : 1;
    }
    return changed;
}

/// Returns how many bodies have a member that the contract declares.
int bodies_with_fields(const Contract& contract) {
    int count = 0;
    for (const Json& fixture : fixture_bodies()) {
        const auto& fields = contract.find_operation(fixture["operation"].get<std::string>())
                                 ->request_fields.pointers();
        const Json& body = fixture["body"];
        count += std::any_of(fields.begin(), fields.end(), [&](const std::string& pointer) {
            return find(body, std::string_view(pointer)) != nullptr;
        });
    }
    return count;
}

TEST(BodiesInOtherNames, ComeBackAsTheyWere) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const auto naming = Naming::load("conformance/vocabularies/other_names.json", *contract);
    ASSERT_THAT(naming, IsOk());
    EXPECT_GT(changed_bodies(**contract, **naming), 10);
}

TEST(BodiesInOtherNames, ComeBackAsTheyWereWhenEveryFieldHasAnother) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    Document vocabulary;
    vocabulary.root = std::make_shared<const Json>(all_other_names(**contract));
    const auto naming = Naming::make(std::move(vocabulary), *contract);
    ASSERT_THAT(naming, IsOk());
    EXPECT_EQ(changed_bodies(**contract, **naming), bodies_with_fields(**contract));
}

}  // namespace
}  // namespace plumbline
