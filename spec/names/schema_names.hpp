#pragma once
// The names in a body: which of its members and values have other names at the target.

#include "spec/contract/contract.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/names/name_bimap.hpp"
#include "spec/names/vocabulary_file.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// The names in one value of a body and in its parts. Undeclared values have no SchemaNames and
/// keep their names: free-form objects (labels, metadata, ...) are not translated.
struct SchemaNames {
    NameBimap names;   ///< names of members
    NameBimap values;  ///< names of enumerated strings
    std::map<std::string, const SchemaNames*, std::less<>>
        members;                                   ///< declared ones, by contract name
    const SchemaNames* additional = nullptr;       ///< undeclared members, if they have a schema
    std::vector<const SchemaNames*> prefix_items;  ///< the first items, each with its own schema
    const SchemaNames* items = nullptr;            ///< the other items
    bool has_renames = false;                      ///< this value or a part of it has another name

    /// Returns the names in a member (by its contract name), or null.
    [[nodiscard]] const SchemaNames* member(const std::string& contract_name) const;
    /// Returns the names in an item, or null.
    [[nodiscard]] const SchemaNames* item(std::size_t index) const;
};

/// Translates `value`. Does not change it if `schema_names` is null.
[[nodiscard]] Json translate(const Json& value,
                             const SchemaNames* schema_names,
                             NameDirection direction);

/// Builds and owns the SchemaNames of one document.
class SchemaNamesBuilder {
  public:
    /// Both arguments must outlive the builder.
    SchemaNamesBuilder(const Document& document, VocabularyFile& file)
        : document_(document), file_(file) {}

    /// Returns the names in a body that any of the schemas may describe. Reports to the file:
    /// kInvalid (two names would become one), with the position in the vocabulary; kNotFound (a
    /// dangling `$ref`).
    [[nodiscard]] const SchemaNames* for_body(const std::vector<std::string>& schema_pointers);
    /// Returns the names in the value of a query parameter. Reports the same.
    [[nodiscard]] const SchemaNames* for_parameter(const std::string& name,
                                                   const std::string& schema_pointer);
    /// Sets `has_renames` of all SchemaNames; call it after all are built.
    void mark_renamed();

  private:
    /// The context of a value: the name of its field, and of the field that contains this field.
    struct FieldContext {
        std::string parent;
        std::string field;
    };
    using OpenApiNodes = std::vector<reading::OpenApiNode>;

    const SchemaNames* build(const OpenApiNodes& roots, const FieldContext& context);
    void add_members(const OpenApiNodes& schemas,
                     const FieldContext& context,
                     SchemaNames& schema_names);
    void add_values(const OpenApiNodes& schemas,
                    const FieldContext& context,
                    SchemaNames& schema_names);
    void add_items(const OpenApiNodes& schemas,
                   const FieldContext& context,
                   SchemaNames& schema_names);

    const Document& document_;
    VocabularyFile& file_;
    std::map<std::string, std::unique_ptr<SchemaNames>> built_;  ///< names by schemas and context
};

}  // namespace plumbline
