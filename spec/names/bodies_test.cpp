// Translates the bodies of fixtures/bodies to other names and back.

#include "spec/base/testing.hpp"
#include "spec/bodies/body_fixtures.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"
#include "spec/names/name_mapping.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline {
namespace {

/// Returns a vocabulary that renames every field of every request: moves its first letter to the
/// end.
Json rename_every_field(const Contract& contract) {
    Json fields = Json::object();
    for (const char* id : {"createDeployment", "patchDeployment"}) {
        for (const std::string& pointer : contract.find_operation(id)->request_fields.pointers()) {
            const std::string name = pointer.substr(pointer.rfind('/') + 1);
            if (name != "*") fields[name] = name.substr(1) + '_' + name.substr(0, 1);
        }
    }
    return Json{{"fields", std::move(fields)}};
}

std::vector<BodyFixture> fixture_bodies() {
    const auto fixtures = load_body_fixtures("fixtures/bodies");
    EXPECT_THAT(fixtures, IsOk());
    EXPECT_GT(fixtures->accepted.size(), 20U);
    return fixtures->accepted;
}

std::string translate_request_body(const NameMapping& mapping,
                                   const Operation& operation,
                                   std::string body,
                                   NameDirection direction) {
    http::Request request{
        operation.method, "/", {{"Content-Type", "application/json"}}, std::move(body)};
    return mapping.translate(operation, std::move(request), direction).body;
}

/// Returns how many bodies a translation changes; checks that translating back restores each.
int changed_bodies(const Contract& contract, const NameMapping& mapping) {
    int changed = 0;
    for (const BodyFixture& fixture : fixture_bodies()) {
        const Operation& operation = *contract.find_operation(fixture.operation);
        const std::string body = to_text(*fixture.body);
        const std::string theirs =
            translate_request_body(mapping, operation, body, NameDirection::kToTarget);
        EXPECT_EQ(translate_request_body(mapping, operation, theirs, NameDirection::kToContract),
                  body);
        const std::string ours =
            translate_request_body(mapping, operation, body, NameDirection::kToContract);
        EXPECT_EQ(translate_request_body(mapping, operation, ours, NameDirection::kToTarget), body);
        changed += theirs == body ? 0 : 1;
    }
    return changed;
}

/// Returns the number of bodies with a member that the contract declares.
int bodies_with_fields(const Contract& contract) {
    int count = 0;
    for (const BodyFixture& fixture : fixture_bodies()) {
        const auto& fields = contract.find_operation(fixture.operation)->request_fields.pointers();
        const Json& body = *fixture.body;
        count += std::any_of(fields.begin(), fields.end(), [&](const std::string& pointer) {
            return find(body, std::string_view(pointer)) != nullptr;
        });
    }
    return count;
}

TEST(FixtureBodies, SurviveTranslationThereAndBack) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const auto mapping = NameMapping::load("conformance/vocabularies/other_names.json", *contract);
    ASSERT_THAT(mapping, IsOk());
    EXPECT_GT(changed_bodies(**contract, **mapping), 10);
}

TEST(FixtureBodies, SurviveTranslationOfEveryFieldThereAndBack) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    Document vocabulary;
    vocabulary.root = std::make_shared<const Json>(rename_every_field(**contract));
    const auto mapping = NameMapping::make(std::move(vocabulary), *contract);
    ASSERT_THAT(mapping, IsOk());
    EXPECT_EQ(changed_bodies(**contract, **mapping), bodies_with_fields(**contract));
}

}  // namespace
}  // namespace plumbline
