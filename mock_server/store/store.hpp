#pragma once
// The records of one workspace, by collection, with their rendered bytes.

#include "spec/json/json_fwd.hpp"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace plumbline::mock {

/// Names a record.
struct RecordRef {
    std::string collection;
    std::string id;

    bool operator==(const RecordRef&) const = default;
    /// By id first: collections are few, and ids tell records apart in their first bytes.
    std::strong_ordering operator<=>(const RecordRef& other) const {
        const auto by_id = id <=> other.id;
        return by_id != 0 ? by_id : collection <=> other.collection;
    }
};

/// Tells the records of a store apart as a ref does, in a word; it rises with every record made. 0:
/// none.
using RecordNumber = std::uint64_t;

/// The member of a body that holds what is shown in place of the body's own members.
inline constexpr std::string_view kShown = "_shown";

/// Returns what the API shows of a record: members whose names begin with an underscore are the
/// mock's own.
[[nodiscard]] Json shown(const Json& body);

/// One record. `body` is what is known of it and is never null.
struct Record {
    RecordRef ref;
    std::string tenant;       ///< id of its owner, "" for everybody's
    std::string parent;       ///< id of the record it belongs to, "" for none
    std::string state;        ///< of its machine, "" for none
    bool is_deleted = false;  ///< only faults keep such a record
    RecordNumber number = 0;  ///< the store gives it
    RecordNumber owner = 0;   ///< the number of the record it belongs to
    std::shared_ptr<const Json> body;
    std::shared_ptr<const std::string> text;  ///< what is shown, rendered; null until someone asked
};

/// What a list wants.
struct Selection {
    std::string tenant;  ///< records of this tenant and everybody's
    std::string parent;  ///< "" for records without a parent
    bool newest_first = true;
    std::size_t offset = 0;
    std::size_t limit = 0;
    std::function<bool(const Record&)> accepts;  ///< empty: all
};

/// Holds records and the values handed out. A record stays where it is until it is removed. Not
/// thread-safe; a workspace guards it.
class Store {
  public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    Store(Store&&) = default;
    Store& operator=(Store&&) = default;
    ~Store() = default;

    /// Adds a record, whose ref must be new, and returns it.
    const Record& insert(Record record);
    [[nodiscard]] const Record* find(const RecordRef& ref) const {
        return find(ref.collection, ref.id);
    }
    [[nodiscard]] const Record* find(const std::string& collection, const std::string& id) const;
    [[nodiscard]] const Record* find(RecordNumber number) const {
        const auto record = by_number_.find(number);
        return record == by_number_.end() ? nullptr : record->second;
    }
    /// Gives a record a new body; the next `text` renders it.
    void set_body(const RecordRef& ref, Json body);
    /// Returns the body of a record of this store to be changed in place: a copy if somebody holds
    /// the one there is. The next `text` renders it.
    [[nodiscard]] Json& edit(const Record& record);
    /// Sets the state of a record of this store.
    void set_state(const Record& record, std::string state);
    void remove(const RecordRef& ref);
    void mark_deleted(const RecordRef& ref);
    [[nodiscard]] std::vector<const Record*> list(const std::string& collection,
                                                  const Selection& selection) const;
    /// Returns every record of a collection in the order of making.
    [[nodiscard]] std::vector<const Record*> all(const std::string& collection) const;
    /// Returns the ids of the records of `collection` that belong to `parent`, oldest first.
    [[nodiscard]] std::vector<std::string> children(const std::string& collection,
                                                    const std::string& parent) const;
    [[nodiscard]] std::size_t size() const;
    /// Returns what is shown of the record as JSON text, rendered once per version.
    [[nodiscard]] std::shared_ptr<const std::string> text(const RecordRef& ref);

    /// Remembers that an operation has handed out `value` to a tenant ("" for all tenants).
    void issue(std::string_view operation_id, std::string_view tenant, std::string_view value);
    [[nodiscard]] bool issued(std::string_view operation_id,
                              std::string_view tenant,
                              std::string_view value) const;
    [[nodiscard]] std::size_t issued_count() const { return issued_.size(); }

  private:
    struct Table {
        std::map<RecordNumber, Record> records;
        std::unordered_map<std::string, Record*> by_id;
        std::unordered_map<std::string, std::vector<RecordNumber>> by_parent;  ///< oldest first
    };

    [[nodiscard]] Record* find_mutable(const RecordRef& ref);

    std::map<std::string, Table> tables_;
    std::set<std::tuple<std::string, std::string, std::string>> issued_;
    std::unordered_map<RecordNumber, Record*> by_number_;
    RecordNumber last_number_ = 0;
};

}  // namespace plumbline::mock
