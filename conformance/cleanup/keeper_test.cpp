#include "conformance/cleanup/keeper.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

client::Call call_of(const std::string& method,
                     const std::string& path,
                     const std::string& body = "",
                     const std::string& key = "ours") {
    client::Call call;
    call.url = kThingsUrl + path;
    call.request = {method, "", {{"Key", key}}, body};
    return call;
}

client::Call create_of(const std::string& name) {
    return call_of("POST", "/boxes/7/things", Json{{"name", name}}.dump());
}

class Keeping : public testing::Test {
  protected:
    void SetUp() override {
        journal_ = new_journal(folder_);
        keeper_.emplace(
            *journal_,
            [this](const client::Call& call) {
                seen_on_disk_.push_back(read_journal(journal_->path())->entries.size());
                return service_.answer(call);
            },
            our_credentials(),
            std::chrono::milliseconds(1000));
        keeper_->begin("suite/one");
    }

    Entry entry() { return journal_->entries().at(0); }

    TemporaryFolder folder_;
    ThingService service_;
    std::unique_ptr<Journal> journal_;
    std::vector<std::size_t> seen_on_disk_;  ///< entries in the file as each call is sent
    std::optional<Keeper> keeper_;
};

TEST_F(Keeping, WritesTheIntentBeforeItSends) {
    (void)keeper_->perform(create_of("run-1-a"));
    EXPECT_THAT(seen_on_disk_, ElementsAre(1U));
    EXPECT_EQ(entry().id, "t1");
    EXPECT_EQ(entry().url, kThingsUrl);
    EXPECT_EQ(entry().name, "run-1-a");
    EXPECT_EQ(entry().scenario, "suite/one");
    EXPECT_EQ(entry().credentials.at("Key"), "{api_key}");
}

TEST_F(Keeping, SendsNoCreateThatItCannotWriteDown) {
    {
        const FileSizeLimit full(std::filesystem::file_size(journal_->path()) + 10);
        const auto exchange = keeper_->perform(create_of("run-1-a"));
        ASSERT_TRUE(exchange.failure.has_value());
        EXPECT_THAT(exchange.failure->message,
                    HasSubstr("not sent: cannot write the clean-up journal"));
    }
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(Keeping, ClosesWhatIsRefused) {
    service_.after_create = [&](client::Exchange& exchange) {
        service_.names.clear();
        exchange.response = http::Response{422, {}, "{}"};
    };
    (void)keeper_->perform(create_of("run-1-a"));
    EXPECT_EQ(entry().stage, Stage::kClosed);
}

TEST_F(Keeping, LeavesOpenWhatIsNeitherDoneNorRefused) {
    for (const int status : {303, 408, 500}) {
        service_.after_create = [&](client::Exchange& exchange) {
            exchange.response = http::Response{status, {}, ""};
        };
        (void)keeper_->perform(create_of("run-1-a"));
        EXPECT_EQ(journal_->entries().back().stage, Stage::kUnknown) << status;
    }
}

TEST_F(Keeping, ClosesWhatWasNeverSent) {
    service_.down = true;
    (void)keeper_->perform(create_of("run-1-a"));
    EXPECT_EQ(entry().stage, Stage::kClosed);
}

TEST_F(Keeping, ClosesWhatItsCreatorDeletes) {
    (void)keeper_->perform(create_of("run-1-a"));
    (void)keeper_->perform(call_of("DELETE", "/boxes/7/things/t1"));
    EXPECT_EQ(entry().stage, Stage::kClosed);
}

TEST_F(Keeping, BelievesNoStrangerThatItIsGone) {
    (void)keeper_->perform(create_of("run-1-a"));
    const auto exchange = keeper_->perform(call_of("DELETE", "/boxes/7/things/t1", "", "others"));
    EXPECT_EQ(exchange.response->status, 404);
    EXPECT_EQ(entry().stage, Stage::kCreated);
    (void)keeper_->perform(call_of("DELETE", "/boxes/7/things/t9"));
    EXPECT_EQ(entry().stage, Stage::kCreated) << "another thing";
}

TEST_F(Keeping, SweepsWhatIsLeftEvenIfNobodyExpectedIt) {
    (void)keeper_->perform(create_of("run-1-a"));
    (void)keeper_->perform(call_of("POST", "/boxes/7/things", R"({"name":5,"wrong":true})"));
    EXPECT_THAT(service_.names, SizeIs(2));
    const auto removals = keeper_->sweep();
    EXPECT_THAT(service_.names, IsEmpty());
    ASSERT_THAT(removals, SizeIs(2));
    EXPECT_EQ(removals[0].outcome, Outcome::kRemoved);
    EXPECT_EQ(journal_->open_entries(), 0);
}

TEST_F(Keeping, SweepsWithTheCredentialThatNobodyCanName) {
    service_.keys = {"made-on-the-way"};
    keeper_->begin("suite/one", {"made-on-the-way"});
    (void)keeper_->perform(
        call_of("POST", "/boxes/7/things", R"({"name":"run-1-a"})", "made-on-the-way"));
    EXPECT_THAT(entry().credentials, ElementsAre(Pair("Key", "{}")));
    EXPECT_THAT(text_of(journal_->path()), Not(HasSubstr("made-on-the-way")));
    const auto removals = keeper_->sweep();
    ASSERT_THAT(removals, SizeIs(1));
    EXPECT_EQ(removals[0].outcome, Outcome::kRemoved);
    EXPECT_THAT(service_.names, IsEmpty());
}

TEST_F(Keeping, KnowsACredentialByTheHeaderThatTheDocumentNames) {
    service_.keys = {"the user's own"};
    (void)keeper_->perform(
        call_of("POST", "/boxes/7/things", R"({"name":"run-1-a"})", "the user's own"));
    EXPECT_THAT(entry().credentials, ElementsAre(Pair("Key", "{}")));
    (void)keeper_->perform(call_of("DELETE", "/boxes/7/things/t1", "", "another"));
    EXPECT_EQ(entry().stage, Stage::kCreated) << "neither has a name, yet they differ";
    (void)keeper_->perform(call_of("DELETE", "/boxes/7/things/t1", "", "the user's own"));
    EXPECT_EQ(entry().stage, Stage::kClosed);
}

TEST_F(Keeping, GoesOnSweepingAfterATimeout) {
    (void)keeper_->perform(create_of("run-1-a"));
    (void)keeper_->perform(create_of("run-1-b"));
    service_.before_answer = [](const client::Call& call) -> std::optional<Error> {
        if (!call.url.ends_with("/t1")) return std::nullopt;
        return Error{ErrorCode::kTimeout, "no response in time", {}, {}};
    };
    (void)keeper_->sweep();
    EXPECT_THAT(service_.names, ElementsAre(Pair("t1", "run-1-a")));
}

TEST_F(Keeping, LeavesTheThingsOfOthersAlone) {
    Keeper other(*journal_, service_.send(), our_credentials(), std::chrono::milliseconds(1000));
    (void)other.perform(create_of("run-1-b"));
    EXPECT_THAT(keeper_->sweep(), IsEmpty());
    EXPECT_THAT(service_.names, SizeIs(1));
    EXPECT_THAT(other.sweep(), SizeIs(1));
}

TEST_F(Keeping, BelievesAListThatIsCurrentOnly) {
    service_.after_create = [&](client::Exchange& exchange) {
        service_.names.clear();
        exchange.response = http::Response{503, {}, ""};
    };
    for (const bool lags : {true, false}) {
        Keeper keeper(*journal_,
                      service_.send(),
                      our_credentials(),
                      std::chrono::milliseconds(1000),
                      lags ? Absence::kProvesNothing : Absence::kProvesOnceAnswered);
        (void)keeper.perform(create_of("run-1-a"));
        const auto removals = keeper.sweep();
        ASSERT_THAT(removals, SizeIs(1));
        EXPECT_EQ(removals[0].outcome, lags ? Outcome::kLeft : Outcome::kAbsent);
    }
}

TEST_F(Keeping, DoesNotGiveUpACreateWithoutAnswer) {
    service_.after_create = [&](client::Exchange& exchange) {
        service_.names.clear();  // it is still on its way
        exchange.response.reset();
        exchange.failure = Error{ErrorCode::kTimeout, "no response in time", {}, {}};
    };
    (void)keeper_->perform(create_of("run-1-a"));
    const auto removals = keeper_->sweep();
    ASSERT_THAT(removals, SizeIs(1));
    EXPECT_EQ(removals[0].outcome, Outcome::kLeft);
    EXPECT_EQ(journal_->open_entries(), 1);
}

}  // namespace
}  // namespace plumbline::cleanup
