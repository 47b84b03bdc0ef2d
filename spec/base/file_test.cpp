#include "spec/base/file.hpp"

#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <sys/stat.h>

#include <fcntl.h>
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
    EXPECT_THAT(written, FailsWith("cannot create the folder " + path("a.txt")));
}

TEST_F(File, IsReplacedBehindALink) {
    ASSERT_THAT(write_file(path("folder/real.txt"), "old"), IsOk());
    std::filesystem::create_symlink("folder/real.txt", path("link"));
    std::filesystem::create_symlink("link", path("link of a link"));
    std::filesystem::create_symlink("none.txt", path("dangling"));
    EXPECT_EQ(final_path(path("link of a link")), path("folder/real.txt"));
    ASSERT_THAT(write_file(path("link of a link"), "new"), IsOk());
    ASSERT_THAT(write_file(path("dangling"), "first"), IsOk());
    EXPECT_EQ(read_file(path("folder/real.txt")), "new");
    EXPECT_EQ(read_file(path("none.txt")), "first");
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    EXPECT_TRUE(std::filesystem::is_symlink(path("dangling")));
}

TEST_F(File, MayBeADevice) {
    ASSERT_THAT(write_file("/dev/null", "x"), IsOk());
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    EXPECT_THAT(write_file("/dev/full", "x"),
                FailsWith("cannot write /dev/full: No space left on device"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(File, MayBeAPipe) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_THAT(write_file(path("pipe"), "x"),
                FailsWith("nothing reads this pipe; start its reader before this program"));
    const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_THAT(write_file(path("pipe"), "abc"), IsOk());
    std::string read(8, ' ');
    EXPECT_EQ(::read(reader, read.data(), read.size()), 3);
    EXPECT_EQ(read.substr(0, 3), "abc");
    ::close(reader);
    EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
}

TEST_F(File, IsAppendedTo) {
    ASSERT_THAT(append_file(path("a.txt"), "one "), IsOk());
    ASSERT_THAT(append_file(path("a.txt"), "two"), IsOk());
    EXPECT_EQ(read_file(path("a.txt")), "one two");
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_THAT(append_file(path("pipe"), "x"), FailsWith("nothing reads this pipe"));
    EXPECT_THAT(append_file("/dev/full", "x"), FailsWith("No space left on device"));
}

// Opening the file behind the descriptor again would overwrite what is written there.
TEST_F(File, MayBeAnOpenDescriptor) {
    const int file = ::open(path("a.txt").c_str(), O_WRONLY | O_CREAT, 0600);
    ASSERT_EQ(::write(file, "one ", 4), 4);
    ASSERT_THAT(write_file("/dev/fd/" + std::to_string(file), "two "), IsOk());
    ASSERT_EQ(::write(file, "three", 5), 5);
    ::close(file);
    EXPECT_EQ(read_file(path("a.txt")), "one two three");
}

TEST_F(File, CannotReplaceAFolder) {
    std::filesystem::create_directories(path("busy/inside"));
    EXPECT_THAT(write_file(path("busy"), "x"), FailsWith("busy: it is a folder"));
    EXPECT_FALSE(std::filesystem::exists(path("busy.part")));
}

}  // namespace
}  // namespace plumbline
