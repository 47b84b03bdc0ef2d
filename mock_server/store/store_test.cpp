#include "mock_server/store/store.hpp"

#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsNull;

Record make_record(std::string collection,
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

std::vector<std::string> ids_of(const std::vector<const Record*>& records) {
    std::vector<std::string> found;
    for (const Record* one : records) found.push_back(one->ref.id);
    return found;
}

RecordQuery query_all(std::string tenant = "t") {
    RecordQuery query;
    query.tenant = std::move(tenant);
    query.limit = 10;
    return query;
}

TEST(Store, FindsInsertedRecords) {
    Store store;
    store.insert(make_record("a", "1"));
    ASSERT_TRUE(store.find({"a", "1"}));
    EXPECT_THAT(*store.find({"a", "1"})->body, EqualsJson(R"({"id":"1"})"));
    EXPECT_THAT(store.find({"a", "2"}), IsNull());
    EXPECT_THAT(store.find({"b", "1"}), IsNull());
    EXPECT_EQ(store.size(), 1U);
}

TEST(Store, ListsNewestOrOldestFirst) {
    Store store;
    for (const char* id : {"1", "2", "3"}) store.insert(make_record("a", id));
    RecordQuery query = query_all();
    EXPECT_THAT(ids_of(store.list("a", query)), ElementsAre("3", "2", "1"));
    query.newest_first = false;
    EXPECT_THAT(ids_of(store.list("a", query)), ElementsAre("1", "2", "3"));
    EXPECT_TRUE(store.list("b", query).empty());
}

TEST(Store, PagesAfterSelecting) {
    Store store;
    for (const char* id : {"1", "2", "3", "4"})
        store.insert(make_record("a", id, id[0] == '2' ? "other" : "t"));
    RecordQuery query = query_all();
    query.offset = 1;
    query.limit = 1;
    EXPECT_THAT(ids_of(store.list("a", query)), ElementsAre("3"));
    query.accepts = [](const Record& one) { return one.ref.id != "4"; };
    EXPECT_THAT(ids_of(store.list("a", query)), ElementsAre("1"));
}

TEST(Store, ListsRecordsWithoutTenantForEveryTenant) {
    Store store;
    store.insert(make_record("a", "1", ""));
    EXPECT_THAT(ids_of(store.list("a", query_all("anyone"))), ElementsAre("1"));
}

TEST(Store, ListsTheRecordsOfAParent) {
    Store store;
    const Record& p = store.insert(make_record("parents", "p"));
    const Record& q = store.insert(make_record("parents", "q"));
    const Record& r = store.insert(make_record("parents", "r"));
    store.insert(make_record("a", "1", "t", p.number));
    store.insert(make_record("a", "2", "t", q.number));
    store.insert(make_record("b", "3", "t", q.number));
    RecordQuery query = query_all();
    query.owner = p.number;
    EXPECT_THAT(ids_of(store.list("a", query)), ElementsAre("1"));
    EXPECT_THAT(ids_of(store.children("a", q)), ElementsAre("2"));
    EXPECT_THAT(ids_of(store.children("b", q)), ElementsAre("3"));
    EXPECT_TRUE(store.children("a", r).empty());
    EXPECT_TRUE(store.children("b", p).empty());
    EXPECT_TRUE(store.list("a", query_all()).empty());
}

TEST(Store, RendersABodyOncePerVersion) {
    Store store;
    store.insert(make_record("a", "1"));
    const Record& one = *store.find({"a", "1"});
    EXPECT_FALSE(one.text);
    const auto first = store.text(one);
    EXPECT_EQ(store.text(one), first);
    store.set_body(one, Json{{"id", "1"}, {"n", 2}});
    EXPECT_EQ(*store.text(one), R"({"id":"1","n":2})");
    EXPECT_EQ(*first, R"({"id":"1"})");
}

TEST(Store, ForgetsRemovedRecords) {
    Store store;
    store.insert(make_record("a", "1"));
    store.insert(make_record("a", "2"));
    store.remove(*store.find({"a", "1"}));
    EXPECT_THAT(store.find({"a", "1"}), IsNull());
    EXPECT_THAT(ids_of(store.list("a", query_all())), ElementsAre("2"));
    EXPECT_THAT(ids_of(store.all("a")), ElementsAre("2"));
    EXPECT_TRUE(store.all("b").empty());
}

TEST(StoreDeathTest, RejectsASecondRecordWithTheSameId) {
    Store store;
    store.insert(make_record("a", "1"));
    EXPECT_DEATH(store.insert(make_record("a", "1")), "created once");
}

TEST(PublicBody, OmitsInternalMembers) {
    EXPECT_THAT(public_body(*parse_json(R"({"a":1,"_b":2,"":3})")), EqualsJson(R"({"a":1,"":3})"));
}

TEST(PublicBody, ReplacesMembersByPublicOnes) {
    EXPECT_THAT(public_body(*parse_json(R"({"a":1,"c":3,"_public":{"a":2}})")),
                EqualsJson(R"({"a":2,"c":3})"));
}

TEST(PublicBody, EqualsTheRenderedText) {
    Store store;
    Record made = make_record("a", "1");
    made.body = std::make_shared<const Json>(
        *parse_json(R"({"a":1,"c":"x","_b":2,"_public":{"":0,"b":{"d":4},"c":5,"z":null}})"));
    const Json all = public_body(*made.body);
    store.insert(std::move(made));
    EXPECT_EQ(*store.text(*store.find({"a", "1"})), all.dump());
    EXPECT_THAT(all, EqualsJson(R"({"":0,"a":1,"b":{"d":4},"c":5,"z":null})"));
}

}  // namespace
}  // namespace plumbline::mock
