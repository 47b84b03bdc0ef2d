#include "conformance/cleanup/journal.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class JournalFile : public testing::Test {
  protected:
    /// Ends the run, as a kill would: the file stays as it is.
    std::string abandon(std::unique_ptr<Journal> journal) {
        std::string path = journal->path();
        journal.reset();
        return path;
    }
    TemporaryFolder folder_;
};

TEST_F(JournalFile, TellsBeforeACreateIsSentAndWhatCameOfIt) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->intend(thing_named("run-1-a")), IsOk());
    auto contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->header.run, things_header().run);
    EXPECT_EQ(contents->header.urls, things_header().urls);
    EXPECT_EQ(contents->header.timeout, things_header().timeout);
    EXPECT_EQ(contents->header.consistency_wait, things_header().consistency_wait);
    ASSERT_EQ(contents->entries.size(), 1U);
    EXPECT_EQ(contents->entries[0].stage, Stage::kIntended);
    EXPECT_EQ(contents->entries[0].name, "run-1-a");
    EXPECT_EQ(contents->entries[0].parents.at("box"), "7");

    journal->created(1, "t1");
    contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries[0].stage, Stage::kCreated);
    EXPECT_EQ(contents->entries[0].id, "t1");

    journal->close(1, "removed");
    contents = read_journal(journal->path());
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries[0].stage, Stage::kClosed);
}

TEST_F(JournalFile, FromBeforeTheWaitsWereNotedHasTheDefaults) {
    const std::string path = abandon(new_journal(folder_));
    Json header = json_of(text_of(path));
    header.erase("timeout_ms");
    header.erase("consistency_wait_ms");
    std::ofstream(path, std::ios::trunc) << header.dump() << '\n';
    const auto contents = read_journal(path);
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->header.timeout, Header{}.timeout);
    EXPECT_EQ(contents->header.consistency_wait, Header{}.consistency_wait);
}

TEST_F(JournalFile, IsForItsOwnerOnlyAndAloneInItsFolder) {
    const auto journal = new_journal(folder_);
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(journal->path()).permissions(),
              perms::owner_read | perms::owner_write);
    const std::filesystem::directory_iterator files(folder_.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(JournalFile, HoldsNoSecret) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->intend(thing_named("run-1-a")), IsOk());
    EXPECT_THAT(text_of(journal->path()), Not(HasSubstr("ours")));
    EXPECT_THAT(text_of(journal->path()), HasSubstr("{api_key}"));
}

TEST_F(JournalFile, GoesWhenEverythingIsGone) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->intend(thing_named("run-1-a")), IsOk());
    journal->finish();
    EXPECT_TRUE(std::filesystem::exists(journal->path()));
    EXPECT_EQ(journal->open_entries(), 1);
    journal->close(1, "refused with 422");
    journal->finish();
    EXPECT_FALSE(std::filesystem::exists(journal->path()));
}

TEST_F(JournalFile, ThatHasJustGoneIsNotFound) {
    const auto reopened = Journal::reopen(folder_.path() + "/gone.jsonl");
    ASSERT_FALSE(reopened);
    EXPECT_EQ(reopened.error().code, ErrorCode::kNotFound);
}

TEST_F(JournalFile, IsLockedWhileItsRunGoesOn) {
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

TEST_F(JournalFile, EndsInHalfALineAfterAKill) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->intend(thing_named("run-1-a")), IsOk());
    const std::string path = abandon(std::move(journal));
    std::ofstream(path, std::ios::app) << R"({"event":"created","entry":1,"i)";
    auto again = Journal::reopen(path);
    ASSERT_THAT(again, IsOk());
    EXPECT_EQ((*again)->entries().at(0).stage, Stage::kIntended);
    (*again)->close(1, "removed");
    const auto contents = read_journal(path);
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries[0].stage, Stage::kClosed);
}

TEST_F(JournalFile, OfSomebodyElseIsRefusedAndStaysAsItIs) {
    const std::string path = folder_.path() + "/notes.jsonl";
    for (const char* text : {"", "precious", R"({"plumbline_jour)", "[1]\n", "{}\nmore"}) {
        std::ofstream(path, std::ios::trunc) << text;
        EXPECT_FALSE(Journal::reopen(path).has_value()) << text;
        EXPECT_EQ(text_of(path), text);
    }
    EXPECT_THAT(Journal::reopen(path), FailsWith(path + ":1"));
}

TEST_F(JournalFile, SaysWhereItIsDamaged) {
    auto journal = new_journal(folder_);
    const std::string path = abandon(std::move(journal));
    const std::string whole = text_of(path);
    const auto damaged = [&](const std::string& rest) {
        std::ofstream(path, std::ios::trunc) << whole << rest << '\n';
        return read_journal(path);
    };
    EXPECT_THAT(damaged("{"), FailsWith(path + ":2"));
    EXPECT_THAT(damaged(R"({"event":"created","entry":1,"id":"a"})"),
                FailsWith("found created of entry 1 after 0 entries"));
    EXPECT_THAT(damaged(R"({"event":"created","entry":1})"),
                FailsWith("no line of a clean-up journal"));
    std::ofstream(path, std::ios::trunc) << R"({"plumbline_journal":2})" << '\n';
    EXPECT_THAT(read_journal(path), FailsWith(path + ":1"));
    EXPECT_THAT(read_journal(path), IsErrorCode(ErrorCode::kUnsupported));
    std::ofstream(path, std::ios::trunc) << "{}\n";
    EXPECT_THAT(read_journal(path), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(read_journal(folder_.path() + "/none"), IsErrorCode(ErrorCode::kNotFound));
}

TEST_F(JournalFile, ThatCannotBeMadeIsAnError) {
    const std::string file = folder_.path() + "/file";
    std::ofstream(file) << "x";
    const auto journal = Journal::create(file + "/below", things_header());
    EXPECT_THAT(journal, IsErrorCode(ErrorCode::kIo));
    EXPECT_THAT(journal, FailsWith("cannot write the clean-up journal " + file));
}

TEST_F(JournalFile, ThatCannotGrowLetsNothingMoreBeCreated) {
    auto journal = new_journal(folder_);
    ASSERT_THAT(journal->intend(thing_named("run-1-a")), IsOk());
    {
        const FileSizeLimit full(std::filesystem::file_size(journal->path()) + 10);
        EXPECT_THAT(journal->intend(thing_named("run-1-b")), IsErrorCode(ErrorCode::kIo));
    }
    EXPECT_THAT(journal->intend(thing_named("run-1-c")), IsErrorCode(ErrorCode::kIo))
        << "it would be glued to half a line";
    ASSERT_TRUE(journal->failure().has_value());
    EXPECT_EQ(journal->open_entries(), 1);
    const auto contents = read_journal(abandon(std::move(journal)));
    ASSERT_THAT(contents, IsOk());
    EXPECT_EQ(contents->entries.size(), 1U);
}

}  // namespace
}  // namespace plumbline::cleanup
