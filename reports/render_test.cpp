#include "reports/render.hpp"

#include "reports/testing.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/schema.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace plumbline::reports {
namespace {

using testing::IsEmpty;

std::string beside_this_file(std::string_view path) {
    return (std::filesystem::path(__FILE__).parent_path() / path).string();
}

class ApprovedReport : public testing::TestWithParam<ReportFormat> {};

// With PLUMBLINE_APPROVE set (scripts/approve), the test writes the sample instead of comparing it.
TEST_P(ApprovedReport, HasNotChanged) {
    const std::string file = beside_this_file("approved/" + std::string(GetParam().file));
    const std::string rendered = GetParam().render(sample_result());
    if (std::getenv("PLUMBLINE_APPROVE") != nullptr) {
        ASSERT_THAT(write_file(file, rendered), IsOk());
    }
    const auto approved = read_file(file);
    ASSERT_THAT(approved, IsOk());
    EXPECT_EQ(*approved, rendered)
        << "if the change is intended: run scripts/approve, then review the diff of " << file;
}

/// A page is its template, which a sample would only repeat, and a folder is many files:
/// html_test.cpp and json_forms_test.cpp read their data.
std::vector<ReportFormat> sampled_formats() {
    std::vector<ReportFormat> formats = report_formats();
    std::erase_if(formats, [](const ReportFormat& form) {
        return form.name == "html" || form.render == nullptr;
    });
    return formats;
}

INSTANTIATE_TEST_SUITE_P(Form,
                         ApprovedReport,
                         testing::ValuesIn(sampled_formats()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RoundedTimes, MakeEachFormEqualToThatOfTheFile) {
    RunResult result = sample_result();
    result.took_ms = 220.7747;
    result.scenarios[0].took_ms = 63.966682;
    result.scenarios[1].took_ms = 0.4996;
    result.scenarios[1].steps[0].exchanges[0].started_ms = 7.49961;
    round_times(result);
    const auto read = run_result_from_json(to_json(result));
    ASSERT_THAT(read, IsOk());
    for (const ReportFormat& form : report_formats()) {
        if (form.render != nullptr) EXPECT_EQ(form.render(*read), form.render(result)) << form.name;
    }
    const auto files = render_allure(result);
    const auto files_of_read = render_allure(*read);
    ASSERT_EQ(files_of_read.size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(files_of_read[i].text, files[i].text);
}

TEST(ResultSchema, MatchesTheSample) {
    auto document = load_document(beside_this_file("schema/result.schema.json"));
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*std::move(document), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->evaluate(to_json(sample_result())), IsEmpty());
}

TEST(ResultSchema, MatchesAShardWithABaseline) {
    auto document = load_document(beside_this_file("schema/result.schema.json"));
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*std::move(document), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    ASSERT_THAT(schema, IsOk());
    RunResult result = sample_result();
    result.shard = ShardRecord{2, 3, "f00d", true, {"a/b"}, {{"CP-1", {"a/b"}}}};
    result.baseline = "old/result.json";
    result.deviations[0].status = DeviationStatus::kUndecided;
    result.scenarios[1].known = result.scenarios[1].steps[1].findings[0].known = true;
    EXPECT_THAT(schema->evaluate(to_json(result)), IsEmpty());
}

TEST(ResultSchema, RejectsAnUnknownVerdict) {
    auto document = load_document(beside_this_file("schema/result.schema.json"));
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*std::move(document), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    ASSERT_THAT(schema, IsOk());
    Json json = to_json(sample_result());
    json["scenarios"][0]["verdict"] = "fine";
    EXPECT_THAT(schema->evaluate(json), HasViolationAt("/scenarios/0/verdict", "enum"));
}

class WriteReports : public testing::Test {
  protected:
    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path() + "/reports";
};

TEST_F(WriteReports, WritesEachFormatIntoItsFile) {
    ASSERT_THAT(write_reports(sample_result(), folder_ + "/deep", {"text", "junit"}), IsOk());
    EXPECT_THAT(read_file(folder_ + "/deep/result.txt"),
                testing::Optional(render_text(sample_result())));
    EXPECT_THAT(read_file(folder_ + "/deep/junit.xml"),
                testing::Optional(render_junit(sample_result())));
    EXPECT_FALSE(std::filesystem::exists(folder_ + "/deep/result.json"));
}

TEST_F(WriteReports, WritesTheDefaultFormatsIfNoneIsNamed) {
    ASSERT_THAT(write_reports(sample_result(), folder_, {}), IsOk());
    for (const ReportFormat& form : report_formats()) {
        const std::string path = folder_ + '/' + std::string(form.file);
        EXPECT_EQ(std::filesystem::exists(path), form.is_default) << form.name;
        if (form.is_default) {
            EXPECT_THAT(read_file(path), testing::Optional(form.render(sample_result())));
        }
    }
}

TEST_F(WriteReports, WritesAFormOfSeveralFilesIntoAFolder) {
    ASSERT_THAT(write_reports(sample_result(), folder_, {"allure"}), IsOk());
    for (const FolderFile& file : render_allure(sample_result())) {
        EXPECT_THAT(read_file(folder_ + "/allure-results/" + file.name),
                    testing::Optional(file.text));
    }
}

TEST(CheckFormats, AcceptsOnlyKnownFormats) {
    EXPECT_THAT(check_formats({}), IsOk());
    EXPECT_THAT(check_formats({"junit", "text", "json"}), IsOk());
    EXPECT_THAT(check_formats({"text", "jsn"}), IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(
        check_formats({"text", "jsn"}),
        FailsWith("\"jsn\", expected one of text, json, junit, html, markdown, github, sarif, "
                  "gitlab, tap, ctrf, allure; did you mean json?"));
}

TEST_F(WriteReports, WritesNothingIfAFormatIsUnknown) {
    const auto written = write_reports(sample_result(), folder_, {"text", "juint"});
    EXPECT_THAT(written, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(written, FailsWith("\"juint\", expected one of text, json, junit, html"));
    EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(WriteReports, TriesAllFormatsIfOneCannotBeWritten) {
    std::filesystem::create_directories(folder_ + "/result.json");
    EXPECT_THAT(write_reports(sample_result(), folder_, {}), FailsWith("result.json"));
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ + "/result.txt"));
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ + "/junit.xml"));
    EXPECT_FALSE(std::filesystem::exists(folder_ + "/result.json.part"));
}

TEST_F(WriteReports, ReportsAnUnwritableFolder) {
    EXPECT_THAT(write_reports(sample_result(), "/proc/nowhere", {"text"}),
                IsErrorCode(ErrorCode::kIo));
}

TEST(ReportFolder, IsCreatedAndCheckedToBeWritable) {
    const TemporaryFolder outer;
    const std::string folder = outer.path() + "/reports/a";
    ASSERT_THAT(check_writable_folder(folder), IsOk());
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    ASSERT_THAT(write_file(folder + "/file", ""), IsOk());
    EXPECT_THAT(check_writable_folder(folder + "/file"), IsErrorCode(ErrorCode::kIo));
}

}  // namespace
}  // namespace plumbline::reports
