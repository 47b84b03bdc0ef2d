#include "spec/names/accepted_names.hpp"

#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Operation runs() {
    Operation operation;
    operation.accepted_names = {{"/*/id", {"run_id"}, {}, {}},
                                {"/resources", {"items", "runs"}, {}, {}},
                                {"/resources/*/id", {"run_id", "key"}, {}, {}},
                                {"/resources/*/progress", {"metadata"}, {}, {}},
                                {"/resources/*/progress/rows", {"count"}, {}, {}}};
    return operation;
}

std::vector<std::string> matched_names(const std::vector<AcceptedNameMatch>& matches) {
    std::vector<std::string> names;
    for (const AcceptedNameMatch& one : matches)
        names.push_back(one.member->pointer + '=' + one.name);
    return names;
}

TEST(AcceptedNamesInResponses, BecomeContractNames) {
    const Operation operation = runs();
    Json response = json_of(
        R"({"runs":[{"key":"a","metadata":{"count":3,"other":1}},{"run_id":"b"},{"run_id":"c"}]})");
    const auto matches = rename_accepted_names(operation, response);
    EXPECT_THAT(response, EqualsJson(R"({"resources":[{"id":"a","progress":{"rows":3,"other":1}},
                                                    {"id":"b"},{"id":"c"}]})"));
    EXPECT_THAT(matched_names(matches),
                ElementsAre("/resources=runs",
                            "/resources/*/id=key",
                            "/resources/*/id=run_id",
                            "/resources/*/progress=metadata",
                            "/resources/*/progress/rows=count"));
}

TEST(AcceptedNamesInResponses, AreSearchedInTheirOrder) {
    const Operation operation = runs();
    Json response = json_of(R"({"runs":1,"items":[]})");
    EXPECT_THAT(matched_names(rename_accepted_names(operation, response)),
                ElementsAre("/resources=items"));
    EXPECT_THAT(response, EqualsJson(R"({"resources":[],"runs":1})"));
}

TEST(AcceptedNamesInResponses, AreIgnoredIfTheContractNameExists) {
    const Operation operation = runs();
    const std::string text = R"([{"id":null,"run_id":"b"},{"id":"c"},7])";
    Json response = json_of(text);
    EXPECT_THAT(rename_accepted_names(operation, response), IsEmpty());
    EXPECT_THAT(response, EqualsJson(text));
}

}  // namespace
}  // namespace plumbline
