// One world with one seed: the same happens every time, to the byte.

#include "mock_server/endurance/interleaving_fixture.hpp"
#include "mock_server/engine/testing.hpp"

#include <string>

namespace plumbline::mock {
namespace {

/// Returns the log of a life of that number, and what its records show at the end.
std::string log_of(const Stock& stock, std::uint64_t number) {
    Interleaving lived(stock, number);
    for (int i = 0; i < 12; ++i) (void)lived.step();
    (void)lived.life().advance(std::chrono::hours(24 * 4));
    std::string log;
    for (const StateChange& change : lived.life().chronicle().changes())
        log += change_text(change) + '\n';
    for (const char* collection : {"bulk_exports", "bulk_export_runs"}) {
        for (const Record* one : lived.life().store().all(collection))
            log += one->body->dump() + '\n';
    }
    return log;
}

TEST(Repetitions, OfOneSeedAreEqualToTheByte) {
    const auto stock = built_in_stock();
    const std::string first = log_of(*stock, 7);
    EXPECT_GT(std::count(first.begin(), first.end(), '\n'), 25);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(log_of(*stock, 7), first) << "repetition " << i;
    EXPECT_NE(log_of(*stock, 8), first);
}

/// The same through the server's own door: two workspaces of one seed, looked at with requests.
TEST(Repetitions, OfOneSeedTellTheSameChanges) {
    const Mock mock;
    std::string first;
    for (int i = 0; i < 20; ++i) {
        const std::string path =
            "/workspaces/" + mock.make({{"seed", 7}}).at("id").get<std::string>();
        for (int made = 0; made < 3; ++made) {
            const Answer one = mock.control().post(path + "/bulk-exports", Json::object());
            (void)mock.control().post(path + "/incidents",
                                      {{"incident", "infrastructure_interruption"},
                                       {"export_id", one.body["export_id"]},
                                       {"run", made}});
            (void)mock.control().post(path + "/clock", {{"advance", "PT2M"}});
        }
        (void)mock.control().post(path + "/clock", {{"advance", "PT1H"}});
        const std::string told = mock.control().get(path + "/changes").text;
        if (first.empty()) first = told;
        ASSERT_EQ(told, first) << "workspace " << i;
    }
    EXPECT_NE(first.find("COMPLETED"), std::string::npos);
}

}  // namespace
}  // namespace plumbline::mock
