#include "spec/names/accepted_names.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace plumbline {
namespace {

using Tokens = std::span<const Name>;

/// Renames the member that `tokens` lead to in one answer.
class Renaming {
  public:
    Renaming(const AcceptedNames& member, std::vector<MetName>& met) : member_(member), met_(met) {}

    void enter(Json& value, Tokens tokens) {
        if (tokens.size() == 1) return rename_in(value, tokens.front());
        const std::string& token = tokens.front();
        if (token == "*" && value.is_array()) {
            for (Json& item : value) enter(item, tokens.subspan(1));
        } else if (value.is_object() && value.contains(token)) {
            enter(value[token], tokens.subspan(1));
        }
    }

  private:
    void rename_in(Json& object, const std::string& ours) {
        if (!object.is_object() || object.contains(ours)) return;
        for (const std::string& theirs : member_.names) {
            const auto found = object.find(theirs);
            if (found == object.end()) continue;
            Json value = std::move(*found);
            object.erase(found);
            object[ours] = std::move(value);
            return remember(theirs);
        }
    }

    void remember(const std::string& name) {
        const bool is_known = std::any_of(met_.begin(), met_.end(), [&](const MetName& one) {
            return one.member == &member_ && one.name == name;
        });
        if (!is_known) met_.push_back({&member_, name});
    }

    const AcceptedNames& member_;
    std::vector<MetName>& met_;
};

}  // namespace

std::vector<MetName> take_accepted_names(const Operation& operation, Json& answer) {
    std::vector<MetName> met;
    // Outer members come first, so the way to the inner ones has our names by then.
    for (const AcceptedNames& member : operation.accepted_names) {
        const auto pointer = JsonPointer::parse(member.pointer);
        if (pointer && !pointer->empty()) Renaming(member, met).enter(answer, pointer->tokens());
    }
    return met;
}

}  // namespace plumbline
