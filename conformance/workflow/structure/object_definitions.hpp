#pragma once
// The types of objects in an Arazzo document, as a table.

#include <string_view>
#include <vector>

namespace plumbline::workflow {

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
    kObject,        ///< an object that the member names
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
    std::string_view object = {};  ///< the noun of the objects in it; "" if there are none
    bool since_1_1 = false;
};

enum class ObjectForm {
    kPlain,
    kReusable,   ///< may be replaced by a Reusable Object
    kExtension,  ///< not defined by Arazzo: an unknown member is an error
};

struct ObjectDefinition {
    std::string_view noun;  ///< unique name of the object, also in messages
    std::vector<MemberDefinition> members;
    ObjectForm form = ObjectForm::kPlain;
};

/// The noun of Reusable Objects.
inline constexpr std::string_view kReusableObject = "reusable object";

/// Returns all definitions. Source: Arazzo 1.1.0, "Schema"; the x-ct- keys are ours.
[[nodiscard]] const std::vector<ObjectDefinition>& object_definitions();

}  // namespace plumbline::workflow
