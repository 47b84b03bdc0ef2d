#include "mock_server/store/world.hpp"

#include "mock_server/store/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr std::string_view kWorld = R"({
  "world": "w", "summary": "s", "hosting": "cloud", "base_path": "/on/premises", "start": "2026-01-05T09:00:00Z",
  "tenants": ["main", "other"],
  "default_identities": {"main": {"tenant_id": "T", "api_key": "K"}},
  "records": [
    {"collection": "listeners", "body": {"id": "{named:listener}"}},
    {"collection": "listeners", "tenant": "other", "body": {"id": "fixed"}}
  ],
  "sources": {"git_host": {"listener": "{named:listener}", "integration": "{named:integration}"}},
  "issued": {"install": ["{named:integration}"]},
  "lists": {"failing": ["bad"]},
  "timings": {"revision": {"BUILDING": "PT9S"}},
  "limits": {"records": 5},
  "disabled_rules": ["r"],
  "waived_rules": {"s": ["git_host"]}
})";

TEST(World, IsReadFromItsFixture) {
    const auto world = World::load(fixture(kWorld));
    ASSERT_THAT(world, IsOk());
    EXPECT_EQ(world->name, "w");
    EXPECT_EQ(world->hosting, "cloud");
    EXPECT_THAT(world->base_path, testing::ElementsAre("on", "premises"));
    EXPECT_EQ(world->lists.at("failing").count("bad"), 1U);
    EXPECT_EQ(world->timings.at("revision/BUILDING"), std::chrono::seconds(9));
    EXPECT_EQ(world->limit("records", 1), 5);
    EXPECT_EQ(world->limit("issued", 7), 7);
    EXPECT_EQ(world->disabled_rules.count("r"), 1U);
    EXPECT_EQ(world->waived_rules.at("s").count("git_host"), 1U);
    EXPECT_EQ(world->default_identities[0].api_key, "K");
    EXPECT_EQ(world->default_identities[1].api_key, "");
}

TEST(World, ReturnsTheSameIdForEachUseOfAName) {
    const World world = *World::load(fixture(kWorld));
    IdSource ids(1);
    Store store;
    const InitialWorld initial = populate_store(world, make_identities(world, ids), 7, store);
    const Json& inputs = (*initial.sources)["git_host"];
    EXPECT_EQ(inputs["listener"], named_id(7, "listener"));
    EXPECT_NE(inputs["listener"], inputs["integration"]);
    EXPECT_NE(inputs["listener"], named_id(8, "listener"));
    EXPECT_TRUE(store.find({"listeners", inputs["listener"].get<std::string>()}));
    EXPECT_TRUE(
        initial.issued.contains("install", "any", inputs["integration"].get<std::string>()));
}

TEST(World, AssignsRecordsToTheirTenant) {
    const World world = *World::load(fixture(kWorld));
    IdSource ids(1);
    Store store;
    const auto identities = make_identities(world, ids);
    (void)populate_store(world, identities, 1, store);
    EXPECT_EQ(store.find({"listeners", "fixed"})->tenant, identities[1].tenant_id);
}

TEST(World, CreatesDifferentIdentitiesFromDifferentSeeds) {
    const World world = *World::load(fixture(kWorld));
    IdSource one(1);
    IdSource same(1);
    IdSource two(2);
    EXPECT_EQ(make_identities(world, one)[0].api_key, make_identities(world, same)[0].api_key);
    EXPECT_NE(make_identities(world, two)[0].api_key, make_identities(world, same)[0].api_key);
}

struct BadWorldCase {
    std::string name;
    std::string text;
    std::string message;
};

void PrintTo(const BadWorldCase& bad, std::ostream* out) {
    *out << bad.name;
}

class BadWorlds : public testing::TestWithParam<BadWorldCase> {};

TEST_P(BadWorlds, AreRejectedWithPosition) {
    const auto world = World::load(fixture(GetParam().text));
    EXPECT_THAT(world, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(world, FailsWith("test.json:1:"));
    EXPECT_THAT(world, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    World,
    BadWorlds,
    testing::Values(
        BadWorldCase{"start", R"({"start":"today","tenants":["a"]})", "today"},
        BadWorldCase{
            "no_tenant", R"({"start":"2026-01-05T09:00:00Z","tenants":[]})", "at least one tenant"},
        BadWorldCase{
            "timing",
            R"({"start":"2026-01-05T09:00:00Z","tenants":["a"],"timings":{"m":{"S":"soon"}}})",
            "soon"},
        BadWorldCase{
            "no_time",
            R"({"start":"2026-01-05T09:00:00Z","tenants":["a"],"timings":{"m":{"S":"PT0S"}}})",
            "longer than zero"},
        BadWorldCase{
            "tenant_of_record",
            R"({"start":"2026-01-05T09:00:00Z","tenants":["a"],"records":[{"collection":"c","tenant":"b","body":{"id":"1"}}]})",
            "\"b\" is not one"},
        BadWorldCase{
            "record_without_id",
            R"({"start":"2026-01-05T09:00:00Z","tenants":["a"],"records":[{"collection":"c","body":{}}]})",
            "needs its own id"},
        BadWorldCase{
            "id_twice",
            R"({"start":"2026-01-05T09:00:00Z","tenants":["a"],"records":[{"collection":"c","body":{"id":"1"}},{"collection":"c","body":{"id":"1"}}]})",
            "needs its own id"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Worlds, AreLoadedByName) {
    const auto worlds = load_worlds(Fixtures());
    ASSERT_THAT(worlds, IsOk());
    EXPECT_EQ(worlds->at("self_hosted")->hosting, "self_hosted");
}

TEST(Worlds, HaveDifferentNames) {
    const FixtureFolder folder;
    folder.write(
        "worlds/mine.json",
        R"({"world":"cloud","summary":"s","hosting":"cloud","start":"2026-01-05T09:00:00Z","tenants":["a"]})");
    EXPECT_THAT(load_worlds(*Fixtures().with_folder(folder.path())),
                FailsWith("a second world is named \"cloud\""));
}

}  // namespace
}  // namespace plumbline::mock
