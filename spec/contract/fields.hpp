#pragma once
// The fields of a body: in the order of the document, and as a tree to walk beside a value.

#include "spec/json/name.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One field and what lies in it. `*` is the name of each item of a list and each member of a map.
struct BodyField {
    Name name;
    std::string pointer;
    bool is_declared = false;        ///< false if only what lies in it is
    std::vector<BodyField> members;  ///< in byte order of their names, as members of a Json are

    /// Returns the member of that name, null if there is none.
    [[nodiscard]] const BodyField* find(std::string_view member_name) const;
    [[nodiscard]] const BodyField* find(const Name& member_name) const;
    /// Returns the same, null if only what lies in it is declared.
    [[nodiscard]] const BodyField* find_declared(const Name& member_name) const;
    /// Says whether its members are known one by one (a map's are not).
    [[nodiscard]] bool lists_members() const;
};

/// All fields of a body.
class Fields {
  public:
    /// Adds the field at a pointer.
    void add(const std::string& pointer);

    /// Returns the pointers in the order in which they were added.
    [[nodiscard]] const std::vector<std::string>& pointers() const { return pointers_; }
    /// Returns the body itself, which has the outermost fields as members.
    [[nodiscard]] const BodyField& root() const { return root_; }

  private:
    std::vector<std::string> pointers_;
    BodyField root_;
};

}  // namespace plumbline
