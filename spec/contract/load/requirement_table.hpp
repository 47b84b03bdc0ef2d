#pragma once
// The requirements of a schema and of its parts as a table: a stream's events are looked up in it
// by the thousand.

#include "spec/contract/contract.hpp"
#include "spec/contract/reading.hpp"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// One schema with everything it refers to, a row for each; a recursive schema refers to a row
/// twice. Thread-safe: immutable.
class RequirementTable {
  public:
    RequirementTable(const ApiDocument& api, const reading::OpenApiNode& root);

    /// Returns what applied_requirements returns, as views into the document.
    [[nodiscard]] std::set<std::string_view> applied_to(const Json& value) const;

  private:
    using RowIndex = std::size_t;
    /// A branch that applies to the values that its schema accepts.
    struct Branch {
        const Schema* schema = nullptr;  ///< null if it cannot be judged
        RowIndex row = 0;
    };
    struct Row {
        std::vector<std::string_view> ids;
        bool has_condition = false;
        const Schema* condition = nullptr;  ///< of `if`; null if it cannot be judged
        bool has_items = false;
        bool is_map = false;           ///< its members are values of others only
        std::vector<RowIndex> always;  ///< the target of `$ref` and the schemas of `allOf`
        std::vector<Branch> branches;
        std::map<std::string, RowIndex, std::less<>> properties;
        std::optional<RowIndex> others;  ///< additionalProperties
        std::vector<RowIndex> first_items;
        std::optional<RowIndex> items;
    };
    class Visit;

    [[nodiscard]] RowIndex add(const reading::OpenApiNode& schema);
    void add_content(const reading::OpenApiNode& schema, Row& row);
    [[nodiscard]] const Schema* compiled(const reading::OpenApiNode& schema) const;

    const ApiDocument& api_;
    std::map<std::string, RowIndex> by_pointer_;
    std::vector<Row> rows_;
};

/// The tables of one document, made on first use. Thread-safe: its mutex guards the map.
class RequirementTables {
  public:
    /// Returns the table of the schema at `pointer`, null if there is no such schema.
    [[nodiscard]] const RequirementTable* at(const ApiDocument& api, std::string_view pointer);

  private:
    std::mutex mutex_;
    std::map<std::string, std::optional<RequirementTable>, std::less<>> tables_;
};

}  // namespace plumbline
