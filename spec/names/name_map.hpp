#pragma once
// Our names and theirs at one place.

#include <map>
#include <string>
#include <string_view>

namespace plumbline {

/// Which names a message is to have after it was translated.
enum class Toward { kOurs, kTheirs };

/// A one-to-one map over all names there are. Those that nobody gave keep their name, save one that
/// a given name took away: it changes places with the name that became free. So nothing is lost or
/// taken for something else, and translating there and back changes nothing.
class NameMap {
  public:
    /// Adds a name; false, and nothing changes, if either was given before.
    [[nodiscard]] bool add(const std::string& ours, const std::string& theirs);
    [[nodiscard]] bool empty() const { return to_theirs_.empty(); }
    [[nodiscard]] const std::string& translated(const std::string& name, Toward toward) const;

  private:
    using Names = std::map<std::string, std::string, std::less<>>;
    Names to_theirs_;
    Names to_ours_;
};

}  // namespace plumbline
