#include "spec/contract/model/body_fields.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsNull;

BodyFields fields_of(const std::vector<std::string>& pointers) {
    BodyFields fields;
    for (const std::string& pointer : pointers) fields.add(pointer);
    return fields;
}

TEST(BodyFields, KeepTheOrderOfPointers) {
    EXPECT_THAT(fields_of({"/b", "/a", "/b/c"}).pointers(), ElementsAre("/b", "/a", "/b/c"));
}

TEST(BodyFields, SortMembersInByteOrder) {
    EXPECT_THAT(fields_of({"/b", "/a", "/b/c"}).root().members,
                ElementsAre(testing::Field(&BodyField::pointer, "/a"),
                            testing::Field(&BodyField::pointer, "/b")));
}

TEST(BodyFields, FindMembersByTheirUnescapedNames) {
    const BodyFields fields = fields_of({"/a~1b"});
    ASSERT_NE(fields.root().find("a/b"), nullptr);
    EXPECT_EQ(fields.root().find("a/b")->pointer, "/a~1b");
    EXPECT_THAT(fields.root().find("a~1b"), IsNull());
}

TEST(BodyFields, DistinguishDeclaredFieldsFromTheirAncestors) {
    const BodyFields fields = fields_of({"/list/*/name"});
    EXPECT_FALSE(fields.root().find("list")->is_declared);
    EXPECT_TRUE(fields.root().find("list")->find("*")->find("name")->is_declared);
    EXPECT_THAT(fields.root().find_declared("list"), IsNull());
    EXPECT_NE(fields_of({"/list"}).root().find_declared("list"), nullptr);
}

TEST(BodyFields, DistinguishObjectsFromMaps) {
    const BodyFields fields = fields_of({"/map", "/map/*", "/object/a", "/text"});
    EXPECT_FALSE(fields.root().find("map")->has_named_members());
    EXPECT_TRUE(fields.root().find("object")->has_named_members());
    EXPECT_FALSE(fields.root().find("text")->has_named_members());
}

}  // namespace
}  // namespace plumbline
