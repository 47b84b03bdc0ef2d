#pragma once
// The records of one workspace, by collection, with their rendered bytes.

#include "mock_server/store/by_number.hpp"
#include "mock_server/store/id_index.hpp"
#include "spec/json/json_fwd.hpp"

#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
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

/// The member of a body that holds what is shown in place of the body's own members.
inline constexpr std::string_view kShown = "_shown";

/// Returns what the API shows of a record: members whose names begin with an underscore are the
/// mock's own.
[[nodiscard]] Json shown(const Json& body);

/// One record. `body` is what is known of it and is never null.
struct Record {
    RecordRef ref;
    std::string_view tenant;  ///< id of who it belongs to, "" for everybody's; the store keeps it
    std::string_view state;   ///< of its machine, "" for none; whoever sets it keeps the text
    bool is_deleted = false;  ///< only faults keep such a record
    RecordNumber number = 0;  ///< the store gives it
    RecordNumber owner = 0;   ///< the record it belongs to
    std::shared_ptr<const Json> body;
    std::shared_ptr<const std::string> text;  ///< what is shown, rendered; null until someone asked
};

/// What a list wants.
struct Selection {
    std::string tenant;      ///< records of this tenant and everybody's
    RecordNumber owner = 0;  ///< the record they belong to, 0 for those that belong to none
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
    [[nodiscard]] const Record* find(std::string_view collection, std::string_view id) const;
    [[nodiscard]] const Record* find(RecordNumber number) const { return records_.find(number); }

    // What these are given is a record of this store.

    /// Gives a record a new body; the next `text` renders it.
    void set_body(const Record& record, Json body);
    /// Returns the body of a record to be changed in place: a copy if somebody holds the one there
    /// is. The next `text` renders it.
    [[nodiscard]] Json& edit(const Record& record);
    void set_state(const Record& record, std::string_view state);
    void mark_deleted(const Record& record);
    void remove(const Record& record);
    /// Returns what is shown of the record as JSON text, rendered once per version.
    [[nodiscard]] std::shared_ptr<const std::string> text(const Record& record);
    /// The same, rendered for the caller alone: of a record that goes on changing.
    [[nodiscard]] static std::shared_ptr<const std::string> text_once(const Record& record);

    [[nodiscard]] std::vector<const Record*> list(std::string_view collection,
                                                  const Selection& selection) const;
    /// Returns every record of a collection in the order of making.
    [[nodiscard]] std::vector<const Record*> all(std::string_view collection) const;
    /// Returns the records of `collection` that belong to `owner`, oldest first.
    [[nodiscard]] std::vector<const Record*> children(std::string_view collection,
                                                      const Record& owner) const;
    [[nodiscard]] std::size_t size() const { return records_.size(); }

    /// Remembers that an operation has handed out `value` to a tenant ("" for all tenants).
    void issue(std::string_view operation_id, std::string_view tenant, std::string_view value);
    [[nodiscard]] bool issued(std::string_view operation_id,
                              std::string_view tenant,
                              std::string_view value) const;
    [[nodiscard]] std::size_t issued_count() const { return issued_.size(); }

  private:
    struct Table {
        IdIndex by_id;
        std::vector<RecordNumber> without_owner;  ///< oldest first
    };

    [[nodiscard]] const Table* find_table(std::string_view collection) const;
    [[nodiscard]] const Record* find_in(const Table& table, std::string_view id) const;
    /// Returns the numbers among which the records are, null for none.
    [[nodiscard]] const std::vector<RecordNumber>* numbers_of(std::string_view collection,
                                                              RecordNumber owner) const;
    [[nodiscard]] Record& own(const Record& record) { return *records_.find(record.number); }
    [[nodiscard]] std::vector<RecordNumber>& siblings_of(const Record& record, Table& table);
    [[nodiscard]] std::string_view kept_tenant(std::string_view tenant);

    std::map<std::string, Table, std::less<>> tables_;
    ByNumber<Record> records_;
    std::set<std::string, std::less<>> tenants_;  ///< of all records; they are few
    ByNumber<std::vector<RecordNumber>> owned_;   ///< what belongs to a record, oldest first
    std::set<std::tuple<std::string, std::string, std::string>> issued_;
    RecordNumber last_number_ = 0;
};

}  // namespace plumbline::mock
