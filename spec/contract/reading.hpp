#pragma once
// Internals of loading an OpenAPI document: following references, walking schemas.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reading {

/// A value of the document and its pointer. `node` is never null.
struct Place {
    const Json* node = nullptr;
    std::string pointer;

    [[nodiscard]] Place child(std::string_view key) const;  ///< the member must exist
    [[nodiscard]] bool has(std::string_view key) const;
};

/// Follows `$ref`s until a value without one. Errors: kNotFound (dangling), kInvalid (loop, not
/// local).
[[nodiscard]] Result<Place> resolved(const Document& document, Place place);

/// Returns the place if its value is of the type. Errors: kInvalid, saying what it is instead.
[[nodiscard]] Result<Place> object_at(const Document& document, Place place);
[[nodiscard]] Result<Place> array_at(const Document& document, Place place);

/// As resolved, and the end must be an object.
[[nodiscard]] Result<Place> resolved_object(const Document& document, Place place);

/// One property that a body can have: its pointer in the body (`/source_config/repo_url`, array
/// items as `*`, those of prefixItems by number) and the schema objects that describe it, nearest
/// first (siblings of a `$ref`, its target).
struct Property {
    std::string pointer;
    std::vector<Place> schemas;
};

/// Adds to `ids` the requirements (x-requirements) of the schemas that describe a property.
void add_requirements(const Property& property, std::set<std::string>& ids);

/// Adds to `found` the schema objects that apply to the value of `schema`, nearest first: its own,
/// its reference's target, the branches of allOf, anyOf and oneOf; none twice. Errors: as resolved.
[[nodiscard]] Result<void> gather_schemas(const Document& document,
                                          const Place& schema,
                                          std::vector<Place>& found);

/// Calls `visit` for the schema at `root` itself (pointer "") and for every property below it,
/// outer ones first, through `$ref`, allOf, anyOf and oneOf; a recursive schema is entered once a
/// path.
[[nodiscard]] Result<void> for_each_property(
    const Document& document,
    const Place& root,
    const std::function<Result<void>(const Property&)>& visit);

struct ReadOperations {
    std::vector<Operation> read;
    std::vector<UnreadOperation> unread;
};

/// Reads all operations. RuleList, fields and requirements of bodies only `with_rules`: a foreign
/// document has none, and its schemas may be too entangled to walk; of it, what cannot be read is
/// left out. Errors: kInvalid, kNotFound, with position.
[[nodiscard]] Result<ReadOperations> read_operations(const Document& document,
                                                     const std::string& source,
                                                     bool with_rules);

/// Reads the parameters of `owners` (the operation, then its path item: who comes first overrides).
/// Errors: kInvalid, kNotFound, with position.
[[nodiscard]] Result<std::vector<Parameter>> read_parameters(
    const Document& document,
    const std::vector<const Place*>& owners,
    const http::PathTemplate& path);

/// The one media type of `content` in a parameter or header, and its Media Type Object.
struct MediaType {
    std::string name;  ///< lower case
    Place place;
    std::string schema_pointer;  ///< "" if it has no schema
};

/// Reads the `content` of a parameter or header; nothing if it has none. Errors: kInvalid, with
/// position.
[[nodiscard]] Result<std::optional<MediaType>> read_media_type(const Document& document,
                                                               const Place& owner);

/// Reads `headers` of a response at `place`: which must be there, and what their values are judged
/// by.
[[nodiscard]] Result<void> read_headers(const Document& document,
                                        const Place& place,
                                        DeclaredResponse& response);

/// Says whether a parameter describes each name in the path. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_path_parameters(const Operation& operation);

/// Reads an operation's x-violation-status: {default: {values, basis}, immutable: {values, basis},
/// ...}. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<ViolationStatus>> read_violation_statuses(const Document& document,
                                                                           const Place& operation);

/// Reads the statements across answers (x-history) of `owner`, an operation ("") or the schema of
/// the property at `pointer`. Errors: kInvalid, with position.
[[nodiscard]] Result<void> read_history(const Document& document,
                                        const Place& owner,
                                        const std::string& pointer,
                                        std::vector<HistoryRule>& rules);

/// Says whether the fields and types that such statements name exist. Errors: kInvalid, with
/// position and the nearest name.
[[nodiscard]] Result<void> check_history(const std::vector<Operation>& operations);

/// Reads the other names (x-accepted-names) of the member at `pointer` of an answer. Errors:
/// kInvalid, with position.
[[nodiscard]] Result<void> read_accepted_names(const Document& document,
                                               const Place& owner,
                                               const std::string& pointer,
                                               std::vector<AcceptedNames>& known);

/// Reads what the stream of a response's content consists of (x-stream), if it is one. Errors:
/// kInvalid, kNotFound, with position.
[[nodiscard]] Result<std::optional<StreamContract>> read_stream(const Document& document,
                                                                const Place& content);

/// Says whether the request has what `modes_at` names, and adds to `ids` the requirements of a
/// stream: of its rules, its items and their schemas. Errors: kInvalid, kNotFound, with position.
[[nodiscard]] Result<void> check_stream(const Document& document,
                                        const StreamContract& stream,
                                        const Operation& operation,
                                        std::set<std::string>& ids);

/// Says whether each name means one member only. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_accepted_names(const std::vector<Operation>& operations);

/// Says whether every property and operation that a rule names exists. Errors: kInvalid, with the
/// position of the rule and the nearest name.
[[nodiscard]] Result<void> check_rules(const std::vector<Operation>& operations);

/// Returns the pointers of all schemas that stand in the document, each where it is written.
[[nodiscard]] std::vector<std::string> schema_places(const Document& document);

/// Reads the rules that one property states. Errors: kInvalid, with position.
[[nodiscard]] Result<void> read_rules(const Document& document,
                                      const Property& property,
                                      RuleList& rules);

}  // namespace plumbline::reading
