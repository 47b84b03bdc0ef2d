#pragma once
// Text that must not reach any output.

#include <string>
#include <utility>

namespace plumbline {

/// Holds a credential. It has no formatter and no stream operator; call `reveal` only to send it.
class Secret {
  public:
    Secret() = default;
    explicit Secret(std::string text) : text_(std::move(text)) {}
    [[nodiscard]] const std::string& reveal() const { return text_; }
    [[nodiscard]] bool empty() const { return text_.empty(); }

  private:
    std::string text_;
};

}  // namespace plumbline
