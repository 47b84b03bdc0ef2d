#pragma once
// A two-way map between contract names and target names.

#include <map>
#include <string>
#include <string_view>

namespace plumbline {

/// The direction of a translation: to the names of the contract or to those of the target.
enum class NameDirection { kToContract, kToTarget };

/// A one-to-one map over all names. A name that was not added maps to itself, unless it is the
/// target name of another one: then it maps to the name that became free. So no two names become
/// one, and translating there and back changes nothing.
class NameBimap {
  public:
    /// Adds a pair of names. Returns false, without a change, if either was added before.
    [[nodiscard]] bool add(const std::string& contract_name, const std::string& target_name);
    [[nodiscard]] bool empty() const { return to_target_.empty(); }
    [[nodiscard]] const std::string& translate(const std::string& name,
                                               NameDirection direction) const;

  private:
    using NameTable = std::map<std::string, std::string, std::less<>>;
    NameTable to_target_;
    NameTable to_contract_;
};

}  // namespace plumbline
