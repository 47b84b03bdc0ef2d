#include "conformance/app/commands.hpp"
#include "conformance/cleanup/testing.hpp"

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

/// A folder with the journal of a run that created one thing. Nothing is sent in these tests.
class CleaningUp : public ::testing::Test {
  protected:
    void SetUp() override {
        journal_ = cleanup::new_journal(folder_);
        path_ = journal_->path();
        command_.journal_dir = folder_.path();
        create("run-1-a");
    }

    void create(const std::string& name) {
        journal_->created(*journal_->intend(cleanup::thing_named(name)), "t1");
    }

    int clean_up() { return cleanup_command(command_, out_, err_); }

    cleanup::TemporaryFolder folder_;
    std::unique_ptr<cleanup::Journal> journal_;  ///< its run goes on as long as this is open
    std::string path_;
    CleanupCommand command_;
    std::ostringstream out_;
    std::ostringstream err_;
};

TEST_F(CleaningUp, NamesWhatLiesAtAnotherTarget) {
    journal_.reset();
    command_.target.url = kElsewhere;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(),
                HasSubstr(std::string("kept    1 created at ") + kThingsUrl +
                          ", another target: " + path_ + '\n'));
}

TEST_F(CleaningUp, IsNotDoneWithAJournalThatWasNamedAndIsOfAnotherTarget) {
    journal_.reset();
    command_.target.url = kElsewhere;
    command_.journals = {path_};
    EXPECT_EQ(clean_up(), kDoesNotConform);
}

TEST_F(CleaningUp, IsNotDoneWhileARunAtTheTargetGoesOn) {
    command_.target.url = kThingsUrl;
    EXPECT_EQ(clean_up(), kDoesNotConform);
    EXPECT_THAT(out_.str(), HasSubstr("in use  " + path_ + ": its run goes on\n"));
}

TEST_F(CleaningUp, HasNothingToDoWithARunThatGoesOnElsewhere) {
    command_.target.url = kElsewhere;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(), HasSubstr(path_ + ": its run goes on, at another target\n"));
}

TEST_F(CleaningUp, TakesAJournalThatHasJustGoneAsWorkedOff) {
    journal_.reset();
    std::filesystem::remove(path_);
    std::filesystem::create_symlink(folder_.path() + "/gone", path_);  // listed, and not there
    command_.target.url = kThingsUrl;
    EXPECT_EQ(clean_up(), kConforms);
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(err_.str(), IsEmpty());
}

TEST_F(CleaningUp, LetsNoTargetSteerTheTerminal) {
    create("\x1b[2Jrun-1-a\n");
    journal_.reset();
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(), HasSubstr("would delete thing t1 (\\x1b[2Jrun-1-a\\n) at http://"));
    EXPECT_THAT(out_.str(), Not(HasSubstr("\x1b")));
}

TEST_F(CleaningUp, SaysWhichJournalCannotBeRead) {
    journal_.reset();
    std::ofstream(path_, std::ios::trunc) << "{\"plumbline_journal\":2}\n";
    command_.dry_run = true;
    EXPECT_EQ(clean_up(), kDoesNotConform);
    EXPECT_THAT(err_.str(), HasSubstr("plumbline: " + path_ + ":1: found version 2"));
    EXPECT_THAT(err_.str(), HasSubstr("\n  clean up with the plumbline that made it\n"));
}

TEST_F(CleaningUp, RehearsesForTheTargetThatIsNamed) {
    journal_.reset();
    command_.dry_run = true;
    command_.target.url = kElsewhere;
    EXPECT_EQ(clean_up(), kConforms);
    EXPECT_THAT(out_.str(), HasSubstr("another target"));
    EXPECT_THAT(out_.str(), HasSubstr("\n0 to delete or to look for\n"));
}

}  // namespace
}  // namespace plumbline::app
