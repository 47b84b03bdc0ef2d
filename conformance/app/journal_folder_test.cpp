#include "conformance/app/journal_folder.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace plumbline::app {
namespace {

/// Sets a variable, or takes it away, and puts it back.
class WithVariable {
  public:
    WithVariable(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~WithVariable() { set(before_ ? before_->c_str() : nullptr); }
    WithVariable(const WithVariable&) = delete;
    WithVariable& operator=(const WithVariable&) = delete;

  private:
    void set(const char* value) {
        if (value) {
            ::setenv(name_, value, 1);
        } else {
            ::unsetenv(name_);
        }
    }
    const char* name_;
    std::optional<std::string> before_;
};

TEST(JournalFolder, IsTheOneThatIsNamed) {
    EXPECT_EQ(*journal_folder("here"), "here");
}

TEST(JournalFolder, IsElseTheUsersOwn) {
    const WithVariable home("HOME", "/home/me");
    {
        const WithVariable state("XDG_STATE_HOME", "/state");
        EXPECT_EQ(*journal_folder(""), "/state/plumbline/journal");
    }
    const WithVariable relative("XDG_STATE_HOME", "state");
    EXPECT_EQ(*journal_folder(""), "/home/me/.local/state/plumbline/journal");
}

TEST(JournalFolder, MustBeNamedWhereTheEnvironmentHasNone) {
    const WithVariable home("HOME", nullptr);
    const WithVariable state("XDG_STATE_HOME", nullptr);
    EXPECT_THAT(journal_folder(""), FailsWith("--journal-dir"));
}

}  // namespace
}  // namespace plumbline::app
