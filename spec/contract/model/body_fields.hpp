#pragma once
// The fields of a body: in the order of the document, and as a tree that parallels a value.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One field and its members. `*` is the name of each item of a list and of each member of a map.
struct BodyField {
    std::string name;
    std::string pointer;
    bool is_declared = false;        ///< false if only its members are declared
    std::vector<BodyField> members;  ///< in byte order of their names, like the members of a Json

    /// Returns the member with that name, null if there is none.
    [[nodiscard]] const BodyField* find(std::string_view member_name) const;
    /// Returns the same, but null if only its own members are declared.
    [[nodiscard]] const BodyField* find_declared(std::string_view member_name) const;
    /// Returns whether its members are declared by name (those of a map are not).
    [[nodiscard]] bool has_named_members() const;
};

/// All fields of a body.
class BodyFields {
  public:
    /// Adds the field at a pointer.
    void add(const std::string& pointer);

    /// Returns the pointers in the order in which they were added.
    [[nodiscard]] const std::vector<std::string>& pointers() const { return pointers_; }
    /// Returns the body itself; its members are the outermost fields.
    [[nodiscard]] const BodyField& root() const { return root_; }

  private:
    std::vector<std::string> pointers_;
    BodyField root_;
};

}  // namespace plumbline
