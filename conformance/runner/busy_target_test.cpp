#include "conformance/runner/busy_target.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using Refusal = FakeTarget::FakeResponse;

Refusal refusal(int status, http::Headers headers = {{"Content-Type", "application/json"}}) {
    return {status, "{}", std::move(headers)};
}

Refusal too_many(const std::string& retry_after) {
    return refusal(429, {{"Retry-After", retry_after}});
}

Refusal gateway_page(int status = 503) {
    return refusal(status, {{"Content-Type", "text/html"}});
}

const Refusal kFine{200, "[]"};

class BusyTargetTest : public ::testing::Test {
  protected:
    client::Exchange perform(const std::string& method, std::vector<Refusal> responses) {
        fake_.on(method + " /things", std::move(responses));
        client::HttpCall call;
        call.url = "http://127.0.0.1:1/things";
        call.request.method = method;
        call.expected_statuses = expected_;
        call.is_cleanup = is_cleanup_;
        return sender()(call);
    }

    Send sender() { return with_busy_retries(fake_.send(), log_, limiter_, clock_); }

    [[nodiscard]] Duration waited() const { return clock_.now().time_since_epoch(); }

    static int status_of(const client::Exchange& exchange) {
        return exchange.response ? exchange.response->status : 0;
    }

    FakeTarget fake_;
    ManualClock clock_;
    std::shared_ptr<BusyTargetLog> log_ = std::make_shared<BusyTargetLog>();
    std::shared_ptr<RateLimiter> limiter_ = std::make_shared<RateLimiter>(10, clock_);
    std::vector<int> expected_;
    bool is_cleanup_ = false;
};

TEST_F(BusyTargetTest, RepeatsAnyMethodAfterA429) {
    for (const char* method : {"GET", "POST", "PATCH", "DELETE"}) {
        EXPECT_EQ(status_of(perform(method, {refusal(429), kFine})), 200) << method;
    }
    EXPECT_THAT(fake_.sent, SizeIs(8));
    EXPECT_EQ(waited(), seconds(4));
}

TEST_F(BusyTargetTest, WaitsTwiceAsLongEachTime) {
    EXPECT_EQ(status_of(perform("GET", {refusal(429), refusal(429), refusal(429), kFine})), 200);
    EXPECT_EQ(waited(), seconds(1 + 2 + 4));
}

TEST_F(BusyTargetTest, WaitsAsLongAsRetryAfterAsks) {
    EXPECT_EQ(status_of(perform("GET", {too_many("7"), kFine})), 200);
    EXPECT_EQ(waited(), seconds(7));
    (void)perform("GET", {too_many("Thu, 01 Jan 1970 00:00:30 GMT"), kFine});
    EXPECT_EQ(waited(), seconds(30));
}

TEST_F(BusyTargetTest, DoesNotRepeatAtOnceWhateverRetryAfterAsks) {
    const auto exchange = perform("GET", {too_many("0")});
    EXPECT_FALSE(exchange.response);
    EXPECT_LT(fake_.sent.size(), 70U);
    EXPECT_LE(waited(), seconds(60));
}

TEST_F(BusyTargetTest, ReportsAnInvalidRetryAfter) {
    EXPECT_EQ(status_of(perform("GET", {too_many("soon"), kFine})), 200);
    EXPECT_EQ(waited(), seconds(1));
    EXPECT_THAT(log_->note(0), HasSubstr("its Retry-After \"soon\" is neither"));
}

TEST_F(BusyTargetTest, GivesUpA429AsNotExecuted) {
    const auto exchange = perform("POST", {refusal(429)});
    ASSERT_TRUE(exchange.failure);
    EXPECT_FALSE(exchange.response);
    EXPECT_EQ(exchange.failure->message,
              "POST http://127.0.0.1:1/things: the target still answers 429 after waiting 60 s; "
              "give --max-rate, or a lower one");
    EXPECT_TRUE(client::was_not_sent(*exchange.failure));
    EXPECT_EQ(status_of(exchange.wire_exchange()), 429);
    EXPECT_EQ(waited(), seconds(60));
}

TEST_F(BusyTargetTest, DoesNotWaitInVain) {
    const auto exchange = perform("GET", {too_many("3600")});
    EXPECT_THAT(exchange.failure.value_or(Error{}).message,
                HasSubstr("the target answers 429 and asks to wait 3600 s; a request waits 60 s"));
    EXPECT_EQ(waited(), seconds(0));
    // The pause that was asked for does not delay other requests either.
    EXPECT_TRUE(limiter_->wait_for_turn());
    EXPECT_EQ(waited(), seconds(0));
}

TEST_F(BusyTargetTest, LimitsTheWaitOfAllRequestsTogether) {
    for (int i = 0; i < 10; ++i) (void)perform("GET", {refusal(429)});
    EXPECT_EQ(waited(), seconds(300));
    const auto exchange = perform("GET", {refusal(429)});
    EXPECT_THAT(exchange.failure.value_or(Error{}).message,
                HasSubstr("answers 429, and all requests of the run together wait 300 s"));
    is_cleanup_ = true;
    EXPECT_EQ(status_of(perform("DELETE", {refusal(429), {204, ""}})), 204);
}

TEST_F(BusyTargetTest, RepeatsOnlyIdempotentMethodsAfterAPageOfAGateway) {
    EXPECT_EQ(status_of(perform("GET", {gateway_page(), kFine})), 200);
    EXPECT_EQ(status_of(perform("DELETE", {gateway_page(), {204, ""}})), 204);
    for (const char* method : {"POST", "PATCH"}) {
        const auto exchange = perform(method, {gateway_page(), kFine});
        ASSERT_TRUE(exchange.failure) << method;
        EXPECT_THAT(exchange.failure->message,
                    HasSubstr("the target answered 503 (text/html, not from the API itself); the "
                              "request may have been executed and is not repeated"));
        EXPECT_FALSE(client::was_not_sent(*exchange.failure));
        EXPECT_EQ(status_of(exchange.wire_exchange()), 503);
    }
    EXPECT_THAT(fake_.sent, SizeIs(6));
}

TEST_F(BusyTargetTest, RepeatsA503OfTheApiOnlyIfItAsksForIt) {
    EXPECT_EQ(status_of(perform("GET", {refusal(503), kFine})), 503);
    const http::Headers asks{{"Content-Type", "application/json"}, {"Retry-After", "3"}};
    EXPECT_EQ(status_of(perform("GET", {refusal(503, asks), kFine})), 200);
    EXPECT_EQ(waited(), seconds(3));
}

TEST_F(BusyTargetTest, GivesUpA503) {
    const auto exchange = perform("GET", {gateway_page()});
    ASSERT_TRUE(exchange.failure);
    EXPECT_THAT(
        exchange.failure->message,
        HasSubstr("still answers 503 (text/html, not from the API itself) after waiting 60 s"));
    EXPECT_EQ(limiter_->lowest_rate(), 0);
}

TEST_F(BusyTargetTest, RepeatsAnErrorOfAGatewayTwice) {
    for (const int status : {502, 504, 520, 530}) {
        EXPECT_EQ(status_of(perform("GET", {gateway_page(status), gateway_page(status), kFine})),
                  200);
    }
    EXPECT_EQ(waited(), 4 * milliseconds(1'500));
    const auto exchange = perform("GET", {gateway_page(502)});
    ASSERT_TRUE(exchange.failure);
    EXPECT_EQ(exchange.failure->code, ErrorCode::kIo);
    EXPECT_THAT(
        exchange.failure->message,
        HasSubstr("still answers 502 (text/html, not from the API itself) after waiting 1.5 s"));
    EXPECT_EQ(status_of(exchange.wire_exchange()), 502);
    EXPECT_THAT(fake_.sent, SizeIs(4 * 3 + 3));
}

TEST_F(BusyTargetTest, WaitsForAGatewayAsItAsks) {
    const http::Headers asks{{"Content-Type", "text/html"}, {"Retry-After", "7"}};
    EXPECT_EQ(status_of(perform("GET", {refusal(502, asks), kFine})), 200);
    EXPECT_EQ(waited(), seconds(7));
}

TEST_F(BusyTargetTest, DoesNotRepeatAWriteThatAGatewayAnswered) {
    const auto exchange = perform("POST", {gateway_page(504), kFine});
    EXPECT_THAT(exchange.failure.value_or(Error{}).message,
                HasSubstr("answered 504 (text/html, not from the API itself); the request may"));
    EXPECT_THAT(fake_.sent, SizeIs(1));
}

TEST_F(BusyTargetTest, ReturnsAGatewayErrorOfTheApiItself) {
    const Refusal own{
        502, R"({"detail":"a builder is gone"})", {{"Content-Type", "application/json"}}};
    EXPECT_EQ(status_of(perform("GET", {own, kFine})), 502);
    const Refusal other{
        502, R"({"message":"Bad Gateway"})", {{"Content-Type", "application/json"}}};
    EXPECT_EQ(status_of(perform("GET", {other, kFine})), 200);
    expected_ = {504};
    EXPECT_EQ(status_of(perform("GET", {gateway_page(504), kFine})), 504);
}

TEST_F(BusyTargetTest, WaitsBrieflyInAPreflight) {
    log_ = std::make_shared<BusyTargetLog>(BusyTargetLog::WaitPurpose::kPreflight);
    for (const Refusal& one : {gateway_page(503), gateway_page(520), refusal(429)}) {
        const Duration before = waited();
        EXPECT_TRUE(perform("GET", {one}).failure);
        EXPECT_EQ(waited() - before, milliseconds(1'500));
        EXPECT_EQ(status_of(perform("GET", {one, kFine})), 200);
    }
    EXPECT_TRUE(perform("GET", {too_many("11"), kFine}).failure);
}

TEST_F(BusyTargetTest, DoesNotBlameTheTargetIfARepeatedDeleteFindsNothing) {
    const auto exchange = perform("DELETE", {gateway_page(), {404, "{}"}});
    ASSERT_TRUE(exchange.failure);
    EXPECT_THAT(exchange.failure->message, HasSubstr("503, and 404 to the repeated request"));
    is_cleanup_ = true;
    EXPECT_EQ(status_of(perform("DELETE", {gateway_page(), {404, "{}"}})), 404);
}

TEST_F(BusyTargetTest, ReturnsAStatusThatTheStepExpects) {
    expected_ = {429};
    EXPECT_EQ(status_of(perform("GET", {refusal(429), kFine})), 429);
    EXPECT_EQ(status_of(perform("GET", {gateway_page(), kFine})), 200);
}

TEST_F(BusyTargetTest, LowersTheRate) {
    (void)perform("GET", {refusal(429), refusal(429), kFine});
    EXPECT_DOUBLE_EQ(limiter_->lowest_rate(), 2.5);
}

TEST_F(BusyTargetTest, IsReportedOnce) {
    EXPECT_EQ(log_->note(0), "");
    (void)perform("GET", {refusal(429), refusal(429), kFine});
    (void)perform("GET", {gateway_page(), kFine});
    EXPECT_EQ(log_->note(limiter_->lowest_rate()),
              "the target answered 429 to 2 requests and 503 to 1 request; waited 4 s in total; "
              "rate lowered to 2.5/s");
    (void)perform("POST", {gateway_page(), kFine});
    EXPECT_THAT(log_->note(0), HasSubstr("gave up 1 request"));
}

TEST_F(BusyTargetTest, StopsWaitingWhenInterrupted) {
    InterruptingClock clock;
    fake_.on("GET /things", {refusal(429), kFine});
    client::HttpCall call;
    call.url = "http://127.0.0.1:1/things";
    call.request.method = "GET";
    const Send send = with_busy_retries(fake_.send(), log_, limiter_, clock, &clock.interrupted);
    EXPECT_THAT(send(call).failure.value_or(Error{}).message, HasSubstr("interrupted"));
    EXPECT_LT(clock.now().time_since_epoch(), milliseconds(100));
    // A clean-up request after the interrupt waits, but briefly.
    fake_.on("GET /things", {refusal(429), kFine});
    EXPECT_EQ(status_of(send(call)), 200);
    fake_.on("GET /things", {refusal(429)});
    EXPECT_THAT(send(call).failure.value_or(Error{}).message, HasSubstr("after waiting 5 s"));
}

/// Receives a stream like the listener of a step.
class CountingSink final : public client::StreamSink {
  public:
    void begin(Instant) override { ++begins; }
    void take_head_line(std::string_view, Instant) override { ++lines; }
    bool take_bytes(std::string_view, Instant) override { return true; }
    [[nodiscard]] std::optional<Instant> idle_deadline() const override { return std::nullopt; }
    [[nodiscard]] std::string body() const override { return ""; }

    int begins = 0;
    int lines = 0;
};

TEST_F(BusyTargetTest, PassesOnlyTheLastResponseToASink) {
    CountingSink sink;
    client::HttpCall call;
    call.sink = &sink;
    int status = 429;
    const Send send = with_busy_retries(
        [&](const client::HttpCall& sent) {
            sent.sink->begin({});
            sent.sink->take_head_line("HTTP/1.1 " + std::to_string(status) + " X\r\n", {});
            sent.sink->take_head_line("\r\n", {});
            client::Exchange exchange;
            exchange.call = sent;
            exchange.response = http::Response{status, {}, ""};
            status = 200;
            return exchange;
        },
        log_,
        nullptr,
        clock_);
    const client::Exchange exchange = send(call);
    EXPECT_EQ(status_of(exchange), 200);
    EXPECT_EQ(exchange.call.sink, &sink);
    EXPECT_EQ(sink.begins, 2);
    EXPECT_EQ(sink.lines, 2);
}

constexpr const char* kLife = R"(  - workflowId: life
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { contentType: application/json, payload: { name: x } }
        outputs: { id: $response.body#/id }
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.make.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";

TEST(BusyRun, PassesAtATargetThatLimitsTheRate) {
    FakeTarget fake;
    fake.on("POST /things", {too_many("1"), {201, R"({"id":"a"})"}});
    fake.on("GET /things/a", {gateway_page(), too_many("2"), {200, R"({"id":"a"})"}});
    const auto result = play(kLife, fake);
    EXPECT_EQ(result.scenarios.at(0).verdict, reports::Verdict::kPassed);
    EXPECT_THAT(result.notes,
                ElementsAre(AllOf(HasSubstr("429 to 2 requests and 503 to 1 request"),
                                  HasSubstr("waited 4 s"))));
}

TEST(BusyRun, IsNotRunIfTheTargetRefusesAll) {
    FakeTarget fake;
    fake.on("POST /things", {refusal(429)});
    const auto result = play(kLife, fake);
    const auto& scenario = result.scenarios.at(0);
    EXPECT_EQ(scenario.verdict, reports::Verdict::kNotRun);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("make/transport"));
    EXPECT_THAT(scenario.steps.at(0).findings.at(0).got,
                HasSubstr("still answers 429 after waiting 60 s"));
    EXPECT_EQ(scenario.steps.at(0).exchanges.at(0).status, 429);
}

TEST(BusyRun, DoesNotTakeARefusalForAnExpectedOne) {
    FakeTarget fake;
    fake.on("POST /things", {refusal(429), {201, R"({"id":"a"})"}});
    const auto result = play(R"(  - workflowId: refused
    steps:
      - stepId: make
        operationId: createThing
        successCriteria: [ { condition: $statusCode >= 400 && $statusCode < 500 } ]
)",
                             fake);
    EXPECT_EQ(result.scenarios.at(0).verdict, reports::Verdict::kFailed);
}

TEST(BusyRun, RepeatsNothingWithAControlInterface) {
    FakeTarget fake;
    fake.on("POST /_plumbline/workspaces",
            {{201, R"({"id":"w","prefix":"","hosting":"cloud","tenant_id":"t","api_key":"k"})"}});
    fake.on("POST /things", {refusal(429), {201, R"({"id":"a"})"}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    const auto result = play(kLife, fake, {}, {}, target);
    EXPECT_EQ(result.scenarios.at(0).steps.at(0).exchanges.at(0).status, 429);
    EXPECT_THAT(
        fake.calls(),
        ElementsAre(
            "POST /_plumbline/workspaces", "POST /things", "DELETE /_plumbline/workspaces/w"));
    EXPECT_TRUE(result.notes.empty());
}

}  // namespace
}  // namespace plumbline::runner
