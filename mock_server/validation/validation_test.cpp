#include "mock_server/validation/request_validation.hpp"
#include "mock_server/validation/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Loc = std::vector<std::variant<std::string, std::int64_t>>;

constexpr const char* kId = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

struct Things {
    std::shared_ptr<const ApiDocument> api = things_api();
    const Operation& patch = *api->find_operation("patchThing");

    [[nodiscard]] std::vector<RequestProblem> parameters(const std::string& id,
                                                         const http::UrlQuery& query) const {
        return validate_parameters(patch, *api, {{"id", id}}, query).value();
    }
    [[nodiscard]] ValueOrResponse<ParsedBody> body(const std::string& operation,
                                                   std::string text,
                                                   const std::string& type = "application/json",
                                                   const BodyFaults& faults = {}) const {
        const http::Request request{"PATCH", "/", {{"Content-Type", type}}, std::move(text)};
        return read_body(*api->find_operation(operation), *api, request, faults);
    }
};

std::vector<Loc> locs(const std::vector<RequestProblem>& problems) {
    std::vector<Loc> found;
    for (const RequestProblem& problem : problems) found.push_back(problem.loc);
    return found;
}

TEST(Parameters, AreValidatedAsTheValuesTheyRepresent) {
    const Things things;
    EXPECT_THAT(things.parameters(kId, {{"count", "3"}, {"word", "4"}}), IsEmpty());
    EXPECT_THAT(locs(things.parameters(kId, {{"count", "0"}, {"word", "x"}})),
                ElementsAre(Loc{"query", "count"}));
    EXPECT_THAT(locs(things.parameters(kId, {{"count", "x"}, {"word", "x"}})),
                ElementsAre(Loc{"query", "count"}));
    EXPECT_THAT(locs(things.parameters(kId, {{"count", "[1]"}, {"word", "x"}})),
                ElementsAre(Loc{"query", "count"}));
}

class NonCanonicalIntegers : public testing::TestWithParam<const char*> {};

TEST_P(NonCanonicalIntegers, AreRejected) {
    EXPECT_EQ(parse_integer(GetParam()), std::nullopt);
    EXPECT_THAT(locs(Things().parameters(kId, {{"count", GetParam()}, {"word", "x"}})),
                ElementsAre(Loc{"query", "count"}));
}

INSTANTIATE_TEST_SUITE_P(Parameters,
                         NonCanonicalIntegers,
                         testing::Values("1.0",
                                         "1e0",
                                         " 1",
                                         "1 ",
                                         "+1",
                                         "01",
                                         "",
                                         "0x1",
                                         "1,2",
                                         "99999999999999999999",
                                         "true",
                                         "null"));

TEST(Parameters, AreParsedAsTheyAreValidated) {
    EXPECT_EQ(parse_integer("0"), 0);
    EXPECT_EQ(parse_integer("-1"), -1);
    EXPECT_EQ(parse_integer("9223372036854775807"), 9223372036854775807);
    EXPECT_EQ(parse_integer("-0"), std::nullopt);
    const Things things;
    EXPECT_THAT(things.parameters(kId, {{"word", "x"}, {"share", "0.5"}, {"flag", "true"}}),
                IsEmpty());
    EXPECT_THAT(things.parameters(kId, {{"word", "x"}, {"share", "2"}, {"flag", "false"}}),
                IsEmpty());
    EXPECT_THAT(locs(things.parameters(kId, {{"word", "x"}, {"share", "a"}, {"flag", "1"}})),
                ElementsAre(Loc{"query", "share"}, Loc{"query", "flag"}));
}

TEST(Parameters, MustBePresentIfRequired) {
    const Things things;
    const auto problems = things.parameters(kId, {{"any", "{"}});
    EXPECT_THAT(locs(problems), ElementsAre(Loc{"query", "word"}));
    EXPECT_EQ(problems[0].type, "missing");
}

TEST(Parameters, OfThePathMustMatchTheirFormat) {
    const auto problems = Things().parameters("123", {{"word", "x"}});
    ASSERT_THAT(locs(problems), ElementsAre(Loc{"path", "id"}));
    EXPECT_EQ(problems[0].type, "format");
}

TEST(Body, IsParsedAndValidated) {
    const auto good = Things().body("patchThing", R"({"name":"a"})");
    ASSERT_TRUE(good);
    EXPECT_THAT(good->problems, IsEmpty());
    EXPECT_THAT(*good->value, EqualsJson(R"({"name":"a"})"));

    const auto bad = Things().body("patchThing", R"({"parts":[{"size":1},{"size":"x"}]})");
    EXPECT_THAT(locs(bad->problems),
                ElementsAre(Loc{"body"}, (Loc{"body", "parts", std::int64_t{1}, "size"})));
}

TEST(Body, CanBeMissingIfOptional) {
    EXPECT_THAT(Things().body("maybeThing", "")->problems, IsEmpty());
    EXPECT_THAT(Things().body("getThing", "ignored")->problems, IsEmpty());
    EXPECT_THAT(locs(Things().body("patchThing", "")->problems), ElementsAre(Loc{"body"}));
}

TEST(Body, NeedsAJsonContentType) {
    EXPECT_THAT(locs(Things().body("patchThing", "{}", "text/plain")->problems),
                ElementsAre(Loc{"header", "Content-Type"}));
    EXPECT_THAT(
        Things().body("patchThing", R"({"name":"a"})", "application/merge-patch+json")->problems,
        IsEmpty());
}

TEST(Body, ThatIsNotJsonIsRefused) {
    const auto refused = Things().body("patchThing", "{\"name\":");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().status, 400);
}

TEST(Body, CanHaveToleratedViolations) {
    const auto read = Things().body(
        "patchThing", R"({"parts":[{"size":"x"}]})", "application/json", {{"/parts/*/size"}, {}});
    EXPECT_THAT(locs(read->problems), ElementsAre(Loc{"body"}));
}

TEST(Body, CanHaveRefusedNulls) {
    const BodyFaults faults{{}, {"/free/*"}};
    const auto read = [&](const char* text) {
        return locs(Things().body("patchThing", text, "application/json", faults)->problems);
    };
    EXPECT_THAT(read(R"({"name":"a","free":{"one":null,"two":{},"three":3}})"),
                ElementsAre(Loc{"body", "free", "one"}));
    EXPECT_THAT(read(R"({"name":"a","free":{}})"), IsEmpty());
}

TEST(KnownFields, OmitUndeclaredMembers) {
    const Things things;
    Json body = *parse_json(
        R"({"name":"a","color":1,"free":{"any":{"x":1}},"parts":[{"size":1,"weight":2}]})");
    remove_unknown_fields(things.patch, body);
    EXPECT_THAT(body, EqualsJson(R"({"name":"a","free":{"any":{"x":1}},"parts":[{"size":1}]})"));
}

TEST(KnownFields, AreTheSameBodyIfAllMembersAreDeclared) {
    const Things things;
    for (const char* text : {R"({"name":"a","parts":[{"size":1},3]})", "[{}]", "null"}) {
        Json body = *parse_json(text);
        remove_unknown_fields(things.patch, body);
        EXPECT_THAT(body, EqualsJson(text));
    }
}

}  // namespace
}  // namespace plumbline::mock
