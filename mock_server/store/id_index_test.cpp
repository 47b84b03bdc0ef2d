#include "mock_server/store/id_index.hpp"

#include "spec/base/ids.hpp"

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// Finds a number among ids that stand by their numbers.
RecordNumber found(const IdIndex& index,
                   const std::map<RecordNumber, std::string>& ids,
                   const std::string& id) {
    return index.find(id, [&](RecordNumber number) { return ids.at(number) == id; });
}

TEST(IdIndex, FindsNothingInNothing) {
    const IdIndex index;
    EXPECT_EQ(found(index, {}, "a"), 0U);
    EXPECT_THAT(index.numbers(), IsEmpty());
}

TEST(IdIndex, FindsWhatWasAddedAndNotTakenAway) {
    const std::map<RecordNumber, std::string> ids{{1, "a"}, {2, "b"}};
    IdIndex index;
    index.add("a", 1);
    index.add("b", 2);
    EXPECT_EQ(found(index, ids, "a"), 1U);
    EXPECT_EQ(found(index, ids, "c"), 0U);
    EXPECT_THAT(index.numbers(), UnorderedElementsAre(1, 2));
    index.erase("a", 1);
    EXPECT_EQ(found(index, ids, "a"), 0U);
    EXPECT_EQ(found(index, ids, "b"), 2U);
}

TEST(IdIndex, AsksTheRecordWhereHashesAreAlike) {
    IdIndex index;
    index.add("a", 1);
    EXPECT_EQ(index.find("a", [](RecordNumber) { return false; }), 0U);
}

/// Does what is done to a map to both, and says whether they know the same.
bool is_like_a_map(std::uint64_t seed) {
    IdSource random(seed);
    std::map<RecordNumber, std::string> ids;
    std::map<std::string, RecordNumber> expected;
    IdIndex index;
    for (RecordNumber number = 1; number < 3000; ++number) {
        const std::string id = std::to_string(random.next() % 200U);
        const auto known = expected.find(id);
        if (found(index, ids, id) != (known == expected.end() ? 0 : known->second)) return false;
        if (known == expected.end()) {
            ids[number] = id;
            expected[id] = number;
            index.add(id, number);
        } else {
            index.erase(id, known->second);
            expected.erase(known);
        }
    }
    return index.numbers().size() == expected.size();
}

TEST(IdIndex, KnowsWhatAMapWouldKnow) {
    std::vector<std::uint64_t> unlike;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        if (!is_like_a_map(seed)) unlike.push_back(seed);
    }
    EXPECT_THAT(unlike, ElementsAre());
}

}  // namespace
}  // namespace plumbline::mock
