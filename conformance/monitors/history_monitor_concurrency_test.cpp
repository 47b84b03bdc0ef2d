#include "conformance/monitors/testing.hpp"

#include <atomic>
#include <thread>

namespace plumbline::monitors {
namespace {

class ConcurrentChecks : public HistoryMonitorTest {
  protected:
    /// Creates, reads, patches and deletes a record and lists it meanwhile; returns the number of
    /// findings.
    std::size_t play(int job) {
        constexpr int kSteps = 50;
        TestExchange test_exchange{"createThing"};
        test_exchange.key = "t" + std::to_string(job);
        test_exchange.path = {{"thing_id", test_exchange.key}};
        test_exchange.status = 201;
        test_exchange.owner = static_cast<std::uint64_t>(job);
        std::size_t found = 0;
        for (int step = 0; step < kSteps; ++step) {
            const std::string thing = R"({"id":")" + test_exchange.key + R"(","note":")" +
                                      std::to_string(step / 2) + "\"}";
            if (step > 0) test_exchange.operation = step % 2 == 0 ? "patchThing" : "getThing";
            found += broken_by(test_exchange, thing, step);
            TestExchange list = test_exchange;
            list.operation = "listThings";
            list.status = 200;
            found += broken_by(list, R"({"items":[)" + thing + R"(,{"id":"other"}]})", step);
        }
        monitor_->release_owner(test_exchange.owner);
        return found;
    }

  private:
    std::size_t broken_by(TestExchange test_exchange, const std::string& response, int step) const {
        test_exchange.response = response;
        announce(test_exchange);
        return check(test_exchange, step * 10, step * 10 + 5).findings.size();
    }
};

TEST_F(ConcurrentChecks, DoNotAffectEachOther) {
    std::atomic<std::size_t> found = 0;
    {
        std::vector<std::jthread> jobs;
        for (int job = 1; job <= 4; ++job) jobs.emplace_back([&, job] { found += play(job); });
    }
    EXPECT_EQ(found, 0);
}

}  // namespace
}  // namespace plumbline::monitors
