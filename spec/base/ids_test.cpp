#include "spec/base/ids.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

#include <set>

namespace plumbline {
namespace {

TEST(IdSource, ReturnsTheSameSequenceForTheSameSeed) {
    IdSource one(42);
    IdSource other(42);
    EXPECT_EQ(one.next(), other.next());
    EXPECT_EQ(one.uuid(), other.uuid());
    EXPECT_NE(IdSource(42).next(), IdSource(43).next());
}

TEST(IdSource, ReturnsTheSplitmixSequenceOnEveryMachine) {
    IdSource ids(1234567);
    EXPECT_EQ(ids.next(), 6457827717110365317U);
    EXPECT_EQ(ids.next(), 3203168211198807973U);
    EXPECT_EQ(ids.next(), 9817491932198370423U);
}

TEST(IdSource, MakesVersionFourUuids) {
    IdSource ids(1);
    for (int i = 0; i < 200; ++i) {
        const std::string id = ids.uuid();
        ASSERT_TRUE(is_uuid(id)) << id;
        ASSERT_EQ(id[14], '4') << id;
        ASSERT_THAT(id[19], testing::AnyOf('8', '9', 'a', 'b')) << id;
    }
}

TEST(IdSource, DoesNotRepeatItself) {
    IdSource ids(0);
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(ids.uuid());
    EXPECT_EQ(seen.size(), 1000U);
}

TEST(IsUuid, AcceptsEitherCase) {
    EXPECT_TRUE(is_uuid("0b4b1ce8-5f7e-4c1b-9a44-2f6f8a7c9d10"));
    EXPECT_TRUE(is_uuid("0B4B1CE8-5F7E-4C1B-9A44-2F6F8A7C9D10"));
}

class InvalidUuid : public testing::TestWithParam<std::string_view> {};

TEST_P(InvalidUuid, IsRefused) {
    EXPECT_FALSE(is_uuid(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         InvalidUuid,
                         testing::Values("",
                                         "0b4b1ce8-5f7e-4c1b-9a44-2f6f8a7c9d1",
                                         "0b4b1ce8-5f7e-4c1b-9a44-2f6f8a7c9d100",
                                         "0b4b1ce85f7e-4c1b-9a44-2f6f8a7c9d10-",
                                         "0b4b1ce8-5f7e-4c1b-9a44-2f6f8a7c9g10",
                                         "0b4b1ce8_5f7e_4c1b_9a44_2f6f8a7c9d10"),
                         RowName());

TEST(IdSource, UsesAllBitsOfAUuid) {
    IdSource ids(1);
    std::string seen(36, '0');
    for (int i = 0; i < 64; ++i) {
        const std::string uuid = ids.uuid();
        for (std::size_t at = 0; at < uuid.size(); ++at) {
            if (uuid[at] != '0') seen[at] = uuid[at];
        }
    }
    EXPECT_EQ(seen.find('0'), std::string::npos) << seen;
}

}  // namespace
}  // namespace plumbline
