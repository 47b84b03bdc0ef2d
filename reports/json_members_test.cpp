#include "reports/json_members.hpp"

#include "spec/json/print.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::reports {

struct SampleMembers {
    std::string name{};
    std::optional<double> share{};
    std::vector<int> numbers{};
    std::map<std::string, std::uint64_t, std::less<>> counts{};
    std::string note{};

    bool operator==(const SampleMembers&) const = default;
};

void visit_members(auto& archive, Is<SampleMembers> auto& sample) {
    archive.member("name", sample.name);
    archive.group("values", [&](auto& group) {
        group.member("share", sample.share);
        group.member("numbers", sample.numbers);
    });
    archive.member("counts", sample.counts);
    archive.optional_member("note", sample.note);
}

namespace {

Error sample_mismatch(const Json& found, std::string_view pointer, std::string_view expected) {
    return {
        ErrorCode::kInvalid,
        std::string(pointer) + ": " + plumbline::to_text(found) + ", not " + std::string(expected),
        {},
        {}};
}
constexpr JsonForm kSampleForm{.mismatch = sample_mismatch, .allows_negative = false};

Json written(const SampleMembers& sample) {
    std::string text;
    JsonWriter(text, kSampleForm).write(sample);
    return json_of(text);
}

std::string problem_of(std::string_view text) {
    std::optional<Error> problem;
    SampleMembers sample;
    const Json json = json_of(text);
    JsonReader(json, "", kSampleForm, problem).read(sample);
    return problem ? problem->message : "";
}

TEST(JsonMembers, AreReadAsWritten) {
    const Json json = written(SampleMembers{"a", 0.5, {1, 2}, {{"x/y", 3}}, "n"});
    std::optional<Error> problem;
    SampleMembers back;
    JsonReader(json, "", kSampleForm, problem).read(back);
    EXPECT_EQ(problem, std::nullopt);
    EXPECT_EQ(back, (SampleMembers{"a", 0.5, {1, 2}, {{"x/y", 3}}, "n"}));
}

TEST(JsonMembers, AreNullOrAbsentWithoutAValue) {
    EXPECT_EQ(written({}),
              json_of(R"({"name":"","values":{"share":null,"numbers":[]},"counts":{}})"));
}

TEST(JsonMembers, WriteZeroForNumbersWithoutAForm) {
    EXPECT_EQ(written({.share = -1}).at("values").at("share"), 0.0);
    EXPECT_EQ(written({.share = std::numeric_limits<double>::infinity()}).at("values").at("share"),
              0.0);
}

TEST(JsonMembers, ReportTheFirstProblemWithItsPointer) {
    EXPECT_EQ(problem_of("[]"), ": [], not an object");
    EXPECT_EQ(problem_of(R"({"name":""})"), R"(: {"name":""}, not a member "values")");
    EXPECT_EQ(problem_of(R"({"name":"","values":{"share":-1,"numbers":0}})"),
              "/values/share: -1, not a number from 0");
    EXPECT_EQ(problem_of(R"({"name":"","values":{"share":null,"numbers":[1,3000000000]}})"),
              "/values/numbers/1: 3000000000, not an integer of 31 bits");
    EXPECT_EQ(problem_of(R"({"name":"","values":{"share":null,"numbers":[]},"counts":{"x/y":""}})"),
              R"(/counts/x~1y: "", not an integer from 0)");
}

}  // namespace
}  // namespace plumbline::reports
