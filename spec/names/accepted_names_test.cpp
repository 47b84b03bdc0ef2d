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

std::vector<std::string> names_met(const std::vector<MetName>& met) {
    std::vector<std::string> names;
    for (const MetName& one : met) names.push_back(one.member->pointer + '=' + one.name);
    return names;
}

TEST(AcceptedNamesInAnswers, BecomeOurs) {
    const Operation operation = runs();
    Json answer = json_of(
        R"({"runs":[{"key":"a","metadata":{"count":3,"other":1}},{"run_id":"b"},{"run_id":"c"}]})");
    const auto met = take_accepted_names(operation, answer);
    EXPECT_THAT(answer, EqualsJson(R"({"resources":[{"id":"a","progress":{"rows":3,"other":1}},
                                                    {"id":"b"},{"id":"c"}]})"));
    EXPECT_THAT(names_met(met),
                ElementsAre("/resources=runs",
                            "/resources/*/id=key",
                            "/resources/*/id=run_id",
                            "/resources/*/progress=metadata",
                            "/resources/*/progress/rows=count"));
}

TEST(AcceptedNamesInAnswers, AreLookedForInTheirOrder) {
    const Operation operation = runs();
    Json answer = json_of(R"({"runs":1,"items":[]})");
    EXPECT_THAT(names_met(take_accepted_names(operation, answer)), ElementsAre("/resources=items"));
    EXPECT_THAT(answer, EqualsJson(R"({"resources":[],"runs":1})"));
}

TEST(AcceptedNamesInAnswers, DoNotCountBesideOurs) {
    const Operation operation = runs();
    const std::string text = R"([{"id":null,"run_id":"b"},{"id":"c"},7])";
    Json answer = json_of(text);
    EXPECT_THAT(take_accepted_names(operation, answer), IsEmpty());
    EXPECT_THAT(answer, EqualsJson(text));
}

}  // namespace
}  // namespace plumbline
