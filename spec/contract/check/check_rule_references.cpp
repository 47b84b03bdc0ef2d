// Checks that the names in rules exist: a rule with an unknown name would never be violated.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/pointer.hpp"

#include <algorithm>

namespace plumbline::reading {
namespace {

/// A reference in a rule to a property of the request.
struct PropertyReference {
    std::string owner;  ///< pointer of the object that contains the property
    std::string property;
};

std::vector<PropertyReference> property_references(const Rule& rule) {
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

tl::unexpected<Error> dangling_name_error(const Rule& rule,
                                          const std::string& what,
                                          const std::string& name,
                                          const std::vector<std::string>& known) {
    const std::string near = nearest_name(name, known);
    const std::string fix = near.empty() ? "the known names are " + join(known, ", ")
                                         : "did you mean \"" + near + "\"?";
    return fail(ErrorCode::kInvalid,
                "the rule " + rule.id + " names \"" + name + "\", but " + what + "; " + fix,
                rule.where);
}

Result<void> check_properties(const Operation& operation, const Rule& rule) {
    const auto& fields = operation.request_fields.pointers();
    for (const PropertyReference& named : property_references(rule)) {
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
        return dangling_name_error(rule, owner + " has no such property", named.property, known);
    }
    return {};
}

Result<void> check_issuers(const Rule& rule, const std::vector<std::string>& operation_ids) {
    if (rule.kind != RuleKind::kIssuedBy) return {};
    for (const std::string& issuer : rule.values) {
        if (std::find(operation_ids.begin(), operation_ids.end(), issuer) != operation_ids.end()) {
            continue;
        }
        return dangling_name_error(rule, "there is no such operation", issuer, operation_ids);
    }
    return {};
}

}  // namespace

Result<void> check_rule_references(const std::vector<Operation>& operations) {
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
