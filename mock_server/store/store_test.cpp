#include "mock_server/store/store.hpp"

#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsNull;

Record record(std::string collection,
              std::string id,
              std::string_view tenant = "t",
              RecordNumber owner = 0) {
    Record made;
    made.ref = {std::move(collection), id};
    made.tenant = tenant;
    made.owner = owner;
    made.body = std::make_shared<const Json>(Json{{"id", id}});
    return made;
}

std::vector<std::string> ids(const std::vector<const Record*>& records) {
    std::vector<std::string> found;
    for (const Record* one : records) found.push_back(one->ref.id);
    return found;
}

Selection everything(std::string tenant = "t") {
    Selection selection;
    selection.tenant = std::move(tenant);
    selection.limit = 10;
    return selection;
}

TEST(Store, FindsWhatWasInserted) {
    Store store;
    store.insert(record("a", "1"));
    ASSERT_TRUE(store.find({"a", "1"}));
    EXPECT_THAT(*store.find({"a", "1"})->body, EqualsJson(R"({"id":"1"})"));
    EXPECT_THAT(store.find({"a", "2"}), IsNull());
    EXPECT_THAT(store.find({"b", "1"}), IsNull());
    EXPECT_EQ(store.size(), 1U);
}

TEST(Store, ListsNewestOrOldestFirst) {
    Store store;
    for (const char* id : {"1", "2", "3"}) store.insert(record("a", id));
    Selection selection = everything();
    EXPECT_THAT(ids(store.list("a", selection)), ElementsAre("3", "2", "1"));
    selection.newest_first = false;
    EXPECT_THAT(ids(store.list("a", selection)), ElementsAre("1", "2", "3"));
    EXPECT_TRUE(store.list("b", selection).empty());
}

TEST(Store, PagesAfterSelecting) {
    Store store;
    for (const char* id : {"1", "2", "3", "4"})
        store.insert(record("a", id, id[0] == '2' ? "other" : "t"));
    Selection selection = everything();
    selection.offset = 1;
    selection.limit = 1;
    EXPECT_THAT(ids(store.list("a", selection)), ElementsAre("3"));
    selection.accepts = [](const Record& one) { return one.ref.id != "4"; };
    EXPECT_THAT(ids(store.list("a", selection)), ElementsAre("1"));
}

TEST(Store, ShowsRecordsWithoutTenantToAll) {
    Store store;
    store.insert(record("a", "1", ""));
    EXPECT_THAT(ids(store.list("a", everything("anyone"))), ElementsAre("1"));
}

TEST(Store, ListsTheRecordsOfAParent) {
    Store store;
    const Record& p = store.insert(record("parents", "p"));
    const Record& q = store.insert(record("parents", "q"));
    const Record& r = store.insert(record("parents", "r"));
    store.insert(record("a", "1", "t", p.number));
    store.insert(record("a", "2", "t", q.number));
    store.insert(record("b", "3", "t", q.number));
    Selection selection = everything();
    selection.owner = p.number;
    EXPECT_THAT(ids(store.list("a", selection)), ElementsAre("1"));
    EXPECT_THAT(ids(store.children("a", q)), ElementsAre("2"));
    EXPECT_THAT(ids(store.children("b", q)), ElementsAre("3"));
    EXPECT_TRUE(store.children("a", r).empty());
    EXPECT_TRUE(store.children("b", p).empty());
    EXPECT_TRUE(store.list("a", everything()).empty());
}

TEST(Store, RendersABodyOncePerVersion) {
    Store store;
    store.insert(record("a", "1"));
    const Record& one = *store.find({"a", "1"});
    EXPECT_EQ(*Store::text_once(one), R"({"id":"1"})");
    EXPECT_FALSE(one.text);
    const auto first = store.text(one);
    EXPECT_EQ(Store::text_once(one), first);
    EXPECT_EQ(store.text(one), first);
    store.set_body(one, Json{{"id", "1"}, {"n", 2}});
    EXPECT_EQ(*store.text(one), R"({"id":"1","n":2})");
    EXPECT_EQ(*first, R"({"id":"1"})");
}

TEST(Store, ForgetsWhatIsRemoved) {
    Store store;
    store.insert(record("a", "1"));
    store.insert(record("a", "2"));
    store.remove(*store.find({"a", "1"}));
    EXPECT_THAT(store.find({"a", "1"}), IsNull());
    EXPECT_THAT(ids(store.list("a", everything())), ElementsAre("2"));
    EXPECT_THAT(ids(store.all("a")), ElementsAre("2"));
    EXPECT_TRUE(store.all("b").empty());
}

TEST(Store, KnowsWhatWasIssuedToWhom) {
    Store store;
    store.issue("op", "t", "x");
    store.issue("op", "", "for all");
    EXPECT_TRUE(store.issued("op", "t", "x"));
    EXPECT_FALSE(store.issued("op", "u", "x"));
    EXPECT_FALSE(store.issued("other", "t", "x"));
    EXPECT_TRUE(store.issued("op", "u", "for all"));
    EXPECT_EQ(store.issued_count(), 2U);
}

TEST(StoreDeathTest, InsertsAnIdOnce) {
    Store store;
    store.insert(record("a", "1"));
    EXPECT_DEATH(store.insert(record("a", "1")), "made once");
}

TEST(Shown, LeavesOutWhatIsTheMocksOwn) {
    EXPECT_THAT(shown(*parse_json(R"({"a":1,"_b":2,"":3})")), EqualsJson(R"({"a":1,"":3})"));
}

TEST(Shown, HasOtherMembersInPlaceOfTheRecords) {
    EXPECT_THAT(shown(*parse_json(R"({"a":1,"c":3,"_shown":{"a":2}})")),
                EqualsJson(R"({"a":2,"c":3})"));
}

TEST(Shown, IsWhatTheTextOfARecordSays) {
    Store store;
    Record made = record("a", "1");
    made.body = std::make_shared<const Json>(
        *parse_json(R"({"a":1,"c":"x","_b":2,"_shown":{"":0,"b":{"d":4},"c":5,"z":null}})"));
    const Json all = shown(*made.body);
    store.insert(std::move(made));
    EXPECT_EQ(*store.text(*store.find({"a", "1"})), all.dump());
    EXPECT_THAT(all, EqualsJson(R"({"":0,"a":1,"b":{"d":4},"c":5,"z":null})"));
}

}  // namespace
}  // namespace plumbline::mock
