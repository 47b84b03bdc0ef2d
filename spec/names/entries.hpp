#pragma once
// A vocabulary file as it stands: our names and theirs, and which of them the contract knows.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/names/name_map.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace plumbline {

/// One line of the file.
struct NameEntry {
    std::string theirs;
    std::string pointer;    ///< in the file
    bool used = false;      ///< the contract has a place for it
    std::string spelled{};  ///< theirs as it stands in the file, of the first kinds
};

/// The entries of one kind. What is looked up is remembered as a name that the contract has.
class NameEntries {
  public:
    /// Adds an entry; false if there is one of this name.
    [[nodiscard]] bool add(const std::string& ours, NameEntry entry);
    /// Returns the entry for a name of the contract, or null.
    [[nodiscard]] const NameEntry* find(const std::string& ours);
    /// Returns the entry for `name` inside the field `parent` ("" at the top of a body), else the
    /// one for `name` anywhere, else null.
    [[nodiscard]] const NameEntry* find_inside(const std::string& parent, const std::string& name);
    /// Remembers a name of the contract without looking for an entry.
    void know(const std::string& ours) { known_.insert(ours); }
    /// Fails if the contract has no place for an entry. `kind` names what they are in the message.
    [[nodiscard]] Result<void> check_used(const Document& file, std::string_view kind) const;

  private:
    std::map<std::string, NameEntry> entries_;
    std::set<std::string> known_;
};

/// The file. Looking up marks entries, so one is used for one contract only.
class VocabularyFile {
  public:
    /// Judges the shape of the file and reads it. Errors: kInvalid, with position.
    [[nodiscard]] static Result<VocabularyFile> read(Document document);

    /// Returns the values of a field, by the same rule as NameEntries::find_inside, or null.
    [[nodiscard]] NameEntries* values_of(const std::string& parent, const std::string& name);
    /// Works the entries that `find` gives for the names of one place into a map. Errors: kInvalid
    /// (two names would become one); its note says that both stand in `place`.
    [[nodiscard]] Result<NameMap> map_of(
        const std::set<std::string>& names,
        const std::string& place,
        const std::function<const NameEntry*(const std::string&)>& find) const;
    /// Fails if the contract has no place for an entry of any kind.
    [[nodiscard]] Result<void> check_used() const;
    /// Makes the Error of an entry.
    [[nodiscard]] tl::unexpected<Error> problem(const NameEntry& entry,
                                                std::string message,
                                                std::string note = "") const;

    NameEntries fields;
    NameEntries parameters;
    NameEntries headers;  ///< both names in lower case
    NameEntries paths;

  private:
    [[nodiscard]] Result<void> read_kind(std::string_view kind, NameEntries& entries) const;
    void read_values();

    Document document_;
    NameEntries valued_;  ///< the fields that `values` names
    std::map<std::string, NameEntries> values_;
};

}  // namespace plumbline
