#pragma once
// What the references of a document's schemas lead to. Source: JSON Schema 2020-12 Core, sections
// 8.2 and 9.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema_uri.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A schema that a reference names.
struct ReferenceTarget {
    std::string pointer;  ///< normalized, in the document
    /// The name of a `$dynamicAnchor`, if the reference is one to it; else empty.
    std::string dynamic_anchor;
};

/// A schema with a `$dynamicAnchor`.
struct DynamicAnchor {
    std::size_t resource = 0;
    std::string pointer;
};

/// The schema resources of a document: the document itself, which is number 0, and every schema
/// with an `$id`. The document is borrowed.
class SchemaResources {
  public:
    explicit SchemaResources(const Json& document);

    /// Adds the identifiers in the schema at a pointer, unless they are known.
    void add_schema(std::string_view pointer);

    /// Resolves the reference in the keyword at the pointer `at`: a pointer to a schema, an anchor,
    /// or the `$id` of a schema in this document. Pointers may lead to any schema below
    /// `#/components/schemas/NAME`, `#/$defs/NAME` or `#/definitions/NAME`, to any schema that
    /// schema keywords reach from the resource, or to any location in another file of the document
    /// (kLinkedFiles). In a schema with an `$id`, a pointer that leads nowhere in it is one into
    /// the document. Errors: kSyntax, kUnsupported (another document, a location without a schema),
    /// kNotFound; the caller adds the position.
    [[nodiscard]] Result<ReferenceTarget> resolve(std::string_view reference,
                                                  std::string_view at) const;

    /// Returns the innermost resource that contains the schema at a pointer.
    [[nodiscard]] std::size_t resource_at(std::string_view pointer) const;
    /// Returns the schemas with a `$dynamicAnchor` of that name.
    [[nodiscard]] std::vector<DynamicAnchor> dynamic_anchors(std::string_view name) const;

  private:
    struct SchemaResource {
        std::string pointer;
        std::string uri;  ///< absolute, if the document's own is; without fragment
        std::map<std::string, std::string, std::less<>> anchors;          ///< name → pointer
        std::map<std::string, std::string, std::less<>> dynamic_anchors;  ///< name → pointer
    };

    void add_identifiers(const Json& schema, const std::string& pointer, std::size_t resource);
    [[nodiscard]] Result<ReferenceTarget> resolve_in(const SchemaResource& resource,
                                                     std::string_view fragment,
                                                     const std::string& start) const;

    const Json& document_;
    std::vector<SchemaResource> resources_;
    std::set<std::string, std::less<>> added_;
};

}  // namespace plumbline
