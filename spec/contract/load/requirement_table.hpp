#pragma once
// The ids in `x-requirements` of a schema and its parts as a table. It is made once, because a
// stream has thousands of events.

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

/// One schema with everything it refers to, a row for each; a recursive reference leads to the row
/// that exists. Thread-safe: immutable.
class RequirementTable {
  public:
    RequirementTable(const ApiDocument& api, const reading::OpenApiNode& root);

    /// Returns the ids of the parts that apply to `value`, as views into the document: see
    /// ApiDocument::applied_requirements. Null, empty lists and empty maps show none. At most
    /// 20,000 parts are visited.
    [[nodiscard]] std::set<std::string_view> applied_to(const Json& value) const;

  private:
    using RowIndex = std::size_t;
    /// A branch that applies to the values that its schema accepts.
    struct Branch {
        const Schema* schema = nullptr;  ///< null if it cannot be judged: then it does not apply
        RowIndex row = 0;
    };
    struct Row {
        std::vector<std::string_view> ids;
        bool has_condition = false;
        /// Of `if`; null if it cannot be judged: then the ids do not apply.
        const Schema* condition = nullptr;
        bool has_items = false;
        bool is_map = false;           ///< has `additionalProperties` but no `properties`
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
