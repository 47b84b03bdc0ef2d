// Whether the names in rules mean something: a rule that names nothing would never be broken.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/pointer.hpp"

#include <algorithm>

namespace plumbline::reading {
namespace {

/// A property of the request that a rule names.
struct Named {
    std::string owner;  ///< pointer of the object that has the property
    std::string property;
};

std::vector<Named> names_in(const Rule& rule) {
    switch (rule.kind) {
        case RuleKind::kDefaultFrom:
            return {{rule.pointer.substr(0, rule.pointer.rfind('/')), rule.field}};
        case RuleKind::kUniqueBy:
            return {{rule.pointer + "/*", rule.field}};
        case RuleKind::kKeyRef:
            return {{rule.pointer + "/*", rule.field}, {rule.values[0] + "/*", rule.values[1]}};
        default:
            return {};
    }
}

tl::unexpected<Error> names_nothing(const Rule& rule,
                                    const std::string& what,
                                    const std::string& name,
                                    const std::vector<std::string>& known) {
    const std::string near = nearest_name(name, known);
    const std::string mend =
        near.empty() ? "the known ones are " + join(known, ", ") : "did you mean \"" + near + "\"?";
    return fail(ErrorCode::kInvalid,
                "the rule " + rule.id + " names \"" + name + "\", but " + what + "; " + mend,
                rule.where);
}

Result<void> check_properties(const Operation& operation, const Rule& rule) {
    const auto& fields = operation.request_fields.pointers();
    for (const Named& named : names_in(rule)) {
        const std::string wanted = named.owner + '/' + escape_pointer_token(named.property);
        if (std::find(fields.begin(), fields.end(), wanted) != fields.end()) continue;
        std::vector<std::string> known;
        const std::string prefix = named.owner + '/';
        for (const std::string& field : fields) {
            if (!field.starts_with(prefix)) continue;
            std::string name = field.substr(prefix.size());
            if (name.find('/') == std::string::npos) known.push_back(std::move(name));
        }
        const std::string owner = named.owner.empty() ? "the body" : named.owner;
        return names_nothing(rule, owner + " has no such property", named.property, known);
    }
    return {};
}

Result<void> check_issuers(const Rule& rule, const std::vector<std::string>& operation_ids) {
    if (rule.kind != RuleKind::kIssuedBy) return {};
    for (const std::string& issuer : rule.values) {
        if (std::find(operation_ids.begin(), operation_ids.end(), issuer) != operation_ids.end()) {
            continue;
        }
        return names_nothing(rule, "there is no such operation", issuer, operation_ids);
    }
    return {};
}

}  // namespace

Result<void> check_rules(const std::vector<Operation>& operations) {
    std::vector<std::string> ids;
    ids.reserve(operations.size());
    for (const Operation& operation : operations) ids.push_back(operation.id);
    for (const Operation& operation : operations) {
        for (const Rule& rule : operation.rules) {
            auto checked = check_properties(operation, rule);
            if (!checked) return checked;
            checked = check_issuers(rule, ids);
            if (!checked) return checked;
        }
    }
    return {};
}

}  // namespace plumbline::reading
