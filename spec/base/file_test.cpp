#include "spec/base/file.hpp"

#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <filesystem>
#include <unistd.h>

namespace plumbline {
namespace {

class File : public testing::Test {
  protected:
    [[nodiscard]] std::string path(const std::string& name) const {
        return folder_.path() + "/" + name;
    }

    TemporaryFolder folder_;
};

TEST_F(File, IsReadBackAsWritten) {
    const std::string text("a\0b\r\n\xFF", 6);
    ASSERT_THAT(write_file(path("a.txt"), text), IsOk());
    EXPECT_EQ(read_file(path("a.txt")), text);
}

TEST_F(File, MayBeLongerThanOneRead) {
    const std::string text(200'000, 'x');
    ASSERT_THAT(write_file(path("a.txt"), text), IsOk());
    EXPECT_EQ(read_file(path("a.txt")), text);
}

TEST_F(File, MayBeEmpty) {
    ASSERT_THAT(write_file(path("a.txt"), ""), IsOk());
    EXPECT_EQ(read_file(path("a.txt")), "");
}

TEST_F(File, IsReplacedAsAWhole) {
    ASSERT_THAT(write_file(path("a.txt"), "a long first text"), IsOk());
    ASSERT_THAT(write_file(path("a.txt"), "short"), IsOk());
    EXPECT_EQ(read_file(path("a.txt")), "short");
    EXPECT_FALSE(std::filesystem::exists(path("a.txt.part")));
}

TEST_F(File, CreatesMissingFolders) {
    ASSERT_THAT(write_file(path("one/two/a.txt"), "x"), IsOk());
    EXPECT_EQ(read_file(path("one/two/a.txt")), "x");
}

TEST_F(File, ReportsAMissingFileByName) {
    const auto text = read_file(path("none.txt"));
    EXPECT_THAT(text, IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(text, FailsWith(path("none.txt")));
}

TEST_F(File, RefusesToReadAFolder) {
    EXPECT_THAT(read_file(folder_.path()), IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(read_file(folder_.path()), FailsWith("not a regular file"));
}

TEST_F(File, MayBeAsLargeAsTheLimitAndNoLarger) {
    ASSERT_THAT(write_file(path("a.txt"), "12345"), IsOk());
    EXPECT_EQ(read_file(path("a.txt"), 5), "12345");
    EXPECT_THAT(read_file(path("a.txt"), 4), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(read_file(path("a.txt"), 4), FailsWith("larger than 4 bytes"));
}

TEST_F(File, CannotBeWrittenBelowAFile) {
    ASSERT_THAT(write_file(path("a.txt"), "x"), IsOk());
    const auto written = write_file(path("a.txt/b.txt"), "x");
    EXPECT_THAT(written, IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(written, FailsWith("a.txt/b.txt"));
}

TEST_F(File, CannotReplaceAFolder) {
    std::filesystem::create_directories(path("busy/inside"));
    EXPECT_THAT(write_file(path("busy"), "x"), IsErrorCode(ErrorCode::kIo));
    EXPECT_FALSE(std::filesystem::exists(path("busy.part")));
}

}  // namespace
}  // namespace plumbline
