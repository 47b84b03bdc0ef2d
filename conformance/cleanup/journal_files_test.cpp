#include "conformance/cleanup/journal_files.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

/// A file in a folder of journals.
class JournalFilesTest : public testing::Test {
  protected:
    JournalFile file(const std::string& name, const std::string& text) {
        const std::string path = folder_.path() + '/' + name;
        std::ofstream(path, std::ios::trunc) << text;
        const auto found = journal_file(path);
        EXPECT_THAT(found, IsOk());
        return found.value_or(JournalFile::kOther);
    }

    TemporaryFolder folder_;
};

constexpr const char* kName = "20260102T030405-1a2b3c4d.jsonl";

TEST_F(JournalFilesTest, AreJournalsByTheirNameOrFirstLine) {
    EXPECT_EQ(file("any.jsonl", "{\"plumbline_journal\":2}\n"), JournalFile::kJournal);
    EXPECT_EQ(file(kName, "damaged\n"), JournalFile::kJournal);
    const auto journal = new_journal(folder_);
    EXPECT_EQ(*journal_file(journal->path()), JournalFile::kJournal);
}

TEST_F(JournalFilesTest, AreEmptyWithoutACompleteLine) {
    EXPECT_EQ(file("any.jsonl", ""), JournalFile::kEmpty);
    EXPECT_EQ(file(kName, "{\"consistency_wait_ms\":0,\"cre"), JournalFile::kEmpty);
    EXPECT_EQ(file(kName, std::string(100, '\0')), JournalFile::kEmpty);
    EXPECT_EQ(file("any.jsonl", "{\"plumbline_journal\":1,\"ru"), JournalFile::kEmpty);
}

TEST_F(JournalFilesTest, AreOthersElse) {
    EXPECT_EQ(file("notes.jsonl", "precious"), JournalFile::kOther);
    EXPECT_EQ(file("notes.jsonl", "{}\nmore\n"), JournalFile::kOther);
    EXPECT_EQ(file("20260102T030405.jsonl", "precious"), JournalFile::kOther);
}

TEST_F(JournalFilesTest, AreRemovedUnlessARunHasLockedThem) {
    auto journal = new_journal(folder_);
    const std::string path = journal->path();
    EXPECT_EQ(remove_unless_in_use(path).value_or(true), false);
    EXPECT_TRUE(std::filesystem::exists(path));
    journal.reset();
    EXPECT_EQ(remove_unless_in_use(path).value_or(false), true);
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_THAT(remove_unless_in_use(path), IsErrorCode(ErrorCode::kNotFound));
}

}  // namespace
}  // namespace plumbline::cleanup
