#include "conformance/cleanup/journal.hpp"

#include "conformance/cleanup/journal_files.hpp"
#include "conformance/cleanup/testing.hpp"
#include "spec/base/file.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class JournalTest : public testing::Test {
  protected:
    /// Ends the run like a kill: the file stays unchanged.
    std::string abandon(std::unique_ptr<Journal> journal) {
        std::string path = journal->path();
        journal.reset();
        return path;
    }
    TemporaryFolder folder_;
};

TEST_F(JournalTest, RecordsIntentAndResult) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->record_intent(thing_named("run-1-a")), IsOk());
    auto contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->header.run, things_header().run);
    EXPECT_EQ(contents->header.urls, things_header().urls);
    EXPECT_EQ(contents->header.timeout, things_header().timeout);
    EXPECT_EQ(contents->header.consistency_wait, things_header().consistency_wait);
    ASSERT_EQ(contents->entries.size(), 1U);
    EXPECT_EQ(contents->entries[0].stage, ResourceStage::kIntended);
    EXPECT_EQ(contents->entries[0].name, "run-1-a");
    EXPECT_EQ(contents->entries[0].parents.at("box"), "7");

    journal->record_created(1, "t1");
    contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries[0].stage, ResourceStage::kCreated);
    EXPECT_EQ(contents->entries[0].id, "t1");

    journal->record_closed(1, "removed");
    contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries[0].stage, ResourceStage::kClosed);
}

TEST_F(JournalTest, UsesDefaultsForFieldsMissingInOldFiles) {
    const std::string path = abandon(new_journal(folder_));
    Json header = json_of(text_of(path));
    header.erase("timeout_ms");
    header.erase("consistency_wait_ms");
    std::ofstream(path, std::ios::trunc) << header.dump() << '\n';
    const auto contents = read_journal(path);
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->header.timeout, JournalHeader{}.timeout);
    EXPECT_EQ(contents->header.consistency_wait, JournalHeader{}.consistency_wait);
}

TEST_F(JournalTest, IsReadableByItsOwnerOnlyAndLeavesNoTemporaryFile) {
    const auto journal = new_journal(folder_);
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(journal->path()).permissions(),
              perms::owner_read | perms::owner_write);
    const std::filesystem::directory_iterator files(folder_.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(JournalTest, ContainsNoSecret) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->record_intent(thing_named("run-1-a")), IsOk());
    EXPECT_THAT(text_of(journal->path()), Not(HasSubstr("ours")));
    EXPECT_THAT(text_of(journal->path()), HasSubstr("{api_key}"));
}

TEST_F(JournalTest, IsRemovedWhenAllEntriesAreClosed) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->record_intent(thing_named("run-1-a")), IsOk());
    journal->remove_if_closed();
    EXPECT_TRUE(std::filesystem::exists(journal->path()));
    EXPECT_EQ(journal->open_entry_count(), 1);
    journal->record_closed(1, "refused with 422");
    journal->remove_if_closed();
    EXPECT_FALSE(std::filesystem::exists(journal->path()));
}

TEST_F(JournalTest, ReportsARemovedFileAsNotFound) {
    const auto reopened = Journal::reopen(folder_.path() + "/gone.jsonl");
    ASSERT_FALSE(reopened);
    EXPECT_EQ(reopened.error().code, ErrorCode::kNotFound);
}

TEST_F(JournalTest, IsLockedWhileItsRunIsActive) {
    auto journal = new_journal(folder_);
    auto second = Journal::reopen(journal->path());
    ASSERT_THAT(second, IsOk());
    EXPECT_EQ(*second, nullptr);
    EXPECT_TRUE(is_in_use(journal->path()));
    EXPECT_FALSE(is_in_use(journal->path() + "x"));
    second = Journal::reopen(abandon(std::move(journal)));
    ASSERT_THAT(second, IsOk());
    EXPECT_NE(*second, nullptr);
}

TEST_F(JournalTest, IgnoresHalfALineAfterAKill) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->record_intent(thing_named("run-1-a")), IsOk());
    const std::string path = abandon(std::move(journal));
    std::ofstream(path, std::ios::app) << R"({"event":"created","entry":1,"i)";
    auto again = Journal::reopen(path);
    ASSERT_THAT(again, IsOk());
    EXPECT_EQ((*again)->entries().at(0).stage, ResourceStage::kIntended);
    (*again)->record_closed(1, "removed");
    const auto contents = read_journal(path);
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries[0].stage, ResourceStage::kClosed);
}

TEST_F(JournalTest, RefusesOtherFilesAndLeavesThemUnchanged) {
    const std::string path = folder_.path() + "/notes.jsonl";
    for (const char* text : {"", "precious", R"({"plumbline_jour)", "[1]\n", "{}\nmore"}) {
        std::ofstream(path, std::ios::trunc) << text;
        EXPECT_FALSE(Journal::reopen(path).has_value()) << text;
        EXPECT_EQ(text_of(path), text);
    }
    EXPECT_THAT(Journal::reopen(path), FailsWith(path + ":1"));
}

TEST_F(JournalTest, ReportsThePositionOfInvalidLines) {
    auto journal = new_journal(folder_);
    const std::string path = abandon(std::move(journal));
    const std::string whole = text_of(path);
    const auto damaged = [&](const std::string& rest) {
        std::ofstream(path, std::ios::trunc) << whole << rest << '\n';
        return read_journal(path);
    };
    const auto damage_of = [&](const std::string& rest) {
        const auto contents = damaged(rest);
        EXPECT_THAT(contents, IsOk());
        EXPECT_THAT(contents->damage, SizeIs(1)) << rest;
        return contents->damage.empty() ? "" : to_text(contents->damage.front());
    };
    EXPECT_THAT(damage_of("{"), HasSubstr(path + ":2"));
    EXPECT_THAT(damage_of(R"({"event":"created","entry":1,"id":"a"})"),
                HasSubstr("found created of entry 1 after 0 entries"));
    EXPECT_THAT(damage_of(R"({"event":"created","entry":1})"),
                HasSubstr("not a line of a clean-up journal"));
    std::ofstream(path, std::ios::trunc) << R"({"plumbline_journal":2})" << '\n';
    EXPECT_THAT(read_journal(path), FailsWith(path + ":1"));
    EXPECT_THAT(read_journal(path), IsErrorCode(ErrorCode::kUnsupported));
    std::ofstream(path, std::ios::trunc) << "{}\n";
    EXPECT_THAT(read_journal(path), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(read_journal(folder_.path() + "/none"), IsErrorCode(ErrorCode::kNotFound));
}

TEST_F(JournalTest, ReadsTheOtherLinesIfSomeAreDamaged) {
    auto journal = new_journal(folder_);
    for (const char* name : {"run-1-a", "run-1-b", "run-1-c"})
        ASSERT_THAT(journal->record_intent(thing_named(name)), IsOk());
    journal->record_created(2, "t2");
    journal->record_created(3, "t3");
    const std::string path = abandon(std::move(journal));
    std::string text = text_of(path);
    const std::size_t second = text.find('\n', text.find("run-1-a"));
    text[second + 1] = '#';  // instead of the intent's brace
    std::ofstream(path, std::ios::trunc) << text;
    const auto contents = read_journal(path);
    ASSERT_THAT(contents, IsOk());
    EXPECT_THAT(contents->damage, SizeIs(1));
    ASSERT_THAT(contents->entries, SizeIs(3));
    EXPECT_EQ(contents->entries[1].stage, ResourceStage::kClosed) << "its intent is unknown";
    EXPECT_EQ(contents->entries[2].name, "run-1-c");
    EXPECT_EQ(contents->entries[2].id, "t3");
    auto again = Journal::reopen(path);
    ASSERT_THAT(again, IsOk());
    (*again)->record_closed(1, "removed");
    (*again)->record_closed(3, "removed");
    (*again)->remove_if_closed();
    EXPECT_TRUE(std::filesystem::exists(path)) << "a damaged line may be about a resource";
}

TEST_F(JournalTest, StoresTheTimeOfAnIntent) {
    auto journal = new_journal(folder_);
    JournalEntry entry = thing_named("run-1-a");
    entry.time = Instant(std::chrono::seconds(1'700'000'000));
    ASSERT_THAT(journal->record_intent(entry), IsOk());
    ASSERT_THAT(journal->record_intent(thing_named("run-1-b")), IsOk());
    journal->record_created(1, "t1", *entry.time + std::chrono::seconds(1));
    const auto contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries.at(0).time, entry.time);
    EXPECT_EQ(contents->entries.at(0).created, *entry.time + std::chrono::seconds(1));
    EXPECT_EQ(contents->entries.at(1).time, std::nullopt) << "as in older journals";
}

TEST_F(JournalTest, IsCreatedAlthoughAFileOfAKilledRunIsThere) {
    const std::string path = abandon(new_journal(folder_));
    std::filesystem::rename(path, path + kPartSuffix);
    EXPECT_THAT(Journal::create(folder_.path(), things_header()), IsErrorCode(ErrorCode::kIo))
        << "of a run with the same start and id: not overwritten";
    const auto removed = remove_unless_in_use(path + kPartSuffix);
    EXPECT_THAT(removed, IsOk());
    EXPECT_THAT(Journal::create(folder_.path(), things_header()), IsOk());
}

TEST_F(JournalTest, ReportsThatItCannotBeCreated) {
    const std::string file = folder_.path() + "/file";
    std::ofstream(file) << "x";
    const auto journal = Journal::create(file + "/below", things_header());
    EXPECT_THAT(journal, IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(journal, FailsWith("cannot write the clean-up journal " + file));
}

TEST_F(JournalTest, RefusesFurtherIntentsAfterAWriteError) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->record_intent(thing_named("run-1-a")), IsOk());
    {
        const FileSizeLimit full(std::filesystem::file_size(journal->path()) + 10);
        EXPECT_THAT(journal->record_intent(thing_named("run-1-b")), IsErrorCode(ErrorCode::kIo));
    }
    EXPECT_THAT(journal->record_intent(thing_named("run-1-c")), IsErrorCode(ErrorCode::kIo))
        << "it would be appended to an incomplete line";
    ASSERT_TRUE(journal->failure().has_value());
    EXPECT_EQ(journal->open_entry_count(), 1);
    const auto contents = read_journal(abandon(std::move(journal)));
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries.size(), 1U);
}

}  // namespace
}  // namespace plumbline::cleanup
