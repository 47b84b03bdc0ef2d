#pragma once
// Our x- keywords: which names exist and what their values look like (vocabulary.schema.json).

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// The closed list of x- keywords. Thread: immutable once loaded.
class Vocabulary {
  public:
    /// Errors: kInvalid (the vocabulary itself is wrong).
    [[nodiscard]] static Result<std::shared_ptr<const Vocabulary>> load(const Document& document);
    ~Vocabulary();

    [[nodiscard]] const std::vector<std::string>& names() const;
    /// Checks every x- keyword anywhere in `document`: known name, value of its shape.
    /// Errors: kInvalid, with the position and the nearest known name.
    [[nodiscard]] Result<void> check(const Document& document) const;

  private:
    Vocabulary();
    struct State;
    std::unique_ptr<State> state_;
};

/// Loads the embedded vocabulary (or `folder`/vocabulary.schema.json).
[[nodiscard]] Result<std::shared_ptr<const Vocabulary>> load_vocabulary(
    const std::string& folder = "");

}  // namespace plumbline
