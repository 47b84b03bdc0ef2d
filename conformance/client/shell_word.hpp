#pragma once
// Words of POSIX shell commands, with variables in place of secrets.

#include "spec/base/secret.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::client {

/// An environment variable of the user, and the secret in it.
struct SecretVariable {
    std::string name;
    Secret value;
    /// How to set it, for a message in double quotes; "" if it is set where the run was started.
    std::string how{};
};

/// A part of a shell word: literal text, or an expansion `$NAME`.
struct ShellPart {
    std::string text;
    bool is_expansion = false;

    bool operator==(const ShellPart&) const = default;
};
using ShellWord = std::vector<ShellPart>;

/// Replaces secrets in the texts of one command. Not thread-safe: it numbers the secrets.
class SecretReplacer {
  public:
    /// The arguments are borrowed: variables with secrets, and further texts that are secret.
    SecretReplacer(const std::vector<SecretVariable>& variables,
                   const std::vector<std::string>& secrets)
        : variables_(variables), secrets_(secrets) {}

    /// Returns `text` with `$NAME` where the value of a variable occurs, and
    /// `$PLUMBLINE_SECRET_1`, ... where other secrets occur. At each position, the longest secret
    /// is replaced. `where` names the text for the user, such as `the URL`.
    [[nodiscard]] ShellWord replace(std::string_view text, const std::string& where);
    /// Returns the expansion for a secret that is in no list.
    [[nodiscard]] ShellPart placeholder(std::string_view secret, const std::string& where);
    /// Returns the beginning of the command: it lists the variables that the user must set, and
    /// ends the command if one of them is not set. "" if there is none.
    [[nodiscard]] std::string required_variables() const;

  private:
    struct SecretMatch {
        std::size_t length = 0;
        const SecretVariable* variable = nullptr;  ///< null if no variable has it
    };
    [[nodiscard]] bool contains_secret(std::string_view text) const;
    [[nodiscard]] SecretMatch match_at(std::string_view text) const;

    const std::vector<SecretVariable>& variables_;
    const std::vector<std::string>& secrets_;
    /// Secrets with a placeholder, and where each occurs first; the first one has number 1.
    std::vector<std::pair<std::string, std::string>> numbered_;
    std::vector<const SecretVariable*> unset_;  ///< used variables that the user has to set
};

/// Returns whether text can be written in a command and pasted into a terminal as it is: UTF-8
/// without control characters except, if allowed, line breaks and tabs.
[[nodiscard]] bool is_pasteable(std::string_view text, bool allows_lines);

/// Returns the word as a shell reads it: quoted, and through printf if a part is not pasteable.
[[nodiscard]] std::string to_shell(const ShellWord& word);

/// Returns a printf command that prints the word, with octal escapes for all that is not pasteable.
[[nodiscard]] std::string printf_command(const ShellWord& word);

}  // namespace plumbline::client
