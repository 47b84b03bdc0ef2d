// What the rest of the program relies on in the JSON value.

#include "spec/json/access.hpp"
#include "spec/json/json_fwd.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

TEST(JsonValue, KeepsReferencesToMembersWhileOthersAreAdded) {
    Json object;
    Json& last = object["z"];
    for (const char* name : {"a", "b", "c", "d", "e"}) object[name] = 1;
    last = "still a member";
    EXPECT_EQ(object["z"], "still a member");
}

TEST(JsonValue, CopiesAMemberIntoANewOne) {
    Json object{{"y", {1, 2, 3}}};
    object["x"] = object["y"];
    EXPECT_EQ(object, Json({{"x", {1, 2, 3}}, {"y", {1, 2, 3}}}));
}

TEST(JsonValue, FindsMembersByAPartOfAText) {
    const Json object{{"id", 1}, {"identity", 2}};
    const std::string_view text = "identity";
    EXPECT_EQ(*member(object, text), 2);
    EXPECT_EQ(*member(object, text.substr(0, 2)), 1);
    EXPECT_EQ(member(object, text.substr(0, 1)), nullptr);
}

TEST(JsonValue, OrdersMembersByTheBytesOfTheirNames) {
    EXPECT_EQ(Json({{"b", 1}, {"ä", 2}, {"B", 3}, {"", 4}}).dump(), R"({"":4,"B":3,"b":1,"ä":2})");
}

}  // namespace
}  // namespace plumbline
