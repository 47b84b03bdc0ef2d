#include "conformance/discovery/names.hpp"

#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::discovery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::map<std::string, std::string> near_names(std::string_view body) {
    BodyFields fields;
    for (const char* pointer : {"/resources",
                                "/resources/*/id",
                                "/resources/*/source_config/listener_id",
                                "/resources/*/source_config/repo_url"})
        fields.add(pointer);
    std::map<std::string, std::string> names;
    add_near_names(fields, json_of(body), names);
    return names;
}

TEST(NearNames, HaveTheSameWordsOrAMisspelling) {
    EXPECT_THAT(
        near_names(
            R"({"resources":[{"id":"a","source_config":{"listenerId":"l","repo_ulr":"r"}}]})"),
        ElementsAre(Pair("listener_id", "listenerId"), Pair("repo_url", "repo_ulr")));
}

TEST(NearNames, AreNotNeededWhereTheMemberExistsOrNothingIsNear) {
    EXPECT_THAT(
        near_names(
            R"({"resources":[{"id":"a","source_config":{"listener_id":"l","listenerId":"l","home":"r"}}]})"),
        IsEmpty());
}

}  // namespace
}  // namespace plumbline::discovery
