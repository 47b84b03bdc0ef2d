#include "reports/page_template.hpp"
#include "reports/render.hpp"
#include "reports/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::reports {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string data_of(const std::string& page) {
    const std::string begin = "id=\"result\">";
    const std::size_t at = page.find(begin) + begin.size();
    return page.substr(at, page.find("</script>", at) - at);
}

Json exchange_of(const RunResult& result, std::size_t scenario) {
    return json_of(data_of(render_html(result)))["scenarios"][scenario]["steps"][0]["exchanges"][0];
}

TEST(ScriptText, CannotEndItsElement) {
    EXPECT_EQ(script_text(R"({"a":"</script><!--"})"), R"({"a":"\u003c/script>\u003c!--"})");
    EXPECT_EQ(script_text("\"\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xA7\""),
              "\"\\u2028\\u2029\xE2\x80\xA7\"");
}

TEST(FillPage, InsertsFilesAndDataOnce) {
    const std::vector<EmbeddedFile> files = {{"reports/html/a.html", "<{{b.js}}|{{data}}>", "", 0},
                                             {"reports/html/b.js", "{{data}}", "", 0}};
    EXPECT_EQ(fill_page(files,
                        "a.html",
                        [](std::string_view name) {
                            return name == "data" ? std::optional<std::string>("{{b.js}}")
                                                  : std::nullopt;
                        }),
              "<{{data}}|{{b.js}}>");
}

TEST(Html, HasTheDataOfTheResult) {
    RunResult expected = sample_result();
    for (ScenarioResult& scenario : expected.scenarios) {
        for (StepResult& step : scenario.steps) step.verified.clear();
    }
    EXPECT_EQ(json_of(data_of(render_html(sample_result()))), to_json(expected));
}

TEST(Html, IsOneFileWithoutNetwork) {
    EXPECT_THAT(render_html(sample_result()),
                AllOf(StartsWith("<!DOCTYPE html>"),
                      HasSubstr("content=\"default-src 'none'; style-src 'unsafe-inline'; "
                                "script-src 'unsafe-inline'\""),
                      HasSubstr("@media (prefers-color-scheme: dark)"),
                      HasSubstr("\ndrawPage();\n"),
                      Not(HasSubstr("<link")),
                      Not(HasSubstr(" src=")),
                      Not(HasSubstr("innerHTML")),
                      EndsWith("</html>\n")));
}

TEST(Html, EscapesHostileTexts) {
    const std::string hostile = "</script><!--<script>{{result}}\"\x01\xFF\xED\xA0\x80\xE2\x80\xA8";
    RunResult result = sample_result();
    result.target = hostile;
    result.scenarios[0].name = hostile;
    result.scenarios[1].steps[1].findings[1].got = hostile;
    const std::string data = data_of(render_html(result));
    EXPECT_THAT(data,
                AllOf(Not(HasSubstr("<")),
                      Not(HasSubstr("\x01")),
                      Not(HasSubstr("\xFF")),
                      Not(HasSubstr("\xED\xA0\x80")),
                      Not(HasSubstr("\xE2\x80\xA8")),
                      HasSubstr(R"(\u003c/script>\u003c!--\u003cscript>{{result}}\"\u0001)")));
    EXPECT_THAT(json_of(data)["target"].get<std::string>(), StartsWith("</script><!--<script>"));
}

TEST(Html, ShortensLongTextsButNoCommand) {
    RunResult result = sample_result();
    result.scenarios[1].steps[1].findings[1].got = std::string(10'000'000, 'x');
    ExchangeRecord& exchange = result.scenarios[1].steps[0].exchanges[0];
    exchange.response_excerpt = std::string(7'999, 'x') + "\xC3\xBC";
    exchange.curl = std::string(9'000, 'x');
    const std::string page = render_html(result);
    EXPECT_LT(page.size(), 200'000);
    EXPECT_THAT(page, HasSubstr("... (10000000 bytes in all)"));
    EXPECT_THAT(exchange_of(result, 1)["response_excerpt"].get<std::string>(),
                EndsWith("xx... (8001 bytes in all)"));
    EXPECT_FALSE(exchange_of(result, 1).contains("curl"));
}

TEST(Html, KeepsTheDetailsOfFailuresFirst) {
    RunResult result;
    StepResult step = sample_step("a", {});
    step.exchanges[0].response_excerpt = std::string(4'000, 'x');
    for (int i = 0; i < 250; ++i)
        result.scenarios.push_back(
            sample_scenario("passed/" + std::to_string(i), Verdict::kPassed, {step}));
    result.scenarios.push_back(sample_failure());
    const std::string page = render_html(result);
    EXPECT_LT(page.size(), 1'200'000);
    const Json scenarios = json_of(data_of(page))["scenarios"];
    const auto details_of = [&](std::size_t scenario) {
        return scenarios[scenario]["steps"][0]["exchanges"][0].value("response_excerpt", "");
    };
    EXPECT_NE(details_of(250), "");
    EXPECT_EQ(details_of(0), std::string(4'000, 'x'));
    EXPECT_EQ(details_of(249), "");
}

}  // namespace
}  // namespace plumbline::reports
