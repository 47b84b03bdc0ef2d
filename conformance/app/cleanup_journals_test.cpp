#include "conformance/app/cleanup_journals.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace plumbline::app {
namespace {

/// Sets or unsets an environment variable, and restores it.
class ScopedVariable {
  public:
    ScopedVariable(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~ScopedVariable() { set(before_ ? before_->c_str() : nullptr); }
    ScopedVariable(const ScopedVariable&) = delete;
    ScopedVariable& operator=(const ScopedVariable&) = delete;

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

TEST(JournalFolder, IsTheNamedOne) {
    EXPECT_EQ(*journal_folder("here"), "here");
}

TEST(JournalFolder, DefaultsToTheStateFolderOfTheUser) {
    const ScopedVariable home("HOME", "/home/me");
    {
        const ScopedVariable state("XDG_STATE_HOME", "/state");
        EXPECT_EQ(*journal_folder(""), "/state/plumbline/journal");
    }
    const ScopedVariable relative("XDG_STATE_HOME", "state");
    EXPECT_EQ(*journal_folder(""), "/home/me/.local/state/plumbline/journal");
}

TEST(JournalFolder, IsRequiredIfTheEnvironmentHasNone) {
    const ScopedVariable home("HOME", nullptr);
    const ScopedVariable state("XDG_STATE_HOME", nullptr);
    EXPECT_THAT(journal_folder(""), FailsWith("--journal-dir"));
}

}  // namespace
}  // namespace plumbline::app
