#include "mock_server/outgoing/runtime_expression.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

using testing::HasSubstr;

/// An exchange with each part to which expressions may refer.
class RuntimeExpressionTest : public testing::Test {
  protected:
    [[nodiscard]] Result<std::string> url(std::string_view text) const {
        return evaluate_url(text,
                            {request_,
                             "http://h/jobs/7?to=http%3A%2F%2Fq",
                             parameters_,
                             query_,
                             &request_body_,
                             201,
                             headers_,
                             &response_body_});
    }

  private:
    http::Request request_{"POST", "/jobs/7?to=x", {{"X-Callback", "http://header"}}, ""};
    std::map<std::string, std::string> parameters_{{"job", "7"}};
    http::UrlQuery query_{{"to", "http://q"}};
    Json request_body_ = json_of(R"({"url": "http://c", "n": 5, "none": null, "a/b": ["x"]})");
    http::Headers headers_{{"Location", "/jobs/8"}};
    Json response_body_ = json_of(R"({"id": 8})");
};

TEST_F(RuntimeExpressionTest, RefersToEachPartOfTheExchange) {
    EXPECT_EQ(*url("$url"), "http://h/jobs/7?to=http%3A%2F%2Fq");
    EXPECT_EQ(*url("{$method}/{$statusCode}"), "POST/201");
    EXPECT_EQ(*url("{$request.query.to}/x"), "http://q/x");
    EXPECT_EQ(*url("{$request.header.x-callback}"), "http://header");
    EXPECT_EQ(*url("http://h/{$request.path.job}"), "http://h/7");
    EXPECT_EQ(*url("{$request.body#/url}/{$request.body#/n}/{$request.body#/a~1b/0}"),
              "http://c/5/x");
    EXPECT_EQ(*url("http://h{$response.header.Location}?id={$response.body#/id}"),
              "http://h/jobs/8?id=8");
    EXPECT_EQ(*url("http://h/fixed/{id}"), "http://h/fixed/{id}") << "no expression";
}

TEST_F(RuntimeExpressionTest, WithoutValueIsAnErrorThatNamesIt) {
    for (const char* text : {"{$request.body#/other}",
                             "{$request.body#/none}",
                             "{$request.query.other}",
                             "{$request.path.other}",
                             "{$response.header.Other}",
                             "{$request.cookie.a}",
                             "{$response.query.a}"}) {
        const auto value = url(text);
        ASSERT_FALSE(value) << text;
        EXPECT_EQ(value.error().code, ErrorCode::kNotFound);
        EXPECT_THAT(value.error().message, HasSubstr("has no value")) << text;
    }
    EXPECT_THAT(url("{$inputs.a}").error().message,
                HasSubstr("$inputs.a is no runtime expression"));
    EXPECT_THAT(url("{$url").error().message, HasSubstr("no closing }"));
}

}  // namespace
}  // namespace plumbline::mock
