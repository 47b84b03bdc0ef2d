#pragma once
// The rules of the documents beyond JSON Schema: x- keywords on the properties of a request body.

#include "spec/base/error.hpp"
#include "spec/contract/basis.hpp"
#include "spec/json/name.hpp"
#include "spec/json/pointer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// What a rule demands. The keyword of each stands in spec/documents/vocabulary.schema.json.
enum class RuleKind {
    kImmutable,            ///< x-immutable: a patch with another non-null value is refused
    kOnlyForSources,       ///< x-only-for-sources: null or absent for every other source
    kSettableForSources,   ///< x-settable-for-sources: as above, in requests only
    kRequiredForSources,   ///< x-required-on-create-for-sources: non-null on create
    kOnlyForHosting,       ///< x-only-for-hosting: a source value allowed on one hosting only
    kOnlyForComputeKinds,  ///< x-only-for-compute-kinds: by the kind of the chosen listener
    kIssuedBy,             ///< x-issued-by: only values that operation gave out
    kCreatesRevision,      ///< x-creates-revision: non-null in a patch makes a new revision
    kReplace,              ///< x-patch-mode replace: the value is replaced as a whole
    kDefault,              ///< x-default: the value where none is sent
    kDefaultFrom,          ///< x-default-from {field, factor}
    kDecimals,             ///< x-decimals: rounded to n decimals, half away from zero
    kUniqueBy,             ///< x-unique-by: items of the array differ in that key
    kKeyRef,               ///< x-key-ref {key, in, to}: names must exist elsewhere in the body
    kCondition,            ///< x-rules: `then` must hold where `when` holds
};

[[nodiscard]] std::string_view to_text(RuleKind kind);

/// One rule of one field. `id` is what `--fault disable:RULE` names: `<kind>:<pointer>`, or the
/// rule's own id for kCondition.
struct Rule {
    std::string id;
    RuleKind kind = RuleKind::kImmutable;
    std::string pointer;    ///< of the field in request and record: `/source_config/repo_url`
    JsonPointer owner{};    ///< of the object that has the field: `/source_config`
    Name name{};            ///< of the field there: `repo_url`; "" of a rule for the whole body
    bool in_items = false;  ///< the field is one of each item of a list (`*`)
    std::vector<std::string> values;  ///< sources, compute kinds or hosting
    std::string field;         ///< kDefaultFrom, kUniqueBy, kKeyRef, kIssuedBy: the other name
    std::string base;          ///< kDefaultFrom: pointer of the field that it rests on
    double factor = 1;         ///< kDefaultFrom
    std::string text;          ///< kDefault: the value
    bool is_uuid = false;      ///< kImmutable: ids are the same in upper and lower case
    int decimals = 0;          ///< kDecimals
    std::string when_pointer;  ///< kCondition: schema pointers of `when` and `then`
    std::string then_pointer;
    bool on_effective = false;  ///< kCondition: judged on the record after the patch
    std::string message;
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
    SourceRef where;
};

}  // namespace plumbline
