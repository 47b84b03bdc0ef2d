#pragma once
// The types of objects in an Arazzo document, as a table.

#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// The types of objects.
enum class ObjectType {
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
    kSseVerifies,
    kEventRule,
    kNeed,
    kBackground,
    kSecurity,
};

/// The type of a member's value.
enum class MemberType {
    kAny,
    kString,
    kProse,  ///< text for readers: another type is nonconforming, but harmless
    kNumber,
    kInteger,
    kTrue,          ///< only the value true
    kStrings,       ///< array of strings
    kSchema,        ///< an object, or true or false
    kObject,        ///< an object of the member's object type
    kList,          ///< array of objects of that type
    kMap,           ///< name → object of that type
    kSchemas,       ///< name → schema
    kOutputs,       ///< name → expression or Selector Object
    kTypeOrString,  ///< a string, or an object with type and version
};

enum class MemberPresence {
    kOptional,
    kRequired,  ///< a run needs it
    kExpected,  ///< the published schema requires it, a run does not
    kNotEmpty,  ///< may be omitted, but the published schema rejects an empty list
};

struct MemberDefinition {
    std::string_view key;
    MemberType type = MemberType::kAny;
    MemberPresence presence = MemberPresence::kOptional;
    ObjectType object_type = ObjectType::kNone;
    bool since_1_1 = false;
};

struct ObjectDefinition {
    ObjectType type = ObjectType::kNone;
    std::string_view noun;  ///< name of the object in messages
    bool reusable = false;  ///< may be replaced by a Reusable Object
    std::vector<MemberDefinition> members;
    bool is_extension = false;  ///< not defined by Arazzo: an unknown member is an error

    /// Returns the definition of the member, or null.
    [[nodiscard]] const MemberDefinition* find(std::string_view key) const;
};

/// Returns all definitions. Source: Arazzo 1.1.0, "Schema"; the x-ct- keys are ours.
[[nodiscard]] const std::vector<ObjectDefinition>& object_definitions();
/// Returns the definition of a type, which must not be kNone.
[[nodiscard]] const ObjectDefinition& definition_of(ObjectType type);

}  // namespace plumbline::workflow
