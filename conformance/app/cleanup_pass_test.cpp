#include "conformance/app/cleanup_pass.hpp"

#include "conformance/app/commands.hpp"
#include "conformance/cleanup/testing.hpp"

#include <fstream>
#include <sstream>

namespace plumbline::app {
namespace {

using cleanup::kThingsUrl;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// A clock on which something happens while code waits.
class EventfulClock final : public Clock {
  public:
    explicit EventfulClock(Instant start) : clock_(start) {}
    [[nodiscard]] Instant now() const override { return clock_.now(); }
    [[nodiscard]] Instant at(std::chrono::steady_clock::time_point steady) const override {
        return clock_.at(steady);
    }
    void wait(Duration time) override {
        clock_.wait(time);
        waits.push_back(time);
        if (on_wait) on_wait();
    }

    std::vector<Duration> waits;
    std::function<void()> on_wait;

  private:
    ManualClock clock_;
};

/// The journal of a run that created a thing, and its service.
class CleanupPassTest : public ::testing::Test {
  protected:
    void SetUp() override {
        journal_ = cleanup::new_journal(folder_);
        path_ = journal_->path();
        access_.send = service_.send();
        access_.credentials = cleanup::our_credentials();
        access_.wait = std::chrono::seconds(600);
    }

    void intend(const std::string& name, Instant time) {
        cleanup::JournalEntry entry = cleanup::thing_named(name);
        entry.time = time;
        ASSERT_THAT(journal_->record_intent(entry), IsOk());
    }

    void create(const std::string& name) {
        service_.names["t1"] = name;
        intend(name, clock_.now());
        journal_->record_created(1, "t1");
    }

    int clean() {
        CleanupTask task{std::vector<std::string>{kThingsUrl}, false, out_, err_};
        return print_summary(clean_journals({path_}, access_, task, clock_), 0, task);
    }

    /// Answers deletes with a status, as often as given.
    void refuse_deletes(int status, int times) {
        const auto left = std::make_shared<int>(times);
        access_.send = [this, status, left](const client::HttpCall& call) {
            client::Exchange exchange;
            exchange.call = call;
            if (call.request.method != "DELETE" || (*left)-- <= 0) return service_.respond(call);
            exchange.response = http::Response{status, {}, "{}"};
            return exchange;
        };
    }

    TemporaryFolder folder_;
    cleanup::ThingService service_;
    std::unique_ptr<cleanup::Journal> journal_;
    std::string path_;
    EventfulClock clock_{SystemClock().now()};
    CleanupAccess access_;
    std::ostringstream out_;
    std::ostringstream err_;
};

TEST_F(CleanupPassTest, WaitsUntilAResourceCanBeDeleted) {
    create("run-1-a");
    journal_.reset();
    refuse_deletes(409, 3);
    EXPECT_EQ(clean(), kConforms);
    EXPECT_EQ(out_.str(),
              "waits   thing t1 (run-1-a): DELETE returned 409\n"
              "deleted thing t1 (run-1-a)\n"
              "1 deleted, 0 gone, 0 absent, 0 left\n");
    EXPECT_THAT(clock_.waits, SizeIs(3));
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(CleanupPassTest, TriesOnceWithoutWaiting) {
    create("run-1-a");
    journal_.reset();
    refuse_deletes(409, 1);
    access_.wait.reset();
    EXPECT_EQ(clean(), kDoesNotConform);
    EXPECT_THAT(out_.str(), HasSubstr("left    thing t1 (run-1-a): DELETE returned 409\n"));
    EXPECT_THAT(err_.str(), AllOf(HasSubstr("--wait"), HasSubstr("cleanup --forget '" + path_)));
    EXPECT_THAT(clock_.waits, IsEmpty());
}

TEST_F(CleanupPassTest, WaitsUntilTheDeadlineAtMost) {
    create("run-1-a");
    journal_.reset();
    refuse_deletes(503, 1'000'000);
    access_.wait = std::chrono::seconds(60);
    const Instant began = clock_.now();
    EXPECT_EQ(clean(), kDoesNotConform);
    EXPECT_EQ(clock_.now() - began, std::chrono::seconds(60));
    EXPECT_THAT(out_.str(), HasSubstr("left    thing t1 (run-1-a): DELETE returned 503\n"));
}

TEST_F(CleanupPassTest, DoesNotWaitForWhatStaysRefused) {
    create("run-1-a");
    journal_.reset();
    refuse_deletes(403, 1'000'000);
    EXPECT_EQ(clean(), kDoesNotConform);
    EXPECT_THAT(clock_.waits, IsEmpty());
}

TEST_F(CleanupPassTest, WaitsForARunInProgress) {
    create("run-1-a");
    clock_.on_wait = [this] { journal_.reset(); };
    EXPECT_EQ(clean(), kConforms);
    EXPECT_THAT(out_.str(),
                HasSubstr("waits   " + path_ +
                          ": its run is still in progress\n"
                          "deleted thing t1 (run-1-a)\n"));
}

TEST_F(CleanupPassTest, AcceptsThatARunInProgressRemovesItsJournal) {
    create("run-1-a");
    clock_.on_wait = [this] {
        if (!journal_) return;
        journal_->record_closed(1, "removed");
        journal_->remove_if_closed();
        journal_.reset();
    };
    EXPECT_EQ(clean(), kConforms);
    EXPECT_THAT(err_.str(), IsEmpty());
}

TEST_F(CleanupPassTest, WaitsUntilACreateCanNoLongerTakeEffect) {
    intend("run-1-a", clock_.now());
    journal_.reset();
    const Instant began = clock_.now();
    EXPECT_EQ(clean(), kConforms);
    EXPECT_THAT(out_.str(), HasSubstr("absent  thing of unknown id (run-1-a)\n"));
    const Duration settle_time = std::chrono::seconds(45 + 120);  // as in the header
    EXPECT_GE(clock_.now() - began, settle_time);
    EXPECT_LT(clock_.now() - began, settle_time + std::chrono::seconds(6));
}

TEST_F(CleanupPassTest, FindsAResourceThatAppearsMeanwhile) {
    intend("run-1-a", clock_.now());
    journal_.reset();
    clock_.on_wait = [this] { service_.names["t1"] = "run-1-a"; };
    EXPECT_EQ(clean(), kConforms);
    EXPECT_THAT(service_.names, IsEmpty());
}

TEST_F(CleanupPassTest, WaitsForATargetThatIsUnreachable) {
    create("run-1-a");
    journal_.reset();
    service_.down = true;
    clock_.on_wait = [this] { service_.down = false; };
    EXPECT_EQ(clean(), kConforms);
    service_.down = true;
}

TEST_F(CleanupPassTest, ReportsAnUnreachableTarget) {
    create("run-1-a");
    journal_.reset();
    service_.down = true;
    access_.wait.reset();
    EXPECT_EQ(clean(), kUnreachable);
}

TEST_F(CleanupPassTest, ProcessesTheLinesThatCanBeRead) {
    create("run-1-a");
    journal_.reset();
    std::ofstream(path_, std::ios::app) << "damaged\n";
    EXPECT_EQ(clean(), kDoesNotConform);
    EXPECT_THAT(service_.names, IsEmpty());
    EXPECT_THAT(err_.str(), AllOf(HasSubstr(path_ + ":4:1: "), HasSubstr("--forget")));
    EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(CleanupPassTest, NamesResourcesThatMayBeLeft) {
    service_.names = {{"t1", "another"}};
    intend("", clock_.now());
    journal_.reset();
    EXPECT_EQ(clean(), kDoesNotConform);
    EXPECT_THAT(out_.str(), HasSubstr("perhaps by the run: t1 (another): check them"));
    EXPECT_THAT(service_.names, SizeIs(1));
    EXPECT_THAT(clock_.waits, IsEmpty());
}

}  // namespace
}  // namespace plumbline::app
