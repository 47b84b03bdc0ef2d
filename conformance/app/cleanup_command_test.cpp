#include "conformance/app/commands.hpp"
#include "conformance/cleanup/testing.hpp"
#include "spec/base/unwrapped_text.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace plumbline::app {
namespace {

using cleanup::kThingsUrl;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kElsewhere = "http://127.0.0.1:2";

/// A folder with the journal of a run that created one thing. These tests send nothing.
class CleanupCommandTest : public ::testing::Test {
  protected:
    void SetUp() override {
        journal_ = cleanup::new_journal(folder_);
        path_ = journal_->path();
        command_.journal_dir = folder_.path();
        create("run-1-a");
    }

    void create(const std::string& name) {
        journal_->record_created(*journal_->record_intent(cleanup::thing_named(name)), "t1");
    }

    int clean_up() { return cleanup_command(command_, out_, err_); }

    TemporaryFolder folder_;
    std::unique_ptr<cleanup::Journal> journal_;  ///< its run is in progress as long as this is open
    std::string path_;
    CleanupCommand command_;
    std::ostringstream out_;
    std::ostringstream err_;
};

TEST_F(CleanupCommandTest, ReportsResourcesOfAnotherTarget) {
    journal_.reset();
    command_.target.url = kElsewhere;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(),
                HasSubstr(std::string("kept    1 created at ") + kThingsUrl +
                          ", another target: " + path_ + '\n'));
}

TEST_F(CleanupCommandTest, FailsForANamedJournalOfAnotherTarget) {
    journal_.reset();
    command_.target.url = kElsewhere;
    command_.journals = {path_};
    EXPECT_EQ(clean_up(), kDoesNotConform);
}

TEST_F(CleanupCommandTest, FailsWhileARunAtTheTargetIsInProgress) {
    command_.target.url = kThingsUrl;
    EXPECT_EQ(clean_up(), kDoesNotConform);
    EXPECT_THAT(out_.str(), HasSubstr("in use  " + path_ + ": its run is still in progress\n"));
}

TEST_F(CleanupCommandTest, IgnoresARunInProgressAtAnotherTarget) {
    command_.target.url = kElsewhere;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(),
                HasSubstr(path_ + ": its run is still in progress, at another target\n"));
}

TEST_F(CleanupCommandTest, IgnoresAJournalThatHasJustBeenDeleted) {
    journal_.reset();
    std::filesystem::remove(path_);
    std::filesystem::create_symlink(folder_.path() + "/gone", path_);  // listed, but missing
    command_.target.url = kThingsUrl;
    EXPECT_EQ(clean_up(), kConforms);
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(unwrapped(err_.str()), IsEmpty());
}

TEST_F(CleanupCommandTest, EscapesControlCharactersOfATarget) {
    create("\x1b[2Jrun-1-a\n");
    journal_.reset();
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(), HasSubstr("would delete thing t1 (\\x1b[2Jrun-1-a\\n) at http://"));
    EXPECT_THAT(out_.str(), Not(HasSubstr("\x1b")));
}

TEST_F(CleanupCommandTest, NamesAJournalThatCannotBeRead) {
    journal_.reset();
    std::ofstream(path_, std::ios::trunc) << "{\"plumbline_journal\":2}\n";
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kDoesNotConform);
    EXPECT_THAT(unwrapped(err_.str()), HasSubstr("plumbline: " + path_ + ":1: found version 2"));
    EXPECT_THAT(unwrapped(err_.str()),
                HasSubstr("\n  clean up with the version of plumbline that created it\n"));
}

TEST_F(CleanupCommandTest, LimitsADryRunToTheSelectedTarget) {
    journal_.reset();
    command_.dry_run = true;
    command_.target.url = kElsewhere;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(), HasSubstr("another target"));
    EXPECT_THAT(out_.str(), HasSubstr("\n0 to delete or to look for\n"));
}

TEST_F(CleanupCommandTest, SaysHowToRemoveAJournalThatCannotBeRead) {
    journal_.reset();
    std::ofstream(path_, std::ios::trunc) << "{\"plumbline_journal\":2}\n";
    command_.target.url = kThingsUrl;
    EXPECT_EQ(clean_up(), kDoesNotConform);
    EXPECT_THAT(unwrapped(err_.str()),
                HasSubstr("remove it with\n  plumbline cleanup --forget '" + path_));
}

/// A clean-up without a target, as all journals of the folder are closed.
class CleanupOfFilesTest : public CleanupCommandTest {
  protected:
    void SetUp() override {
        CleanupCommandTest::SetUp();
        journal_->record_closed(1, "removed");
        journal_->remove_if_closed();
        journal_.reset();
    }

    std::string write(const std::string& name, const std::string& text) {
        std::string path = folder_.path() + '/' + name;
        std::ofstream(path, std::ios::trunc) << text;
        return path;
    }
};

constexpr const char* kJournalName = "20260102T030405-1a2b3c4d.jsonl";

TEST_F(CleanupOfFilesTest, RemovesWhatKilledRunsHaveLeft) {
    const std::vector<std::string> paths{write(std::string(kJournalName) + ".part", "{\"cred"),
                                         write("result.json.part", "{"),
                                         write("junit.xml.part", ""),
                                         write("empty.jsonl", ""),
                                         write(kJournalName, "{\"cred")};
    const std::string other = write("other.part", "precious");
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kConforms);
    for (const std::string& path : paths) {
        EXPECT_THAT(out_.str(), HasSubstr("would remove " + path + ": "));
        EXPECT_TRUE(std::filesystem::exists(path));
    }
    command_.dry_run = false;
    out_.str("");
    EXPECT_EQ(clean_up(), kConforms);
    for (const std::string& path : paths) {
        EXPECT_THAT(out_.str(), HasSubstr("removed " + path + ": "));
        EXPECT_FALSE(std::filesystem::exists(path));
    }
    EXPECT_TRUE(std::filesystem::exists(other));
    EXPECT_THAT(unwrapped(err_.str()), IsEmpty());
}

TEST_F(CleanupOfFilesTest, KeepsTheIncompleteJournalOfARunThatStarts) {
    auto journal = cleanup::new_journal(folder_);
    const std::string part = journal->path() + ".part";
    std::filesystem::rename(journal->path(), part);
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_TRUE(std::filesystem::exists(part));
}

TEST_F(CleanupOfFilesTest, IgnoresFilesThatAreNotJournals) {
    const std::string notes = write("notes.jsonl", "{\"precious\":1}\n");
    std::filesystem::create_directory(folder_.path() + "/folder.jsonl");
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(unwrapped(err_.str()),
                HasSubstr(notes + " is not a clean-up journal; it is ignored\n"));
    command_.journals = {notes};
    EXPECT_EQ(clean_up(), kInvalidSetup);
    EXPECT_TRUE(std::filesystem::exists(notes));
}

TEST_F(CleanupOfFilesTest, NamesTheFolderThatCannotBeRead) {
    command_.journal_dir = folder_.path() + "/none";
    EXPECT_EQ(clean_up(), kInvalidSetup);
    EXPECT_THAT(unwrapped(err_.str()),
                HasSubstr("cannot read the folder of the journals " + command_.journal_dir +
                          ": No such file"));
    EXPECT_THAT(unwrapped(err_.str()),
                HasSubstr("--journal-dir names the folder that the run used"));
}

class ForgetTest : public CleanupCommandTest {
  protected:
    void SetUp() override {
        CleanupCommandTest::SetUp();
        (void)journal_->record_intent(cleanup::thing_named("run-1-b"));
        journal_->record_closed(2, "refused with 422");
        command_.forget = {path_};
    }
};

TEST_F(ForgetTest, PrintsAndRemovesAJournal) {
    journal_.reset();
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_TRUE(std::filesystem::exists(path_));
    command_.dry_run = false;
    out_.str("");
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_EQ(out_.str(),
              std::string("forgets thing t1 (run-1-a) at ") + kThingsUrl + ", from suite/one\n" +
                  path_ + ": run 11111111-2222-4333-8444-555555555555 at fake, 1 resources that " +
                  "may be left, 1 that are not\nremoved " + path_ + '\n');
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(ForgetTest, KeepsTheJournalOfARunInProgress) {
    EXPECT_EQ(clean_up(), kDoesNotConform);
    EXPECT_THAT(out_.str(), HasSubstr("in use  " + path_));
    EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(ForgetTest, PrintsTheLinesOfAJournalThatCannotBeRead) {
    journal_.reset();
    std::ofstream(path_, std::ios::trunc) << "{\"plumbline_journal\":2}\n{\"id\":\"t7\"}\n";
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(unwrapped(err_.str()), HasSubstr("found version 2"));
    EXPECT_THAT(out_.str(), HasSubstr("line    {\"id\":\"t7\"}\nremoved "));
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(ForgetTest, RemovesNothingIfOneFileIsNoJournal) {
    journal_.reset();
    const std::string notes = folder_.path() + "/notes.jsonl";
    std::ofstream(notes) << "precious\n";
    for (const std::string& wrong : {notes, folder_.path() + "/none.jsonl"}) {
        command_.forget = {path_, wrong};
        EXPECT_EQ(clean_up(), kInvalidSetup);
        EXPECT_TRUE(std::filesystem::exists(path_));
    }
    EXPECT_THAT(unwrapped(err_.str()), HasSubstr(notes + " is not a clean-up journal; it stays"));
    EXPECT_TRUE(std::filesystem::exists(notes));
}

}  // namespace
}  // namespace plumbline::app
