#pragma once
// The rules of a request, grouped by the objects and fields to which they apply.

#include "spec/contract/model/rule.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// A set of kinds of rule: one bit for each.
using RuleKindSet = std::uint32_t;

[[nodiscard]] constexpr RuleKindSet kinds_of(std::initializer_list<RuleKind> kinds) {
    RuleKindSet set = 0;
    for (const RuleKind kind : kinds) set |= RuleKindSet{1} << static_cast<unsigned>(kind);
    return set;
}
[[nodiscard]] constexpr bool has_any(RuleKindSet kinds, RuleKindSet of) {
    return (kinds & of) != 0;
}

/// Consecutive rules of one field. Rules of the items of a list belong to the list.
struct FieldRules {
    std::string name;       ///< "" for the whole body
    std::size_t first = 0;  ///< index among all rules
    std::size_t end = 0;    ///< index after the last one
    RuleKindSet kinds = 0;  ///< kinds of these rules
    bool is_body = false;   ///< the field is the body itself

    /// Returns the value of the field in its object. Returns null if `object` is null, or if the
    /// field is absent or null.
    [[nodiscard]] const Json* value_in(const Json* object) const;
};

/// Consecutive rules of the fields of one object.
struct ObjectRules {
    JsonPointer pointer;  ///< pointer of the object: `/source_config`
    std::vector<FieldRules> fields;
    RuleKindSet kinds = 0;  ///< kinds of the rules of all fields

    /// Returns the object in a body, null if it is missing.
    [[nodiscard]] const Json* find_in(const Json& body) const;
};

/// The rules of an operation in their order. A rule is large, and an operation has about a hundred,
/// most of them for objects that a request does not have. So checks iterate over objects().
class RuleList {
  public:
    void add(Rule rule);
    /// Returns the rules for which `keeps(rule)` is true.
    template <typename Keeps>
    [[nodiscard]] RuleList filter(const Keeps& keeps) const {
        RuleList filtered;
        for (const Rule& rule : rules_) {
            if (keeps(rule)) filtered.add(rule);
        }
        return filtered;
    }

    [[nodiscard]] std::vector<Rule>::const_iterator begin() const { return rules_.begin(); }
    [[nodiscard]] std::vector<Rule>::const_iterator end() const { return rules_.end(); }
    [[nodiscard]] bool empty() const { return rules_.empty(); }
    [[nodiscard]] std::size_t size() const { return rules_.size(); }
    [[nodiscard]] const Rule& operator[](std::size_t index) const { return rules_[index]; }
    [[nodiscard]] const std::vector<ObjectRules>& objects() const { return objects_; }

  private:
    std::vector<Rule> rules_;
    std::vector<ObjectRules> objects_;
};

}  // namespace plumbline
