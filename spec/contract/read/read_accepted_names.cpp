// Reads the x-accepted-names keyword: other names of a response member.

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::reading {
namespace {

tl::unexpected<Error> accepted_names_error(const SourceRef& where, const std::string& what) {
    return fail(ErrorCode::kInvalid, "x-accepted-names: " + what, where);
}

std::string parent_pointer(const std::string& pointer) {
    return pointer.substr(0, pointer.rfind('/'));
}

}  // namespace

Result<void> read_accepted_names(const Document& document,
                                 const OpenApiNode& owner,
                                 const std::string& pointer,
                                 std::vector<AcceptedNames>& known) {
    if (!owner.has("x-accepted-names")) return {};
    const OpenApiNode names = owner.child("x-accepted-names");
    const SourceRef where = document.where(names.pointer);
    if (pointer.empty() || pointer.ends_with("/*"))
        return accepted_names_error(where, "only a member of an object can have other names");
    const bool is_known = std::any_of(
        known.begin(), known.end(), [&](const auto& one) { return one.pointer == pointer; });
    if (is_known) return {};
    auto texts = strings_or_empty(*owner.value, "x-accepted-names");
    if (texts.empty()) return accepted_names_error(where, "expected a list of names");
    known.push_back(
        {pointer, std::move(texts), strings_or_empty(*owner.value, "x-requirements"), where});
    return {};
}

Result<void> check_accepted_names(const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) {
        std::vector<std::string> taken = operation.record_fields.pointers();
        for (const AcceptedNames& one : operation.accepted_names) {
            for (const std::string& name : one.names) {
                std::string other = parent_pointer(one.pointer) + '/' + escape_pointer_token(name);
                if (std::find(taken.begin(), taken.end(), other) != taken.end())
                    return accepted_names_error(one.where,
                                                '"' + name +
                                                    "\" is also a name of another member of " +
                                                    operation.id + ", or of this one; remove it");
                taken.push_back(std::move(other));
            }
        }
    }
    return {};
}

}  // namespace plumbline::reading
