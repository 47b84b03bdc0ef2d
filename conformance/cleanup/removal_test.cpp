#include "conformance/cleanup/removal.hpp"

#include "conformance/cleanup/circuit_breaker.hpp"
#include "conformance/cleanup/testing.hpp"
#include "spec/base/time_text.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

/// A journal of a run that has ended, and its service.
class RemoveEntriesTest : public testing::Test {
  protected:
    void SetUp() override { journal_ = new_journal(folder_); }

    int intend(const std::string& name) { return *journal_->record_intent(thing_named(name)); }

    std::vector<Removal> remove(const NamedCredentials& credentials = our_credentials()) {
        const client::Send send = service_.send();
        return remove_entries(
            *journal_, {send, credentials}, [](const JournalEntry&) { return true; });
    }

    Removal remove_one() {
        auto removals = remove();
        EXPECT_THAT(removals, SizeIs(1));
        return removals.empty() ? Removal{} : removals.front();
    }

    TemporaryFolder folder_;
    std::unique_ptr<Journal> journal_;
    ThingService service_;
};

TEST_F(RemoveEntriesTest, DeletesByIdWithItsCreatorsCredentials) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-a"}};
    journal_->record_created(intend("run-1-a"), "t1");
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kRemoved);
    EXPECT_THAT(service_.names, ElementsAre(Key("t2")));
    EXPECT_THAT(service_.calls, ElementsAre("DELETE /boxes/7/things/t1"));
    EXPECT_EQ(journal_->open_entry_count(), 0);
}

TEST_F(RemoveEntriesTest, ClosesEntriesThatAreNotFound) {
    journal_->record_created(intend("run-1-a"), "t1");
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kGone);
    EXPECT_EQ(journal_->open_entry_count(), 0);
}

TEST_F(RemoveEntriesTest, FindsResourcesWithoutIdByTheirExactNameOnAllPages) {
    service_.names = {
        {"t1", "run-1-a"}, {"t2", "run-1-a-too"}, {"t3", "another"}, {"t4", "run-1-a"}};
    (void)intend("run-1-a");
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kRemoved);
    EXPECT_THAT(service_.names, UnorderedElementsAre(Key("t2"), Key("t3")));
    EXPECT_THAT(service_.calls, Contains("GET /boxes/7/things?offset=2"));
}

TEST_F(RemoveEntriesTest, ReadsAListWithoutPagesOnce) {
    service_.page = 100;
    service_.names = {{"t1", "another"}};
    journal_->record_unknown(intend("run-1-a"));
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kAbsent);
    EXPECT_THAT(service_.calls, SizeIs(2));
    EXPECT_THAT(service_.names, SizeIs(1));
}

TEST_F(RemoveEntriesTest, DeletesNothingWithAForeignName) {
    service_.names = {{"t1", "Production "}, {"t2", "another"}};
    (void)intend("production");
    (void)intend("");
    const auto removals = remove();
    ASSERT_THAT(removals, SizeIs(2));
    EXPECT_EQ(removals[0].outcome, RemovalOutcome::kRemaining);
    EXPECT_THAT(removals[0].reason,
                HasSubstr("perhaps by the run: t1 (Production ): check them, and delete manually"));
    EXPECT_EQ(removals[1].outcome, RemovalOutcome::kRemaining);
    EXPECT_THAT(removals[1].reason,
                HasSubstr("perhaps by the run: t1 (Production ), t2 (another): check"));
    EXPECT_FALSE(removals[1].may_change);
    EXPECT_THAT(service_.names, SizeIs(2));
}

TEST_F(RemoveEntriesTest, ListsAtMostTenResourcesThatMayBeIt) {
    for (int i = 10; i < 23; ++i) service_.names["t" + std::to_string(i)] = "x";
    (void)intend("");
    EXPECT_THAT(remove_one().reason, HasSubstr("t19 (x) and 3 more: check"));
}

TEST_F(RemoveEntriesTest, ClosesAnEntryWithoutNameIfNothingIsUnaccountedFor) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-b"}};
    journal_->record_created(intend("run-1-a"), "t1");
    journal_->record_created(intend("run-1-b"), "t2");
    journal_->record_unknown(intend(""));
    journal_->record_unknown(intend("production"));
    const auto removals = remove();
    ASSERT_THAT(removals, SizeIs(4));
    EXPECT_EQ(removals[2].outcome, RemovalOutcome::kAbsent);
    EXPECT_EQ(removals[3].outcome, RemovalOutcome::kAbsent);
    EXPECT_EQ(journal_->open_entry_count(), 0);
}

TEST_F(RemoveEntriesTest, DeletesResourcesWithTheRunsPrefixThatNoEntryNames) {
    service_.names = {{"t1", "run-1-a-2"}, {"t2", "run-1-b"}, {"t3", "run-1-c"}, {"t4", "run-2-a"}};
    (void)intend("run-1-b");
    journal_->record_closed(1, "refused with 422");
    (void)intend("run-1-a");
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kRemoved);
    EXPECT_THAT(service_.names, UnorderedElementsAre(Key("t2"), Key("t4")))
        << "t2 is another entry's, t4 another run's";
}

/// An entry without name, sent at a known time, and the target's things with their times.
class CreationTimes : public RemoveEntriesTest {
  protected:
    void SetUp() override {
        RemoveEntriesTest::SetUp();
        intend_at("", "2026-03-01T12:00:00Z");
    }

    int intend_at(const std::string& name, const std::string& time) {
        JournalEntry entry = thing_named(name);
        entry.time = *parse_instant(time);
        return *journal_->record_intent(entry);
    }

    /// Returns the result if the target lists a thing with this time, and one of today.
    Removal remove_with(const std::string& created,
                        const std::string& date,
                        const std::string& other = "2026-03-01T06:00:00Z") {
        const client::Send lists = [&](const client::HttpCall& call) {
            client::Exchange exchange;
            exchange.call = call;
            exchange.ended = *parse_instant("2026-03-01T13:00:00Z");
            const Json things{{{"id", "t1"}, {"created_at", created}},
                              {{"id", "t2"}, {"created_at", other}}};
            exchange.response = http::Response{200, {}, Json{{"things", things}}.dump()};
            if (!date.empty()) exchange.response->headers.add("Date", date);
            return exchange;
        };
        const auto removals =
            remove_entries(*journal_, {lists, our_credentials()}, [](const JournalEntry& entry) {
                return entry.name.empty();
            });
        return removals.at(0);
    }
};

constexpr const char* kSameClock = "Sun, 01 Mar 2026 13:00:00 GMT";
constexpr const char* kTenMinutesBehind = "Sun, 01 Mar 2026 12:50:00 GMT";

TEST_F(CreationTimes, BeforeTheIntentExcludeAResource) {
    EXPECT_EQ(remove_with("2026-03-01T11:00:00Z", kSameClock).outcome, RemovalOutcome::kAbsent);
}

TEST_F(CreationTimes, LongAfterTheIntentExcludeAResource) {
    EXPECT_EQ(remove_with("2026-03-01T12:30:00Z", kSameClock).outcome, RemovalOutcome::kAbsent);
}

TEST_F(CreationTimes, AroundTheIntentMakeAResourcePossible) {
    for (const char* created : {"2026-03-01T11:58:00Z", "2026-03-01T12:00:00Z", "unknown"})
        EXPECT_THAT(remove_with(created, kSameClock).reason, HasSubstr("run: t1: check"))
            << created;
}

TEST_F(CreationTimes, AreThoseOfTheTargetsClock) {
    EXPECT_THAT(remove_with("2026-03-01T11:50:00Z", kTenMinutesBehind).reason, HasSubstr("t1"));
    EXPECT_EQ(remove_with("2026-03-01T12:05:00Z", kTenMinutesBehind).outcome,
              RemovalOutcome::kAbsent);
}

TEST_F(CreationTimes, ProveNothingIfTheTargetsClockIsUnknown) {
    const auto is_possible = HasSubstr("run: t1, t2: check");
    EXPECT_THAT(remove_with("2026-03-01T11:00:00Z", "").reason, is_possible) << "no Date";
    EXPECT_THAT(remove_with("2001-01-01T00:00:00Z", kSameClock, "2001-01-01T00:00:00Z").reason,
                is_possible)
        << "a gateway sends the Date; the target's clock may be virtual";
}

TEST_F(CreationTimes, AreComparableIfTheRunsOwnCreationsShowTheClock) {
    const int number = intend_at("run-1-a", "2026-03-01T11:59:00Z");
    journal_->record_created(number, "t9", parse_instant("2026-03-01T11:59:10Z").value());
    EXPECT_EQ(remove_with("2026-03-01T11:00:00Z", "").outcome, RemovalOutcome::kAbsent);
}

TEST_F(CreationTimes, AreNotComparableIfTheRunsOwnCreationsHaveAnotherTime) {
    const int number = intend_at("run-1-a", "2026-03-01T11:59:00Z");
    journal_->record_created(number, "t9", parse_instant("2026-01-05T09:00:00Z").value());
    EXPECT_THAT(remove_with("2026-01-05T09:01:00Z", "", "2026-01-05T08:00:00Z").reason,
                HasSubstr("t1"));
}

TEST_F(RemoveEntriesTest, IgnoresResourcesOfOtherEntries) {
    service_.names = {{"t1", "run-1-a"}};
    journal_->record_created(intend("run-1-a"), "t1");
    journal_->record_closed(1, "removed");  // it stays listed until its deletion takes effect
    (void)intend("run-1-a");
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kAbsent);
    EXPECT_THAT(service_.names, SizeIs(1));
}

TEST_F(RemoveEntriesTest, RefusesOtherCredentialsThanTheCreators) {
    service_.names = {{"t1", "run-1-a"}};
    journal_->record_created(intend("run-1-a"), "t1");
    const auto removals = remove({{"api_key", Secret("mistaken")}});
    ASSERT_THAT(removals, SizeIs(1));
    EXPECT_EQ(removals[0].outcome, RemovalOutcome::kRemaining);
    EXPECT_THAT(removals[0].reason, HasSubstr("another api_key"));
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(RemoveEntriesTest, KeepsResourcesCreatedWithAnUnnamedCredential) {
    JournalEntry entry = thing_named("run-1-a");
    entry.credentials = {{"Authorization", "{}"}};
    journal_->record_created(*journal_->record_intent(entry), "t1");
    const Removal removal = remove_one();
    EXPECT_EQ(removal.outcome, RemovalOutcome::kRemaining);
    EXPECT_EQ(
        removal.reason,
        "it was created with a credential that the journal does not contain (in Authorization): "
        "delete it manually");
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(RemoveEntriesTest, ReportsTheMissingCredential) {
    journal_->record_created(intend("run-1-a"), "t1");
    const auto removals = remove({{"api_key", Secret()}});
    EXPECT_EQ(removals.at(0).reason,
              "it was created with the api_key of its run, and none is given: give it with "
              "--api-key-env");
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(RemoveEntriesTest, KeepsResourcesOfAnUnreachableTarget) {
    service_.down = true;
    journal_->record_created(intend("run-1-a"), "t1");
    EXPECT_EQ(remove_one().outcome, RemovalOutcome::kUnreachable);
    EXPECT_EQ(journal_->open_entry_count(), 1);
}

TEST_F(RemoveEntriesTest, ContinuesAfterATimeout) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-b"}};
    journal_->record_created(intend("run-1-a"), "t1");
    journal_->record_created(intend("run-1-b"), "t2");
    const client::Send slow_once = with_circuit_breaker([&](const client::HttpCall& call) {
        if (!call.url.ends_with("/t1")) return service_.respond(call);
        return client::unsent_exchange(call, {ErrorCode::kTimeout, "no response in time", {}, {}});
    });
    const auto removals = remove_entries(
        *journal_, {slow_once, our_credentials()}, [](const JournalEntry&) { return true; });
    ASSERT_THAT(removals, SizeIs(2));
    EXPECT_EQ(removals[0].outcome, RemovalOutcome::kRemaining);
    EXPECT_EQ(removals[0].reason, "no response in time");
    EXPECT_EQ(removals[1].outcome, RemovalOutcome::kRemoved);
}

TEST_F(RemoveEntriesTest, ReportsWhyAResourceRemains) {
    service_.names = {{"t1", "run-1-a"}};
    journal_->record_created(intend("run-1-a"), "t1");
    const client::Send refuses = [](const client::HttpCall& call) {
        client::Exchange exchange;
        exchange.call = call;
        exchange.response = http::Response{409, {}, "{}"};
        return exchange;
    };
    const auto removals = remove_entries(
        *journal_, {refuses, our_credentials()}, [](const JournalEntry&) { return true; });
    EXPECT_EQ(removals.at(0).reason, "DELETE returned 409");
    EXPECT_TRUE(removals.at(0).may_change);
    EXPECT_EQ(journal_->open_entry_count(), 1);
}

TEST_F(RemoveEntriesTest, KeepsResourcesBelowASecretPath) {
    JournalEntry entry = thing_named("run-1-a");
    entry.secret_parents = {"box"};
    journal_->record_created(*journal_->record_intent(entry), "t1");
    const Removal removal = remove_one();
    EXPECT_THAT(removal.reason, HasSubstr("below a path that contains a secret"));
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(RemoveEntriesTest, TrustsThatACreateSentLongAgoHasTakenEffect) {
    JournalEntry entry = thing_named("run-1-a");
    entry.time = Instant(std::chrono::seconds(100));
    (void)journal_->record_intent(entry);
    const client::Send send = service_.send();
    TargetAccess access{
        send, our_credentials(), std::chrono::seconds(1), NotFoundPolicy::kProvesNothing};
    access.settled_until = Instant(std::chrono::seconds(99));
    const auto all = [](const JournalEntry&) { return true; };
    EXPECT_TRUE(remove_entries(*journal_, access, all).at(0).may_change);
    access.settled_until = Instant(std::chrono::seconds(100));
    EXPECT_EQ(remove_entries(*journal_, access, all).at(0).outcome, RemovalOutcome::kAbsent);
}

TEST_F(RemoveEntriesTest, KeepsMissingResourcesIfTheyMayAppearLater) {
    journal_->record_created(intend("run-1-a"), "t1");
    (void)intend("run-1-b");
    const client::Send send = service_.send();
    const TargetAccess early{
        send, our_credentials(), std::chrono::seconds(1), NotFoundPolicy::kProvesNothing};
    for (const Removal& removal :
         remove_entries(*journal_, early, [](const JournalEntry&) { return true; })) {
        EXPECT_EQ(removal.outcome, RemovalOutcome::kRemaining) << removal.entry.name;
    }
    EXPECT_EQ(journal_->open_entry_count(), 2);
    EXPECT_THAT(remove(), SizeIs(2));
    EXPECT_EQ(journal_->open_entry_count(), 0);
}

TEST_F(RemoveEntriesTest, KeepsTheEntryIfASecondResourceRemains) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-a"}};
    (void)intend("run-1-a");
    const client::Send keeps_t2 = [&](const client::HttpCall& call) {
        client::Exchange exchange = service_.respond(call);
        if (call.url.ends_with("/t2")) exchange.response = http::Response{409, {}, "{}"};
        return exchange;
    };
    const auto removals = remove_entries(
        *journal_, {keeps_t2, our_credentials()}, [](const JournalEntry&) { return true; });
    EXPECT_EQ(removals.at(0).outcome, RemovalOutcome::kRemaining);
    EXPECT_EQ(removals.at(0).reason, "DELETE returned 409");
    EXPECT_EQ(journal_->open_entry_count(), 1);
}

TEST_F(RemoveEntriesTest, AcceptsNumbersAsIds) {
    (void)intend("run-1-a");
    std::vector<std::string> deleted;
    const client::Send numbers = [&](const client::HttpCall& call) {
        client::Exchange exchange;
        exchange.call = call;
        const bool lists = call.request.method == "GET";
        if (!lists) deleted.push_back(call.url.substr(call.url.rfind('/')));
        exchange.response =
            http::Response{lists ? 200 : 204, {}, R"({"things":[{"id":1001,"name":"run-1-a"}]})"};
        return exchange;
    };
    const auto removals = remove_entries(
        *journal_, {numbers, our_credentials()}, [](const JournalEntry&) { return true; });
    EXPECT_EQ(removals.at(0).outcome, RemovalOutcome::kRemoved);
    EXPECT_THAT(deleted, ElementsAre("/1001"));
}

TEST_F(RemoveEntriesTest, ReportsAnInvalidList) {
    (void)intend("run-1-a");
    for (const char* body : {"[1", R"({"things":{}})", R"({"things":[{"name":"run-1-a"}]})"}) {
        const client::Send odd = [&](const client::HttpCall& call) {
            client::Exchange exchange;
            exchange.call = call;
            exchange.response = http::Response{200, {}, body};
            return exchange;
        };
        const auto removals = remove_entries(
            *journal_, {odd, our_credentials()}, [](const JournalEntry&) { return true; });
        EXPECT_EQ(removals.at(0).outcome, RemovalOutcome::kRemaining);
        EXPECT_THAT(removals.at(0).reason, HasSubstr("the search for its name f"));
    }
}

}  // namespace
}  // namespace plumbline::cleanup
