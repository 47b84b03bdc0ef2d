#pragma once
// Removes secrets from texts before they are output.

#include "conformance/runner/access/secret_values.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::runner {

/// What no output may contain: the credentials and secret inputs of scenarios, and the secrets of
/// their messages. Thread-safe; follows the secrets of messages that are added later.
class OutputMask {
  public:
    OutputMask() = default;
    /// `secrets` in all their forms; `values` may be null.
    explicit OutputMask(const std::vector<std::string>& secrets,
                        std::shared_ptr<const SecretValues> values = nullptr);

    /// Returns the text with every secret replaced by `***`: anywhere if it has at least
    /// kShortestMaskedText bytes, else where it is a whole value, in quotes, in a URL, or of the
    /// member of a message that contains it. The beginning of a secret before `...` is replaced as
    /// well.
    [[nodiscard]] std::string operator()(std::string_view text) const;

    /// Returns the length of the longest secret. Unit: bytes.
    [[nodiscard]] std::size_t longest() const;

  private:
    std::vector<std::string> long_secrets_;
    std::vector<std::string> short_secrets_;
    std::shared_ptr<const SecretValues> values_;
};

}  // namespace plumbline::runner
