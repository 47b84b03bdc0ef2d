#pragma once
// Finds the fields of a body that rules speak of.

#include "spec/contract/rule.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline {

/// Looks up fields of one body. Rules of one object stand side by side, so the object found last is
/// kept: ask for the fields of an operation's rules in their order. The body may change meanwhile
/// in whatever does not contain the object asked for last.
class RuleFields {
  public:
    explicit RuleFields(const Json& body) : body_(body) {}

    /// Returns the object that has the rule's field, null if there is none.
    [[nodiscard]] const Json* owner_of(const Rule& rule);
    /// Returns what stands at the rule's field, null if nothing does.
    [[nodiscard]] const Json* value_at(const Rule& rule);

  private:
    const Json& body_;
    const JsonPointer* place_ = nullptr;
    const Json* owner_ = nullptr;
};

}  // namespace plumbline
