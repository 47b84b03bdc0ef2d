#pragma once
// Reads OpenAPI documents: resolves references, traverses schemas, reads operations.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::reading {

/// A value of the document and its pointer. `value` is never null.
struct OpenApiNode {
    const Json* value = nullptr;
    std::string pointer;

    [[nodiscard]] OpenApiNode child(std::string_view key) const;  ///< the member must exist
    [[nodiscard]] bool has(std::string_view key) const;
    /// Returns whether the member exists and is an object.
    [[nodiscard]] bool has_object(std::string_view key) const;
    /// Return the items of an array or the members of an object; none for any other value.
    [[nodiscard]] std::vector<OpenApiNode> items() const;
    [[nodiscard]] std::vector<std::pair<std::string, OpenApiNode>> members() const;
    /// Return the same for a member; none if it is missing.
    [[nodiscard]] std::vector<OpenApiNode> items(std::string_view key) const;
    [[nodiscard]] std::vector<std::pair<std::string, OpenApiNode>> members(
        std::string_view key) const;
};

/// Returns an Error of kInvalid with the position of a node.
[[nodiscard]] tl::unexpected<Error> invalid_node(const Document& document,
                                                 const OpenApiNode& node,
                                                 std::string message);

/// Returns the basis in a member, or `fallback` if it has none or an unknown one.
[[nodiscard]] Basis basis_or(const Json& object, std::string_view key, Basis fallback);

/// Follows `$ref`s to a value without one. Errors: kNotFound (dangling), kInvalid (loop, not
/// local).
[[nodiscard]] Result<OpenApiNode> resolve_node(const Document& document, OpenApiNode node);

/// Returns the node if its value has the type. Errors: kInvalid, with the actual type.
[[nodiscard]] Result<OpenApiNode> require_object(const Document& document, OpenApiNode node);
[[nodiscard]] Result<OpenApiNode> require_array(const Document& document, OpenApiNode node);

/// Does the same as resolve_node, but the result must be an object.
[[nodiscard]] Result<OpenApiNode> resolve_object(const Document& document, OpenApiNode node);

/// Returns the types (`string`, `array`, ...) that schemas name, without `null`; empty if they name
/// none.
[[nodiscard]] std::set<std::string> named_types(const std::vector<OpenApiNode>& schemas);

/// A property of a body: its pointer in the body (`/source_config/repo_url`; array items are `*`,
/// those of prefixItems are numbers) and the schema objects that describe it, the nearest first
/// (siblings of a `$ref` before its target).
struct SchemaProperty {
    std::string pointer;
    std::vector<OpenApiNode> schemas;
};

/// Adds to `ids` the requirements (x-requirements) of the schemas that describe a property.
void add_requirements(const SchemaProperty& property, std::set<std::string>& ids);

/// Adds to `found` the schema objects that apply to the same value as `schema`, the nearest first:
/// itself, the target of its reference, the branches of allOf, anyOf and oneOf; without duplicates.
/// Errors: as resolve_node.
[[nodiscard]] Result<void> collect_schemas(const Document& document,
                                           const OpenApiNode& schema,
                                           std::vector<OpenApiNode>& found);

/// Calls `visit` for the schema at `root` itself (pointer "") and for every property below it,
/// outer properties first, through `$ref`, allOf, anyOf and oneOf. A recursive schema is visited
/// once per path.
[[nodiscard]] Result<void> for_each_property(
    const Document& document,
    const OpenApiNode& root,
    const std::function<Result<void>(const SchemaProperty&)>& visit);

struct OperationReadResult {
    std::vector<Operation> operations;
    std::vector<UnreadableOperation> unreadable;
};

/// Reads all operations. Reads rules, fields and requirements of bodies only `with_rules`: a
/// foreign document has none, and its schemas may be too deeply linked to traverse. In a foreign
/// document, operations that cannot be read are skipped. Errors: kInvalid, kNotFound, with
/// position.
[[nodiscard]] Result<OperationReadResult> read_operations(const Document& document,
                                                          const std::string& source,
                                                          bool with_rules);

/// Reads the operations of a Path Item Object of a foreign document that is not below `paths`: of a
/// callback or a webhook. Their path is "/". Errors: as resolve_node.
[[nodiscard]] Result<OperationReadResult> read_path_item(const Document& document,
                                                         const std::string& source,
                                                         const OpenApiNode& item);

/// Returns the URL of the first entry of a node's `servers`, "" if there is none.
[[nodiscard]] std::string read_server_url(const OpenApiNode& owner);

/// Takes a part of a foreign document that cannot be read, which is left out; in our own documents
/// it returns the Error.
using UnreadPartSink = std::function<Result<void>(Error)>;

/// Reads the parameters of `owners` (the operation, then its path item; the first one overrides).
/// Errors: kInvalid, kNotFound, with position.
[[nodiscard]] Result<std::vector<Parameter>> read_parameters(
    const Document& document,
    const std::vector<const OpenApiNode*>& owners,
    const http::PathTemplate& path,
    const UnreadPartSink& leave_out);

/// Returns whether the declaration of a header parameter (any case) is ignored: Accept,
/// Content-Type and Authorization follow from media types and security schemes. Source:
/// OpenAPI 3.1, "Parameter Object", `name`.
[[nodiscard]] bool is_ignored_header(std::string_view parameter);

/// The single media type in the `content` of a parameter or header, and its Media Type Object.
struct ContentEntry {
    std::string name;  ///< lower case, without parameters
    OpenApiNode node;
    std::string schema_pointer;  ///< "" if it has no schema
};

/// Reads the `content` of a parameter or header, if it has any. Errors: kInvalid, with position.
[[nodiscard]] Result<std::optional<ContentEntry>> read_media_type(const Document& document,
                                                                  const OpenApiNode& owner);

/// Reads the `headers` of the response `node`: which are required, and the schemas of their values.
[[nodiscard]] Result<void> read_headers(const Document& document,
                                        const OpenApiNode& node,
                                        DeclaredResponse& response,
                                        const UnreadPartSink& leave_out);

/// Checks that a parameter describes each name in the path. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_path_parameters(const Operation& operation);

/// Reads an operation's x-violation-status: {default: {values, basis}, immutable: {values, basis},
/// ...}. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<ViolationStatus>> read_violation_statuses(
    const Document& document, const OpenApiNode& operation);

/// Reads the history rules (x-history) of `owner`: an operation (`pointer` is "") or the schema of
/// the property at `pointer`. Errors: kInvalid, with position.
[[nodiscard]] Result<void> read_history(const Document& document,
                                        const OpenApiNode& owner,
                                        const std::string& pointer,
                                        std::vector<HistoryRule>& rules);

/// Returns an Error about a history rule: kInvalid, with its position.
[[nodiscard]] tl::unexpected<Error> history_error(const HistoryRule& rule, const std::string& what);

/// Checks that the fields and types in history rules exist. Errors: kInvalid, with position and the
/// nearest name.
[[nodiscard]] Result<void> check_history_references(const std::vector<Operation>& operations);

/// Reads the other names (x-accepted-names) of the response member at `pointer`. Errors: kInvalid,
/// with position.
[[nodiscard]] Result<void> read_accepted_names(const Document& document,
                                               const OpenApiNode& owner,
                                               const std::string& pointer,
                                               std::vector<AcceptedNames>& known);

/// Returns whether the x-stream of a content describes items (ItemContract), not the events of
/// modes (StreamContract).
[[nodiscard]] bool describes_items(const OpenApiNode& content);

/// Reads what the content of a media type says of its items: itemSchema and itemEncoding from
/// OpenAPI 3.2 on, and x-stream. Errors: kInvalid, with position.
[[nodiscard]] Result<std::optional<ItemContract>> read_items(const Document& document,
                                                             const OpenApiNode& content,
                                                             std::string_view media_type);

/// Reads the stream contract (x-stream) of a response's content, if it has one. Errors: kInvalid,
/// kNotFound, with position.
[[nodiscard]] Result<std::optional<StreamContract>> read_stream(const Document& document,
                                                                const OpenApiNode& content);

/// Checks that the request has the field `modes_at`, and adds the requirements of a stream to
/// `ids`: those of its rules, its events and their schemas. Errors: kInvalid, kNotFound, with
/// position.
[[nodiscard]] Result<void> check_stream(const StreamContract& stream,
                                        const Operation& operation,
                                        std::set<std::string>& ids);

/// Checks that each accepted name belongs to one member only. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_accepted_names(const std::vector<Operation>& operations);

/// Checks that every property and operation in a rule exists. Errors: kInvalid, with the position
/// of the rule and the nearest name.
[[nodiscard]] Result<void> check_rule_references(const std::vector<Operation>& operations);

/// Returns the pointers of all schemas in the document, without following references.
[[nodiscard]] std::vector<std::string> schema_pointers(const Document& document);

/// Reads the rules of one property. Errors: kInvalid, with position.
[[nodiscard]] Result<void> read_rules(const Document& document,
                                      const SchemaProperty& property,
                                      RuleList& rules);

}  // namespace plumbline::reading
