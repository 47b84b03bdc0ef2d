#pragma once
// The kinds of objects an Arazzo document is made of, as data.

#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// Names the kinds of objects.
enum class Kind {
    kNone,
    kDocument,
    kInfo,
    kSource,
    kWorkflow,
    kStep,
    kParameter,
    kBody,
    kReplacement,
    kSelector,
    kCriterion,
    kObservation,
    kSuccessAction,
    kFailureAction,
    kComponents,
    kReusable,
    kSse,
    kEventRule,
    kBackground,
    kSecurity,
};

/// What a member's value looks like.
enum class Form {
    kAny,
    kText,
    kProse,  ///< text for people: of another type it is refused, but does no harm
    kNumber,
    kInteger,
    kTrue,        ///< only the value true
    kTexts,       ///< array of strings
    kSchema,      ///< an object, or true or false
    kObject,      ///< of the member's kind
    kList,        ///< array of the member's kind
    kMap,         ///< name → the member's kind
    kSchemas,     ///< name → schema
    kOutputs,     ///< name → expression or Selector Object
    kTypeOrText,  ///< a text, or an object with type and version
};

enum class Need {
    kOptional,
    kRequired,  ///< nothing can be played without it
    kExpected,  ///< the published schema wants it, a run can do without
    kNotEmpty,  ///< a list that may be left out, but that the published schema wants filled
};

struct MemberShape {
    std::string_view key;
    Form form = Form::kAny;
    Need need = Need::kOptional;
    Kind kind = Kind::kNone;
    bool since_1_1 = false;
};

struct ObjectShape {
    Kind kind = Kind::kNone;
    std::string_view noun;  ///< as messages call it
    bool reusable = false;  ///< a Reusable Object may stand in its place
    std::vector<MemberShape> members;
    bool is_ours = false;  ///< no kind of Arazzo's: what it does not know is a mistake

    /// Returns the member's shape, or null.
    [[nodiscard]] const MemberShape* find(std::string_view key) const;
};

/// Returns all kinds. Source: Arazzo 1.1.0, "Schema"; the x-ct- keys are ours.
[[nodiscard]] const std::vector<ObjectShape>& object_shapes();
/// Returns the shape of a kind, which must not be kNone.
[[nodiscard]] const ObjectShape& shape_of(Kind kind);

}  // namespace plumbline::workflow
