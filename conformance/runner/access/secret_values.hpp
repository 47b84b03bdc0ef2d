#pragma once
// The secrets in the messages of scenarios, as the contract declares them, and how they look in
// texts.

#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::runner {

/// A shorter secret occurs in many texts by chance: it is masked only where it is a whole value.
/// Unit: bytes.
inline constexpr std::size_t kShortestMaskedText = 6;

/// Returns the forms in which a secret appears in URLs, forms, JSON texts of several writers and
/// shell commands, each once, itself first. Empty for an empty secret.
[[nodiscard]] std::vector<std::string> secret_forms(const std::string& secret);

/// A value that is masked only as the value of a member.
struct SecretMember {
    std::string name;  ///< "": of any member of a JSON text
    std::string value;

    auto operator<=>(const SecretMember&) const = default;
};

/// The secrets that are known at a time.
struct KnownSecrets {
    std::set<std::string> texts;  ///< masked everywhere; of at least kShortestMaskedText bytes
    std::vector<SecretMember> members;
    std::size_t longest = 0;  ///< bytes
};

/// Collects the secrets of messages. Thread-safe.
class SecretValues {
  public:
    /// A member's name and its value.
    using FoundSecret = std::pair<std::string, std::string>;

    /// A value that occurs in one of `public_texts`, such as a base URL, is masked only as the
    /// value of its member. If members have `other_names` on the wire, short values are masked as
    /// the value of any member.
    explicit SecretValues(std::vector<std::string> public_texts = {}, bool other_names = false)
        : public_texts_(std::move(public_texts)), has_other_names_(other_names) {}

    void add(const std::vector<FoundSecret>& found);
    /// Returns the secrets so far; null if there are none.
    [[nodiscard]] std::shared_ptr<const KnownSecrets> known() const;

  private:
    [[nodiscard]] bool is_masked_as_text(const std::string& value) const;

    std::vector<std::string> public_texts_;
    bool has_other_names_;
    mutable std::mutex mutex_;  ///< guards everything below
    std::set<FoundSecret> found_;
    KnownSecrets known_;
    /// A copy of known_ for readers: made when it is asked for, so that adding many takes linear
    /// time. Null if secrets were added since.
    mutable std::shared_ptr<const KnownSecrets> snapshot_;
};

}  // namespace plumbline::runner
