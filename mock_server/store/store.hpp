#pragma once
// The records of one workspace, by collection, with their rendered JSON.

#include "mock_server/store/locked_value.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline::mock {

/// Identifies a record.
struct RecordRef {
    std::string collection;
    std::string id;

    auto operator<=>(const RecordRef&) const = default;
};

/// Identifies a record of a store; increases with every record created. 0 if there is none.
using RecordNumber = std::uint64_t;

/// The member of a body whose members replace the body's own members in responses.
inline constexpr std::string_view kPublicMember = "_public";

/// Returns what the API returns of a record: members whose names begin with an underscore are
/// internal.
[[nodiscard]] Json public_body(const Json& body);

/// A record. `body` is never null and contains all its members, internal ones included.
struct Record {
    RecordRef ref;
    std::string tenant;  ///< id of the tenant, "" for all tenants
    /// State of its machine, empty if there is none; the text outlives the record.
    std::string_view state;
    bool is_deleted = false;  ///< set only by faults
    RecordNumber number = 0;  ///< assigned by the store
    RecordNumber owner = 0;   ///< the parent, 0 if there is none
    std::shared_ptr<const Json> body;
    std::shared_ptr<const std::string> text;  ///< rendered public body, null until requested
};

/// The parameters of a list.
struct RecordQuery {
    std::string tenant;      ///< records of this tenant and those of all tenants
    RecordNumber owner = 0;  ///< the parent, 0 for records without one
    bool newest_first = true;
    std::size_t offset = 0;
    std::size_t limit = 0;
    std::function<bool(const Record&)> accepts{};  ///< filter; if empty, all records
    bool all_tenants = false;  ///< records of every tenant, whatever `tenant` is
    bool all_owners = false;   ///< records of every parent, whatever `owner` is
};

/// Stores records. The address of a record is stable until it is removed. Not
/// thread-safe; a workspace guards it.
class Store {
  public:
    /// Adds a record, whose ref must be new, and returns it.
    const Record& insert(Record record);
    [[nodiscard]] const Record* find(const RecordRef& ref) const {
        return find(ref.collection, ref.id);
    }
    [[nodiscard]] const Record* find(std::string_view collection, std::string_view id) const;
    [[nodiscard]] const Record* find(RecordNumber number) const;

    // The records passed to these functions must be in this store.

    /// Replaces the body of a record; the next `text` renders it.
    void set_body(const Record& record, Json body);
    /// Returns the body of a record for changes in place; copies it first if it is shared. The next
    /// `text` renders it.
    [[nodiscard]] Json& edit(const Record& record);
    void set_state(const Record& record, std::string_view state);
    void mark_deleted(const Record& record);
    void remove(const Record& record);
    /// Returns the public body of the record as JSON text, rendered once per version.
    [[nodiscard]] std::shared_ptr<const std::string> text(const Record& record);

    [[nodiscard]] std::vector<const Record*> list(std::string_view collection,
                                                  const RecordQuery& query) const;
    /// Returns every record of a collection, oldest first.
    [[nodiscard]] std::vector<const Record*> all(std::string_view collection) const;
    /// Returns the children of `owner`, oldest first.
    [[nodiscard]] std::vector<const Record*> children(const Record& owner) const;
    /// Returns the children of `owner` in `collection`, oldest first.
    [[nodiscard]] std::vector<const Record*> children(std::string_view collection,
                                                      const Record& owner) const;
    [[nodiscard]] std::size_t size() const { return records_.size(); }

  private:
    struct CollectionTable {
        std::unordered_map<std::string_view, RecordNumber> by_id;  ///< the ids are the records'
        std::vector<RecordNumber> without_owner;                   ///< oldest first
    };

    [[nodiscard]] const CollectionTable* find_table(std::string_view collection) const;
    /// Returns the numbers to search for children of `owner` (if 0, records without parent), null
    /// for none.
    [[nodiscard]] const std::vector<RecordNumber>* numbers_of(std::string_view collection,
                                                              RecordNumber owner) const;
    [[nodiscard]] Record& mutable_record(const Record& record) {
        return records_.find(record.number)->second;
    }
    [[nodiscard]] std::vector<RecordNumber>& siblings_of(const Record& record,
                                                         CollectionTable& table);

    std::map<std::string, CollectionTable, std::less<>> tables_;
    std::unordered_map<RecordNumber, Record> records_;
    /// The children of a record, oldest first.
    std::unordered_map<RecordNumber, std::vector<RecordNumber>> owned_;
    RecordNumber last_number_ = 0;
};

}  // namespace plumbline::mock
