#pragma once
// A vocabulary file: contract names with their target names, and which of them the contract has.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/names/name_bimap.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace plumbline {

/// One entry of the file.
struct NameEntry {
    std::string target_name;
    std::string pointer;       ///< pointer in the file
    bool used = false;         ///< it applies somewhere in the contract
    std::string as_written{};  ///< the target name as in the file; not for values
};

/// The entries of one section. Remembers each name that is looked up as a name of the contract.
class NameEntries {
  public:
    /// Adds an entry. Returns false if the name has one already.
    [[nodiscard]] bool add(const std::string& contract_name, NameEntry entry);
    /// Returns the entry of a contract name, or null.
    [[nodiscard]] const NameEntry* find(const std::string& contract_name);
    /// Returns the entry of `name` inside the field `parent` ("" at the top of a body), else the
    /// entry of `name` anywhere, else null.
    [[nodiscard]] const NameEntry* find_inside(const std::string& parent, const std::string& name);
    /// Remembers a name of the contract without looking up an entry.
    void mark_known(const std::string& contract_name) { known_.insert(contract_name); }
    /// Fails if an entry applies nowhere in the contract. `kind` describes the entries in messages.
    [[nodiscard]] Result<void> check_used(const Document& file, std::string_view kind) const;

  private:
    std::map<std::string, NameEntry> entries_;
    std::set<std::string> known_;
};

/// The file. Lookups mark entries as used, so use each object for one contract only. What is wrong
/// with its use in the contract is reported, and `check` tells the first.
class VocabularyFile {
  public:
    /// Checks the file by its schema and reads it. Errors: kInvalid, with position.
    [[nodiscard]] static Result<VocabularyFile> read(Document document);

    /// Returns the values of a field, by the same rule as NameEntries::find_inside, or null.
    [[nodiscard]] NameEntries* values_of(const std::string& parent, const std::string& name);
    /// Builds the map of the names at one location from the entries that `find` returns. Reports
    /// two names that would become one (kInvalid); the note contains `location`.
    [[nodiscard]] NameBimap build_name_map(
        const std::set<std::string>& names,
        const std::string& location,
        const std::function<const NameEntry*(const std::string&)>& find);
    /// Keeps an error for `check`, unless it has an earlier one.
    void report(Error error);
    /// Returns the first error that was reported, or fails if an entry of any section applies
    /// nowhere in the contract.
    [[nodiscard]] Result<void> check() const;
    /// Returns an Error with the position of an entry.
    [[nodiscard]] Error entry_error(const NameEntry& entry,
                                    std::string message,
                                    std::string note = "") const;

    NameEntries fields;
    NameEntries parameters;
    NameEntries headers;  ///< both names in lower case
    NameEntries paths;

  private:
    [[nodiscard]] Result<void> read_section(std::string_view kind, NameEntries& entries) const;
    void read_values();

    Document document_;
    NameEntries fields_with_values_;  ///< the fields in section `values`, under their own names
    std::map<std::string, NameEntries> values_;
    std::optional<Error> first_error_;
};

}  // namespace plumbline
