#pragma once
// The shape of a body as names see it: which members and values of it are called otherwise by them.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/names/entries.hpp"
#include "spec/names/name_map.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// One value of a body, and its parts. What a schema does not declare has no shape and keeps its
/// names: free-form objects (labels, metadata, ...) are never entered.
struct Shape {
    NameMap names;                                             ///< of members
    NameMap values;                                            ///< of texts that the schema lists
    std::map<std::string, const Shape*, std::less<>> members;  ///< declared ones, by our name
    const Shape* others = nullptr;      ///< members that are not declared, if they have a schema
    std::vector<const Shape*> leading;  ///< the first items, each of its own schema
    const Shape* items = nullptr;       ///< the other items
    bool differs = false;               ///< something here or below has another name

    /// Returns the shape of a member, by our name, or null.
    [[nodiscard]] const Shape* member(const std::string& ours) const;
    /// Returns the shape of an item, or null.
    [[nodiscard]] const Shape* item(std::size_t index) const;
};

/// Returns `value` in other names. `shape` may be null: nothing changes.
[[nodiscard]] Json translated(const Json& value, const Shape* shape, Toward toward);

/// Makes the shapes of one document's bodies and owns them.
class Shapes {
  public:
    /// Both must outlive this.
    Shapes(const Document& document, VocabularyFile& file) : document_(document), file_(file) {}

    /// Returns the shape of a body that any of the schemas may describe. Errors: kInvalid (two
    /// names would become one), with the position in the vocabulary; kNotFound (a dangling `$ref`).
    [[nodiscard]] Result<const Shape*> of_body(const std::vector<std::string>& schema_pointers);
    /// Returns the shape of a query parameter's value. Errors: as of_body.
    [[nodiscard]] Result<const Shape*> of_parameter(const std::string& name,
                                                    const std::string& schema_pointer);
    /// Sets `differs` of all shapes; call it once all are made.
    void mark_differences();

  private:
    /// Where a value stands: the name of its field, and of the field around that.
    struct Standing {
        std::string parent;
        std::string field;
    };
    using Places = std::vector<reading::Place>;

    Result<const Shape*> make(const Places& roots, const Standing& standing);
    Result<void> add_members(const Places& schemas, const Standing& standing, Shape& shape);
    Result<void> add_values(const Places& schemas, const Standing& standing, Shape& shape);
    Result<void> add_items(const Places& schemas, const Standing& standing, Shape& shape);

    const Document& document_;
    VocabularyFile& file_;
    std::map<std::string, std::unique_ptr<Shape>> shapes_;  ///< by schemas and standing
};

}  // namespace plumbline
