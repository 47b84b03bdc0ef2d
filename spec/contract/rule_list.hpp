#pragma once
// The rules of a request, and where in it they apply.

#include "spec/contract/rule.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// Some kinds of rule: a bit for each.
using RuleKinds = std::uint32_t;

[[nodiscard]] constexpr RuleKinds kinds_of(std::initializer_list<RuleKind> kinds) {
    RuleKinds set = 0;
    for (const RuleKind kind : kinds) set |= RuleKinds{1} << static_cast<unsigned>(kind);
    return set;
}
[[nodiscard]] constexpr bool has_any(RuleKinds kinds, RuleKinds of) {
    return (kinds & of) != 0;
}

/// The rules of one field that stand side by side; those of a list's items are the list's.
struct RuleField {
    Name name;              ///< "" of the whole body
    std::size_t first = 0;  ///< among all rules
    std::size_t end = 0;    ///< behind the last
    RuleKinds kinds = 0;    ///< of these
    bool is_whole = false;  ///< the field is the body itself

    /// Returns the field's value in the object that should have it, which is null where there is
    /// none; null if it is absent or null.
    [[nodiscard]] const Json* value_in(const Json* object) const;
};

/// The rules of the fields of one object that stand side by side.
struct RuleObject {
    JsonPointer place;  ///< of the object: `/source_config`
    std::vector<RuleField> fields;
    RuleKinds kinds = 0;  ///< of all fields

    /// Returns the object in a body, null if there is none.
    [[nodiscard]] const Json* in(const Json& body) const;
};

/// The rules of an operation in their order. A rule is large and there are a hundred of them, most
/// for objects that a request does not have: who judges walks over the objects instead.
class RuleList {
  public:
    void add(Rule rule);
    /// Returns the rules that `keeps(rule)` holds of.
    template <typename Keeps>
    [[nodiscard]] RuleList only(const Keeps& keeps) const {
        RuleList kept;
        for (const Rule& rule : all_) {
            if (keeps(rule)) kept.add(rule);
        }
        return kept;
    }

    [[nodiscard]] std::vector<Rule>::const_iterator begin() const { return all_.begin(); }
    [[nodiscard]] std::vector<Rule>::const_iterator end() const { return all_.end(); }
    [[nodiscard]] bool empty() const { return all_.empty(); }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    [[nodiscard]] const Rule& operator[](std::size_t place) const { return all_[place]; }
    [[nodiscard]] const std::vector<RuleObject>& objects() const { return objects_; }

  private:
    std::vector<Rule> all_;
    std::vector<RuleObject> objects_;
};

}  // namespace plumbline
