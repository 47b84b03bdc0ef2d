#include "reports/render.hpp"

#include "reports/testing.hpp"
#include "spec/base/file.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/schema.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

namespace plumbline::reports {
namespace {

using testing::IsEmpty;

std::string beside_this_file(std::string_view path) {
    return (std::filesystem::path(__FILE__).parent_path() / path).string();
}

class ApprovedReport : public testing::TestWithParam<Form> {};

// With PLUMBLINE_APPROVE set (scripts/approve) the sample is written instead of compared.
TEST_P(ApprovedReport, HasNotChanged) {
    const std::string file = beside_this_file("approved/" + std::string(GetParam().file));
    const std::string rendered = GetParam().render(sample_result());
    if (std::getenv("PLUMBLINE_APPROVE") != nullptr) {
        ASSERT_THAT(write_file(file, rendered), IsOk());
    }
    const auto approved = read_file(file);
    ASSERT_THAT(approved, IsOk());
    EXPECT_EQ(*approved, rendered)
        << "if the change is meant: scripts/approve, then read the diff of " << file;
}

INSTANTIATE_TEST_SUITE_P(Form, ApprovedReport, testing::ValuesIn(forms()), [](const auto& test) {
    return std::string(test.param.name);
});

TEST(ResultSchema, FitsTheSample) {
    auto document = load_document(beside_this_file("schema/result.schema.json"));
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*std::move(document), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->judge(to_json(sample_result())), IsEmpty());
}

TEST(ResultSchema, RefusesAnUnknownVerdict) {
    auto document = load_document(beside_this_file("schema/result.schema.json"));
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*std::move(document), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    ASSERT_THAT(schema, IsOk());
    Json json = to_json(sample_result());
    json["scenarios"][0]["verdict"] = "fine";
    EXPECT_THAT(schema->judge(json), HasViolationAt("/scenarios/0/verdict", "enum"));
}

class WriteReports : public testing::Test {
  protected:
    WriteReports() { std::filesystem::remove_all(folder_); }
    ~WriteReports() override { std::filesystem::remove_all(folder_); }

    std::string folder_ = testing::TempDir() + "plumbline_reports_" +
                          testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(WriteReports, PutsEachFormIntoItsFile) {
    ASSERT_THAT(write_reports(sample_result(), folder_ + "/deep", {"text", "junit"}), IsOk());
    EXPECT_THAT(read_file(folder_ + "/deep/result.txt"),
                testing::Optional(render_text(sample_result())));
    EXPECT_THAT(read_file(folder_ + "/deep/junit.xml"),
                testing::Optional(render_junit(sample_result())));
    EXPECT_FALSE(std::filesystem::exists(folder_ + "/deep/result.json"));
}

TEST_F(WriteReports, WritesAllFormsIfNoneIsNamed) {
    ASSERT_THAT(write_reports(sample_result(), folder_, {}), IsOk());
    for (const Form& form : forms()) {
        EXPECT_THAT(read_file(folder_ + '/' + std::string(form.file)),
                    testing::Optional(form.render(sample_result())));
    }
}

TEST(CheckForms, KnowsAllFormsAndNoOther) {
    EXPECT_THAT(check_forms({}), IsOk());
    EXPECT_THAT(check_forms({"junit", "text", "json"}), IsOk());
    EXPECT_THAT(check_forms({"text", "jsn"}), IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(check_forms({"text", "jsn"}),
                FailsWith("\"jsn\", expected one of text, json, junit; did you mean json?"));
}

TEST_F(WriteReports, WritesNothingIfAFormIsUnknown) {
    const auto written = write_reports(sample_result(), folder_, {"text", "juint"});
    EXPECT_THAT(written, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(written, FailsWith("\"juint\", expected one of text, json, junit"));
    EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(WriteReports, SaysWhatItCannotWrite) {
    EXPECT_THAT(write_reports(sample_result(), "/proc/nowhere", {"text"}),
                IsErrorCode(ErrorCode::kIo));
}

TEST(ReportFolder, IsMadeAndProvenWritable) {
    const std::string folder = testing::TempDir() + "plumbline_reports_proof/a";
    std::filesystem::remove_all(folder);
    ASSERT_THAT(check_folder(folder), IsOk());
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    ASSERT_THAT(write_file(folder + "/file", ""), IsOk());
    EXPECT_THAT(check_folder(folder + "/file"), IsErrorCode(ErrorCode::kIo));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace plumbline::reports
