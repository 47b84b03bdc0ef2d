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
    EXPECT_THAT(parse_report_files({"tap=-", "json=/dev/stdout"}),
                FailsWith("already has another report"));
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

TEST_F(WriteReportFiles, WritesEveryForm) {
    for (const ReportFormat& form : report_formats()) {
        SCOPED_TRACE(form.name);
        const std::string path = folder_ + "/one/" + std::string(form.file);
        ASSERT_THAT(write_report_files(result_, {{&form, path}}, out_), IsOk());
        EXPECT_EQ(std::filesystem::is_directory(path), form.render == nullptr);
        EXPECT_FALSE(std::filesystem::is_empty(path));
    }
}

TEST_F(WriteReportFiles, TriesAllIfOneCannotBeWritten) {
    const auto files = parse_report_files({"tap=/dev/full", "ctrf=" + folder_ + "/c.json"});
    ASSERT_THAT(check_report_files(*files), IsOk());
    EXPECT_THAT(write_report_files(result_, *files, out_),
                FailsWith("cannot write /dev/full: No space left on device"));
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/c.json"));
}

TEST_F(WriteReportFiles, AreWrittenBehindALink) {
    ASSERT_THAT(write_file(folder_ + "/real.tap", ""), IsOk());
    std::filesystem::create_symlink("real.tap", folder_ + "/link.tap");
    const auto files = below({"tap=link.tap"});
    ASSERT_THAT(check_report_files(files), IsOk());
    ASSERT_THAT(write_report_files(result_, files, out_), IsOk());
    EXPECT_THAT(read_file(folder_ + "/real.tap"), testing::Optional(render_tap(result_)));
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ + "/link.tap"));
}

TEST_F(WriteReportFiles, HaveAFileEach) {
    std::filesystem::create_directories(folder_);
    std::filesystem::create_directory_symlink(folder_, folder_ + "/same");
    EXPECT_THAT(check_distinct_files(below({"tap=x", "ctrf=y"}), folder_, {}), IsOk());
    EXPECT_THAT(check_distinct_files(below({"tap=x", "ctrf=same/./x"}), "", {}),
                FailsWith("--report tap=" + folder_ + "/x and --report ctrf=" + folder_ +
                          "/same/./x would write the same file, "));
    EXPECT_THAT(check_distinct_files(below({"markdown=result.json"}), folder_ + "/", {}),
                FailsWith("/result.json and --report-dir " + folder_ + "/ (json) would write"));
    EXPECT_THAT(check_distinct_files(below({"markdown=result.json"}), folder_, {"html"}), IsOk());
    EXPECT_THAT(check_distinct_files(
                    parse_report_files({"tap=/dev/null", "ctrf=/dev/null"}).value(), "", {}),
                IsOk());
}

TEST_F(WriteReportFiles, ReportsAnUnwritableFolderBeforeTheRun) {
    ASSERT_THAT(write_file(folder_ + "/file", ""), IsOk());
    EXPECT_THAT(check_report_files(below({"tap=file/x.tap"})), IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(check_report_files(below({"allure=file"})), IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(check_report_files(below({"tap=../reports"})),
                FailsWith("it is a folder; name a file, such as "));
    const auto both = check_report_files(below({"tap=file/x.tap", "ctrf=file/c.json"}));
    EXPECT_THAT(both, FailsWith("cannot create the folder " + folder_ + "/file"));
    ASSERT_FALSE(both);
    EXPECT_EQ(both.error().notes.size(), 1U);
    EXPECT_THAT(check_writable_folder("/proc"), FailsWith("cannot write into the folder /proc: "));
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
