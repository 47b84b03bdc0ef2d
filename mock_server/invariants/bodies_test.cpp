// Sends the requests of fixtures/bodies and compares the mock's responses with the expectations of
// their author. The files do not depend on the contract, so they are an independent oracle.

#include "mock_server/engine/testing.hpp"
#include "spec/bodies/body_fixtures.hpp"

namespace plumbline::mock {
namespace {

/// Makes the issued values and the listeners of the fixtures known to the workspace.
void add_known_values(Simulation& simulation, const BodyFixtures& fixtures) {
    for (const auto& [operation, values] : fixtures.issued->items()) {
        for (const Json& value : values)
            simulation.issued.add(operation, "", value.get<std::string>());
    }
    for (const auto& [id, kind] : fixtures.compute_kinds->items()) {
        Record listener;
        listener.ref = {"listeners", id};
        listener.body = std::make_shared<const Json>(Json{{"id", id}, {"compute_type", kind}});
        simulation.store.insert(std::move(listener));
    }
}

/// Sends a body to a new workspace in which the record it changes exists.
TestResponse send_body(const TestMock& mock, const BodyFixture& one, const BodyFixtures& fixtures) {
    const Json workspace = mock.make_workspace({{"world", one.hosting}});
    const auto target = mock.engine().config().registry->find(workspace["id"].get<std::string>());
    const auto tenant = workspace["tenant_id"].get<std::string>();
    target->simulation().with([&](Simulation& simulation) {
        add_known_values(simulation, fixtures);
        if (!one.record) return;
        Record record;
        record.ref = {"deployments", (*one.record)["id"].get<std::string>()};
        record.tenant = tenant;
        record.body = one.record;
        simulation.store.insert(std::move(record));
    });
    const TestClient api = mock.client(workspace);
    return one.record
               ? api.patch("/v2/deployments/" + (*one.record)["id"].get<std::string>(), *one.body)
               : api.post("/v2/deployments", *one.body);
}

class FixtureBodies : public testing::Test {
  protected:
    void SetUp() override { ASSERT_THAT(fixtures, IsOk()); }

    /// Returns the cases whose response differs from the expected one.
    [[nodiscard]] std::vector<std::string> unexpected_responses(
        const std::vector<BodyFixture>& cases) const {
        const TestMock mock;
        std::vector<std::string> found;
        for (const BodyFixture& one : cases) {
            const TestResponse response = send_body(mock, one, *fixtures);
            if (response.status != one.status)
                found.push_back(one.name + ": " + testing::PrintToString(response));
        }
        return found;
    }

    Result<BodyFixtures> fixtures = load_body_fixtures("fixtures/bodies");
};

TEST_F(FixtureBodies, ThatAreValidAreAccepted) {
    EXPECT_THAT(unexpected_responses(fixtures->accepted), testing::IsEmpty());
}

TEST_F(FixtureBodies, ThatAreInvalidAreRefusedWithTheStatedStatus) {
    EXPECT_THAT(unexpected_responses(fixtures->refused), testing::IsEmpty());
}

// So a refused body, which differs from its base in one place, is refused for that place.
TEST_F(FixtureBodies, ThatAreBasesAreAccepted) {
    std::vector<BodyFixture> bases;
    for (const auto& [name, base] : fixtures->bases) bases.push_back(base);
    EXPECT_THAT(unexpected_responses(bases), testing::IsEmpty());
}

}  // namespace
}  // namespace plumbline::mock
