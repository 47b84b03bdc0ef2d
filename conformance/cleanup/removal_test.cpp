#include "conformance/cleanup/removal.hpp"

#include "conformance/cleanup/sparing.hpp"
#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

/// A journal of a run that has ended, and the service that it tells of.
class Removing : public testing::Test {
  protected:
    void SetUp() override { journal_ = new_journal(folder_); }

    int intend(const std::string& name) { return *journal_->intend(thing_named(name)); }

    std::vector<Removal> remove(const Credentials& credentials = our_credentials()) {
        const client::Send send = service_.send();
        return remove_entries(*journal_, {send, credentials}, [](const Entry&) { return true; });
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

TEST_F(Removing, DeletesByIdWithItsCreatorsCredentials) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-a"}};
    journal_->created(intend("run-1-a"), "t1");
    EXPECT_EQ(remove_one().outcome, Outcome::kRemoved);
    EXPECT_THAT(service_.names, ElementsAre(Key("t2")));
    EXPECT_THAT(service_.calls, ElementsAre("DELETE /boxes/7/things/t1"));
    EXPECT_EQ(journal_->open_entries(), 0);
}

TEST_F(Removing, TakesWhatIsGoneAsGone) {
    journal_->created(intend("run-1-a"), "t1");
    EXPECT_EQ(remove_one().outcome, Outcome::kGone);
    EXPECT_EQ(journal_->open_entries(), 0);
}

TEST_F(Removing, FindsWhatHasNoIdByItsExactNameOnEveryPage) {
    service_.names = {
        {"t1", "run-1-a"}, {"t2", "run-1-a-too"}, {"t3", "another"}, {"t4", "run-1-a"}};
    (void)intend("run-1-a");
    EXPECT_EQ(remove_one().outcome, Outcome::kRemoved);
    EXPECT_THAT(service_.names, UnorderedElementsAre(Key("t2"), Key("t3")));
    EXPECT_THAT(service_.calls, Contains("GET /boxes/7/things?offset=2"));
}

TEST_F(Removing, ReadsAListThatKnowsNoPagesOnce) {
    service_.page = 100;
    service_.names = {{"t1", "another"}};
    journal_->unknown(intend("run-1-a"));
    EXPECT_EQ(remove_one().outcome, Outcome::kAbsent);
    EXPECT_THAT(service_.calls, SizeIs(2));
    EXPECT_THAT(service_.names, SizeIs(1));
}

TEST_F(Removing, NeverTakesWhatHasANameOfSomebodyElses) {
    service_.names = {{"t1", "production"}};
    (void)intend("production");
    (void)intend("");
    const auto removals = remove();
    ASSERT_THAT(removals, SizeIs(2));
    EXPECT_EQ(removals[0].outcome, Outcome::kLeft);
    EXPECT_THAT(removals[0].reason, HasSubstr("does not begin with the run's own run-1-"));
    EXPECT_EQ(removals[1].outcome, Outcome::kLeft);
    EXPECT_THAT(removals[1].reason, HasSubstr("its name is not known"));
    EXPECT_THAT(service_.names, SizeIs(1));
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(Removing, TakesAThingOfAnotherEntryForThatEntryOnly) {
    service_.names = {{"t1", "run-1-a"}};
    journal_->created(intend("run-1-a"), "t1");
    journal_->close(1, "removed");  // it is listed until it is really gone
    (void)intend("run-1-a");
    EXPECT_EQ(remove_one().outcome, Outcome::kAbsent);
    EXPECT_THAT(service_.names, SizeIs(1));
}

TEST_F(Removing, RefusesOtherCredentialsThanTheCreators) {
    service_.names = {{"t1", "run-1-a"}};
    journal_->created(intend("run-1-a"), "t1");
    const auto removals = remove({{"api_key", Secret("mistaken")}});
    ASSERT_THAT(removals, SizeIs(1));
    EXPECT_EQ(removals[0].outcome, Outcome::kLeft);
    EXPECT_THAT(removals[0].reason, HasSubstr("another api_key"));
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(Removing, LeavesWhatWasCreatedWithACredentialThatHasNoName) {
    Entry entry = thing_named("run-1-a");
    entry.credentials = {{"Authorization", "{}"}};
    journal_->created(*journal_->intend(entry), "t1");
    const Removal removal = remove_one();
    EXPECT_EQ(removal.outcome, Outcome::kLeft);
    EXPECT_EQ(removal.reason,
              "it was created with a credential that the journal does not hold (in Authorization): "
              "delete it yourself");
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(Removing, SaysWhichCredentialIsNotGiven) {
    journal_->created(intend("run-1-a"), "t1");
    const auto removals = remove({{"api_key", Secret()}});
    EXPECT_EQ(removals.at(0).reason,
              "it was created with the api_key of its run, and none is given");
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(Removing, LeavesWhatNothingAnswersFor) {
    service_.down = true;
    journal_->created(intend("run-1-a"), "t1");
    EXPECT_EQ(remove_one().outcome, Outcome::kUnanswered);
    EXPECT_EQ(journal_->open_entries(), 1);
}

TEST_F(Removing, GoesOnAfterATimeout) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-b"}};
    journal_->created(intend("run-1-a"), "t1");
    journal_->created(intend("run-1-b"), "t2");
    const client::Send slow_once = sparing([&](const client::Call& call) {
        if (!call.url.ends_with("/t1")) return service_.answer(call);
        return client::not_sent(call, {ErrorCode::kTimeout, "no response in time", {}, {}});
    });
    const auto removals = remove_entries(
        *journal_, {slow_once, our_credentials()}, [](const Entry&) { return true; });
    ASSERT_THAT(removals, SizeIs(2));
    EXPECT_EQ(removals[0].outcome, Outcome::kLeft);
    EXPECT_EQ(removals[0].reason, "no response in time");
    EXPECT_EQ(removals[1].outcome, Outcome::kRemoved);
}

TEST_F(Removing, SaysWhyAThingIsLeft) {
    service_.names = {{"t1", "run-1-a"}};
    journal_->created(intend("run-1-a"), "t1");
    const client::Send refuses = [](const client::Call& call) {
        client::Exchange exchange;
        exchange.call = call;
        exchange.response = http::Response{409, {}, "{}"};
        return exchange;
    };
    const auto removals =
        remove_entries(*journal_, {refuses, our_credentials()}, [](const Entry&) { return true; });
    EXPECT_EQ(removals.at(0).reason, "DELETE answered 409");
    EXPECT_EQ(journal_->open_entries(), 1);
}

TEST_F(Removing, BelievesInNoAbsenceTooEarly) {
    journal_->created(intend("run-1-a"), "t1");
    (void)intend("run-1-b");
    const client::Send send = service_.send();
    const Access early{send, our_credentials(), std::chrono::seconds(1), Absence::kProvesNothing};
    for (const Removal& removal :
         remove_entries(*journal_, early, [](const Entry&) { return true; })) {
        EXPECT_EQ(removal.outcome, Outcome::kLeft) << removal.entry.name;
    }
    EXPECT_EQ(journal_->open_entries(), 2);
    EXPECT_THAT(remove(), SizeIs(2));
    EXPECT_EQ(journal_->open_entries(), 0);
}

TEST_F(Removing, KeepsWhatHasASecondThingThatIsLeft) {
    service_.names = {{"t1", "run-1-a"}, {"t2", "run-1-a"}};
    (void)intend("run-1-a");
    const client::Send keeps_t2 = [&](const client::Call& call) {
        client::Exchange exchange = service_.answer(call);
        if (call.url.ends_with("/t2")) exchange.response = http::Response{409, {}, "{}"};
        return exchange;
    };
    const auto removals =
        remove_entries(*journal_, {keeps_t2, our_credentials()}, [](const Entry&) { return true; });
    EXPECT_EQ(removals.at(0).outcome, Outcome::kLeft);
    EXPECT_EQ(removals.at(0).reason, "DELETE answered 409");
    EXPECT_EQ(journal_->open_entries(), 1);
}

TEST_F(Removing, TakesNumbersAsIds) {
    (void)intend("run-1-a");
    std::vector<std::string> deleted;
    const client::Send numbers = [&](const client::Call& call) {
        client::Exchange exchange;
        exchange.call = call;
        const bool lists = call.request.method == "GET";
        if (!lists) deleted.push_back(call.url.substr(call.url.rfind('/')));
        exchange.response =
            http::Response{lists ? 200 : 204, {}, R"({"things":[{"id":1001,"name":"run-1-a"}]})"};
        return exchange;
    };
    const auto removals =
        remove_entries(*journal_, {numbers, our_credentials()}, [](const Entry&) { return true; });
    EXPECT_EQ(removals.at(0).outcome, Outcome::kRemoved);
    EXPECT_THAT(deleted, ElementsAre("/1001"));
}

TEST_F(Removing, SaysWhenAListIsNone) {
    (void)intend("run-1-a");
    for (const char* answer : {"[1", R"({"things":{}})", R"({"things":[{"name":"run-1-a"}]})"}) {
        const client::Send odd = [&](const client::Call& call) {
            client::Exchange exchange;
            exchange.call = call;
            exchange.response = http::Response{200, {}, answer};
            return exchange;
        };
        const auto removals =
            remove_entries(*journal_, {odd, our_credentials()}, [](const Entry&) { return true; });
        EXPECT_EQ(removals.at(0).outcome, Outcome::kLeft);
        EXPECT_THAT(removals.at(0).reason, HasSubstr("looking for its name f"));
    }
}

}  // namespace
}  // namespace plumbline::cleanup
