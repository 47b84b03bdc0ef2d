#pragma once
// Finds the fields of a body to which rules apply.

#include "spec/contract/model/rule.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline {

/// Looks up fields of one body. Rules of one object are consecutive, so the lookup caches the last
/// object: look up the fields of an operation's rules in their order. Between lookups, the body may
/// change anywhere except in the values that contain the last object.
class RuleFieldLookup {
  public:
    explicit RuleFieldLookup(const Json& body) : body_(body) {}

    /// Returns the object that contains the rule's field, null if there is none.
    [[nodiscard]] const Json* owner_of(const Rule& rule);
    /// Returns the value of the rule's field, null if it is missing.
    [[nodiscard]] const Json* value_at(const Rule& rule);

  private:
    const Json& body_;
    const JsonPointer* owner_pointer_ = nullptr;
    const Json* owner_ = nullptr;
};

}  // namespace plumbline
