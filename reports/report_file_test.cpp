#include "reports/report_file.hpp"

#include "reports/testing.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

namespace plumbline::reports {
namespace {

TEST(ReportFiles, AreReadAsFormAndFile) {
    const auto files = parse_report_files({"sarif=out/a=b.sarif", "tap=-", "allure=results"});
    ASSERT_THAT(files, IsOk());
    ASSERT_EQ(files->size(), 3U);
    EXPECT_EQ((*files)[0].format->name, "sarif");
    EXPECT_EQ((*files)[0].path, "out/a=b.sarif");
    EXPECT_TRUE((*files)[1].is_standard_output());
    EXPECT_FALSE((*files)[2].is_standard_output());
}

TEST(ReportFiles, AreRefusedWithTheFix) {
    EXPECT_THAT(parse_report_files({"sarf=a"}),
                FailsWith("unknown report format \"sarf\", expected one of text, "));
    EXPECT_THAT(parse_report_files({"sarf=a"}), FailsWith("; did you mean sarif?"));
    EXPECT_THAT(parse_report_files({"sarif"}),
                FailsWith("found \"sarif\", expected FORM=FILE such as sarif=result.sarif"));
    EXPECT_THAT(parse_report_files({"tap="}), FailsWith("such as tap=result.tap"));
    EXPECT_THAT(parse_report_files({"allure=-"}),
                FailsWith("name a folder: allure=allure-results"));
    EXPECT_THAT(parse_report_files({"tap=-", "json=-"}), FailsWith("already has another report"));
}

class WriteReportFiles : public testing::Test {
  protected:
    /// Returns the reports of FORM=FILE below the folder.
    std::vector<ReportFile> below(const std::vector<std::string>& texts) {
        std::vector<ReportFile> files = parse_report_files(texts).value();
        for (ReportFile& file : files) {
            if (!file.is_standard_output()) file.path = folder_ + '/' + file.path;
        }
        return files;
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path() + "/reports";
    RunResult result_ = sample_result();
    std::ostringstream out_;
};

TEST_F(WriteReportFiles, WritesFilesFoldersAndStandardOutput) {
    const auto files = below({"markdown=deep/summary.md", "tap=-", "allure=a"});
    ASSERT_THAT(check_report_files(files), IsOk());
    ASSERT_THAT(write_report_files(result_, files, out_), IsOk());
    EXPECT_THAT(read_file(folder_ + "/deep/summary.md"),
                testing::Optional(render_markdown(result_)));
    EXPECT_EQ(out_.str(), render_tap(result_));
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/a/environment.properties"));
}

TEST_F(WriteReportFiles, TriesAllIfOneCannotBeWritten) {
    std::filesystem::create_directories(folder_ + "/x.tap");
    EXPECT_THAT(write_report_files(result_, below({"tap=x.tap", "ctrf=c.json"}), out_),
                FailsWith("x.tap"));
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/c.json"));
}

TEST_F(WriteReportFiles, ReportsAnUnwritableFolderBeforeTheRun) {
    ASSERT_THAT(write_file(folder_ + "/file", ""), IsOk());
    EXPECT_THAT(check_report_files(below({"tap=file/x.tap"})), IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(check_report_files(below({"allure=file"})), IsErrorCode(ErrorCode::kIo));
}

TEST_F(WriteReportFiles, AppendsASummary) {
    ASSERT_THAT(write_file(folder_ + "/summary", "earlier\n"), IsOk());
    ASSERT_THAT(append_summary(result_, folder_ + "/summary"), IsOk());
    EXPECT_THAT(read_file(folder_ + "/summary"),
                testing::Optional("earlier\n" + render_markdown(result_)));
    EXPECT_THAT(append_summary(result_, folder_), IsErrorCode(ErrorCode::kIo));
}

}  // namespace
}  // namespace plumbline::reports
