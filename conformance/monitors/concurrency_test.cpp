#include "conformance/monitors/testing.hpp"

#include <atomic>
#include <thread>

namespace plumbline::monitors {
namespace {

class SeveralJobs : public Watching {
  protected:
    /// Plays the life of a thing, and lists it meanwhile; returns how much was found broken.
    std::size_t play(int job) {
        constexpr int kSteps = 50;
        Told told{"createThing"};
        told.key = "t" + std::to_string(job);
        told.path = {{"thing_id", told.key}};
        told.status = 201;
        told.owner = static_cast<std::uint64_t>(job);
        std::size_t found = 0;
        for (int step = 0; step < kSteps; ++step) {
            const std::string thing =
                R"({"id":")" + told.key + R"(","note":")" + std::to_string(step / 2) + "\"}";
            if (step > 0) told.operation = step % 2 == 0 ? "patchThing" : "getThing";
            found += broken_by(told, thing, step);
            Told list = told;
            list.operation = "listThings";
            list.status = 200;
            found += broken_by(list, R"({"items":[)" + thing + R"(,{"id":"other"}]})", step);
        }
        watch_->let_go(told.owner);
        return found;
    }

  private:
    std::size_t broken_by(Told told, const std::string& answer, int step) const {
        told.answer = answer;
        begin(told);
        return judge(told, step * 10, step * 10 + 5).broken.size();
    }
};

TEST_F(SeveralJobs, DoNotDisturbOneAnother) {
    std::atomic<std::size_t> found = 0;
    {
        std::vector<std::jthread> jobs;
        for (int job = 1; job <= 4; ++job) jobs.emplace_back([&, job] { found += play(job); });
    }
    EXPECT_EQ(found, 0);
}

}  // namespace
}  // namespace plumbline::monitors
