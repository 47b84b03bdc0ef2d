#include "spec/names/accepted_names.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace plumbline {
namespace {

using Tokens = std::span<const std::string>;

/// Renames the member at `tokens` in one response.
class MemberRenamer {
  public:
    MemberRenamer(const AcceptedNames& member, std::vector<AcceptedNameMatch>& matches)
        : member_(member), matches_(matches) {}

    void visit(Json& value, Tokens tokens) {
        if (tokens.size() == 1) return rename_in(value, tokens.front());
        const std::string& token = tokens.front();
        if (token == "*" && value.is_array()) {
            for (Json& item : value) visit(item, tokens.subspan(1));
        } else if (value.is_object() && value.contains(token)) {
            visit(value[token], tokens.subspan(1));
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
            return record_match(theirs);
        }
    }

    void record_match(const std::string& name) {
        const bool is_known =
            std::any_of(matches_.begin(), matches_.end(), [&](const AcceptedNameMatch& one) {
                return one.member == &member_ && one.name == name;
            });
        if (!is_known) matches_.push_back({&member_, name});
    }

    const AcceptedNames& member_;
    std::vector<AcceptedNameMatch>& matches_;
};

}  // namespace

std::vector<AcceptedNameMatch> rename_accepted_names(const Operation& operation, Json& response) {
    std::vector<AcceptedNameMatch> matches;
    // Outer members are first, so the path to an inner member already has contract names.
    for (const AcceptedNames& member : operation.accepted_names) {
        const auto pointer = JsonPointer::parse(member.pointer);
        if (pointer && !pointer->empty())
            MemberRenamer(member, matches).visit(response, pointer->tokens());
    }
    return matches;
}

}  // namespace plumbline
