#pragma once
// The rules of the documents beyond JSON Schema: x- keywords on the properties of a request body.

#include "spec/base/error.hpp"
#include "spec/contract/model/basis.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The kind of a rule. spec/documents/extensions.schema.json describes the keyword of each.
enum class RuleKind {
    kImmutable,            ///< x-immutable: a patch with another non-null value is rejected
    kOnlyForSources,       ///< x-only-for-sources: null or absent for every other source
    kSettableForSources,   ///< x-settable-for-sources: as above, in requests only
    kRequiredForSources,   ///< x-required-on-create-for-sources: non-null on create
    kOnlyForHosting,       ///< x-only-for-hosting: a source value that one hosting allows
    kOnlyForComputeKinds,  ///< x-only-for-compute-kinds: by the kind of the selected listener
    kIssuedBy,             ///< x-issued-by: only values that the operation has issued
    kCreatesRevision,      ///< x-creates-revision: non-null in a patch creates a new revision
    kReplace,              ///< x-patch-mode replace: a patch replaces the whole value
    kDefault,              ///< x-default: the value if none is sent
    kDefaultFrom,          ///< x-default-from {field, factor}
    kDecimals,             ///< x-decimals: rounded to n decimals, half away from zero
    kUniqueBy,             ///< x-unique-by: the items of the array differ in that key
    kKeyRef,               ///< x-key-ref {key, in, to}: names must exist elsewhere in the body
    kCondition,            ///< x-rules: if the value matches `when`, it must match `then`
};

[[nodiscard]] std::string_view to_text(RuleKind kind);

/// One rule of one field. `--fault disable:RULE` refers to its `id`: `<kind>:<pointer>`, or the id
/// in the document for kCondition.
struct Rule {
    std::string id;
    RuleKind kind = RuleKind::kImmutable;
    std::string pointer;  ///< pointer of the field in request and record: `/source_config/repo_url`
    std::vector<std::string> values;  ///< sources, compute kinds or hosting
    std::string field;         ///< kDefaultFrom, kUniqueBy, kKeyRef, kIssuedBy: the other name
    double factor = 1;         ///< kDefaultFrom
    std::string text;          ///< kDefault: the value
    bool is_uuid = false;      ///< kImmutable: ids compare equal in upper and lower case
    int decimals = 0;          ///< kDecimals
    std::string when_pointer;  ///< kCondition: schema pointers of `when` and `then`
    std::string then_pointer;
    bool on_effective = false;  ///< kCondition: applies to the record after the patch
    std::string message;
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
    /// kOnlyForHosting: the requirements of each value, if they differ; all are in `requirements`.
    std::map<std::string, std::vector<std::string>> value_requirements{};
    SourceRef where;

    /// Returns the requirements that the rule enforces for one value.
    [[nodiscard]] const std::vector<std::string>& requirements_for(const std::string& value) const {
        const auto own = value_requirements.find(value);
        return own == value_requirements.end() ? requirements : own->second;
    }
};

}  // namespace plumbline
