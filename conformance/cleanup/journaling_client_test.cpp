#include "conformance/cleanup/journaling_client.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

client::HttpCall call_of(const std::string& method,
                         const std::string& path,
                         const std::string& body = "",
                         const std::string& key = "ours") {
    client::HttpCall call;
    call.url = kThingsUrl + path;
    call.request = {method, "", {{"Key", key}}, body};
    return call;
}

client::HttpCall create_of(const std::string& name) {
    return call_of("POST", "/boxes/7/things", Json{{"name", name}}.dump());
}

class JournalingClientTest : public testing::Test {
  protected:
    void SetUp() override {
        journal_ = new_journal(folder_);
        client_.emplace(
            *journal_,
            [this](const client::HttpCall& call) {
                entries_on_disk_.push_back(read_journal(journal_->path())->entries.size());
                return service_.respond(call);
            },
            our_credentials(),
            clock_,
            std::chrono::milliseconds(1000));
        client_->begin_scenario("suite/one");
    }

    JournalEntry entry() { return journal_->entries().at(0); }

    TemporaryFolder folder_;
    ThingService service_;
    ManualClock clock_{Instant(std::chrono::hours(20'000 * 24))};
    std::unique_ptr<Journal> journal_;
    std::vector<std::size_t> entries_on_disk_;  ///< entries in the file when each call is sent
    std::optional<JournalingClient> client_;
};

TEST_F(JournalingClientTest, WritesTheIntentBeforeItSends) {
    (void)client_->perform(create_of("run-1-a"));
    EXPECT_THAT(entries_on_disk_, ElementsAre(1U));
    EXPECT_EQ(entry().id, "t1");
    EXPECT_EQ(entry().url, kThingsUrl);
    EXPECT_EQ(entry().name, "run-1-a");
    EXPECT_EQ(entry().scenario, "suite/one");
    EXPECT_EQ(entry().credentials.at("Key"), "{api_key}");
    EXPECT_EQ(entry().time, clock_.now());
}

TEST_F(JournalingClientTest, SendsNoCreateThatItCannotRecord) {
    {
        const FileSizeLimit full(std::filesystem::file_size(journal_->path()) + 10);
        const auto exchange = client_->perform(create_of("run-1-a"));
        ASSERT_TRUE(exchange.failure.has_value());
        EXPECT_THAT(exchange.failure->message,
                    HasSubstr("not sent: cannot write the clean-up journal"));
    }
    EXPECT_THAT(service_.calls, IsEmpty());
}

TEST_F(JournalingClientTest, ClosesTheEntryOfARefusedCreate) {
    service_.after_create = [&](client::Exchange& exchange) {
        service_.names.clear();
        exchange.response = http::Response{422, {}, "{}"};
    };
    (void)client_->perform(create_of("run-1-a"));
    EXPECT_EQ(entry().stage, ResourceStage::kClosed);
}

TEST_F(JournalingClientTest, KeepsTheEntryOpenIfTheResultIsUnknown) {
    for (const int status : {303, 408, 500}) {
        service_.after_create = [&](client::Exchange& exchange) {
            exchange.response = http::Response{status, {}, ""};
        };
        (void)client_->perform(create_of("run-1-a"));
        EXPECT_EQ(journal_->entries().back().stage, ResourceStage::kUnknown) << status;
    }
}

TEST_F(JournalingClientTest, KeepsTheEntryOpenIfAGatewayAnsweredInsteadOfTheTarget) {
    service_.after_create = [&](client::Exchange& exchange) {
        exchange.response = http::Response{503, {}, ""};
        exchange.wire = std::make_shared<const client::Exchange>(exchange);
        exchange.response.reset();
        exchange.failure = Error{ErrorCode::kIo, "the target answered 503", {}, {}};
    };
    (void)client_->perform(create_of("run-1-a"));
    EXPECT_EQ(entry().stage, ResourceStage::kUnknown);
}

TEST_F(JournalingClientTest, ClosesTheEntryOfACreateThatWasNotSent) {
    service_.down = true;
    (void)client_->perform(create_of("run-1-a"));
    EXPECT_EQ(entry().stage, ResourceStage::kClosed);
}

TEST_F(JournalingClientTest, ClosesTheEntryWhenItsCreatorDeletesTheResource) {
    (void)client_->perform(create_of("run-1-a"));
    (void)client_->perform(call_of("DELETE", "/boxes/7/things/t1"));
    EXPECT_EQ(entry().stage, ResourceStage::kClosed);
}

TEST_F(JournalingClientTest, IgnoresNotFoundForOtherCredentials) {
    (void)client_->perform(create_of("run-1-a"));
    const auto exchange = client_->perform(call_of("DELETE", "/boxes/7/things/t1", "", "others"));
    EXPECT_EQ(exchange.response->status, 404);
    EXPECT_EQ(entry().stage, ResourceStage::kCreated);
    (void)client_->perform(call_of("DELETE", "/boxes/7/things/t9"));
    EXPECT_EQ(entry().stage, ResourceStage::kCreated) << "another thing";
}

TEST_F(JournalingClientTest, DeletesRemainingResourcesIncludingUnexpectedOnes) {
    (void)client_->perform(create_of("run-1-a"));
    (void)client_->perform(call_of("POST", "/boxes/7/things", R"({"name":5,"wrong":true})"));
    EXPECT_THAT(service_.names, SizeIs(2));
    const auto removals = client_->delete_remaining();
    EXPECT_THAT(service_.names, IsEmpty());
    ASSERT_THAT(removals, SizeIs(2));
    EXPECT_EQ(removals[0].outcome, RemovalOutcome::kRemoved);
    EXPECT_EQ(journal_->open_entry_count(), 0);
}

TEST_F(JournalingClientTest, DeletesWithACredentialThatHasNoName) {
    service_.keys = {"made-on-the-way"};
    client_->begin_scenario("suite/one", {"made-on-the-way"});
    (void)client_->perform(
        call_of("POST", "/boxes/7/things", R"({"name":"run-1-a"})", "made-on-the-way"));
    EXPECT_THAT(entry().credentials, ElementsAre(Pair("Key", "{}")));
    EXPECT_THAT(text_of(journal_->path()), Not(HasSubstr("made-on-the-way")));
    const auto removals = client_->delete_remaining();
    ASSERT_THAT(removals, SizeIs(1));
    EXPECT_EQ(removals[0].outcome, RemovalOutcome::kRemoved);
    EXPECT_THAT(service_.names, IsEmpty());
}

TEST_F(JournalingClientTest, RecognizesACredentialByTheDocumentsHeader) {
    service_.keys = {"the user's own"};
    (void)client_->perform(
        call_of("POST", "/boxes/7/things", R"({"name":"run-1-a"})", "the user's own"));
    EXPECT_THAT(entry().credentials, ElementsAre(Pair("Key", "{}")));
    (void)client_->perform(call_of("DELETE", "/boxes/7/things/t1", "", "another"));
    EXPECT_EQ(entry().stage, ResourceStage::kCreated) << "neither has a name, yet they differ";
    (void)client_->perform(call_of("DELETE", "/boxes/7/things/t1", "", "the user's own"));
    EXPECT_EQ(entry().stage, ResourceStage::kClosed);
}

TEST_F(JournalingClientTest, ContinuesDeletingAfterATimeout) {
    (void)client_->perform(create_of("run-1-a"));
    (void)client_->perform(create_of("run-1-b"));
    service_.before_response = [](const client::HttpCall& call) -> std::optional<Error> {
        if (!call.url.ends_with("/t1")) return std::nullopt;
        return Error{ErrorCode::kTimeout, "no response in time", {}, {}};
    };
    (void)client_->delete_remaining();
    EXPECT_THAT(service_.names, ElementsAre(Pair("t1", "run-1-a")));
}

TEST_F(JournalingClientTest, WritesNoSecretToTheFile) {
    client_->begin_scenario("suite/one", {"of-a-file", "7"});
    (void)client_->perform(create_of("of-a-file-and-more"));
    EXPECT_EQ(entry().name, "");
    EXPECT_EQ(entry().parents.at("box"), "7");
    EXPECT_THAT(text_of(journal_->path()), Not(HasSubstr("of-a-file")));
    const auto contents = read_journal(journal_->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_THAT(contents->entries.at(0).parents, ElementsAre(Pair("box", "{}")));
    EXPECT_THAT(contents->entries.at(0).secret_parents, ElementsAre("box"));
    EXPECT_THAT(client_->delete_remaining(), SizeIs(1)) << "the run itself knows them";
    EXPECT_THAT(service_.names, IsEmpty());
}

TEST_F(JournalingClientTest, WritesNamesThatContainAShortSecret) {
    client_->begin_scenario("suite/one", {"run"});
    (void)client_->perform(create_of("run-1-a"));
    EXPECT_EQ(entry().name, "run-1-a");
}

TEST_F(JournalingClientTest, DeletesOnlyItsOwnResources) {
    JournalingClient other(
        *journal_, service_.send(), our_credentials(), clock_, std::chrono::milliseconds(1000));
    (void)other.perform(create_of("run-1-b"));
    EXPECT_THAT(client_->delete_remaining(), IsEmpty());
    EXPECT_THAT(service_.names, SizeIs(1));
    EXPECT_THAT(other.delete_remaining(), SizeIs(1));
}

TEST_F(JournalingClientTest, TrustsOnlyAnUpToDateList) {
    service_.after_create = [&](client::Exchange& exchange) {
        service_.names.clear();
        exchange.response = http::Response{503, {}, ""};
    };
    for (const bool lags : {true, false}) {
        JournalingClient client(
            *journal_,
            service_.send(),
            our_credentials(),
            clock_,
            std::chrono::milliseconds(1000),
            lags ? NotFoundPolicy::kProvesNothing : NotFoundPolicy::kProvesIfAnswered);
        (void)client.perform(create_of("run-1-a"));
        const auto removals = client.delete_remaining();
        ASSERT_THAT(removals, SizeIs(1));
        EXPECT_EQ(removals[0].outcome, lags ? RemovalOutcome::kRemaining : RemovalOutcome::kAbsent);
    }
}

TEST_F(JournalingClientTest, KeepsTheEntryOfACreateWithoutResponse) {
    service_.after_create = [&](client::Exchange& exchange) {
        service_.names.clear();  // it may still arrive
        exchange.response.reset();
        exchange.failure = Error{ErrorCode::kTimeout, "no response in time", {}, {}};
    };
    (void)client_->perform(create_of("run-1-a"));
    const auto removals = client_->delete_remaining();
    ASSERT_THAT(removals, SizeIs(1));
    EXPECT_EQ(removals[0].outcome, RemovalOutcome::kRemaining);
    EXPECT_EQ(journal_->open_entry_count(), 1);
}

}  // namespace
}  // namespace plumbline::cleanup
