// Checks that the names in history rules exist: a rule with an unknown name would never report
// anything.

#include "spec/base/name_hint.hpp"
#include "spec/contract/reading.hpp"

#include <algorithm>

namespace plumbline::reading {
namespace {

using Operations = std::vector<Operation>;

tl::unexpected<Error> unknown_name_error(const HistoryRule& rule,
                                         const std::string& what,
                                         const std::string& wanted,
                                         const std::vector<std::string>& known) {
    return history_error(rule, what + quoted_name_hint(wanted, known));
}

bool contains_text(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_about_children(HistoryRuleKind kind) {
    return kind == HistoryRuleKind::kAllOf || kind == HistoryRuleKind::kSomeOf ||
           kind == HistoryRuleKind::kNoneOf;
}

/// Returns the fields of the records of `type` in responses.
std::vector<std::string> record_fields_of(const Operations& operations, const std::string& type) {
    std::vector<std::string> fields;
    for (const Operation& operation : operations) {
        if (!operation.resource || operation.resource->type != type) continue;
        for (const std::string& field : operation.record_fields.pointers())
            fields.push_back(operation.record_pointer(field));
    }
    return fields;
}

/// Returns the type of the parent records of `operation`, "" if none is described.
std::string parent_type_of(const Operations& operations, const Operation& operation) {
    if (!operation.resource || operation.resource->parent.empty()) return "";
    for (const Operation& other : operations) {
        const bool fits = other.resource && other.kind == "read" &&
                          other.record_parameter() == operation.resource->parent;
        if (fits) return other.resource->type;
    }
    return "";
}

Result<void> check_sibling_field(const Operation& operation, const HistoryRule& rule) {
    // A response without a body has no fields: the field of a deletion is in other responses.
    const auto& fields = operation.record_fields.pointers();
    if (fields.empty()) return {};
    const bool is_list =
        operation.resource && (operation.kind == "list" || !operation.resource->items.empty());
    const std::string wanted = (is_list ? operation.resource->items + "/*" : "") + rule.field;
    if (rule.pointer == wanted) return history_error(rule, "the field is the property itself");
    if (contains_text(fields, wanted)) return {};
    return unknown_name_error(
        rule, "no response of " + operation.id + " has " + wanted, wanted, fields);
}

Result<void> check_field_of(const Operations& operations,
                            const HistoryRule& rule,
                            const std::string& type) {
    const auto fields = record_fields_of(operations, type);
    if (contains_text(fields, rule.field)) return {};
    return unknown_name_error(
        rule, "no response shows " + rule.field + " of a " + type, rule.field, fields);
}

Result<void> check_field(const Operations& operations,
                         const Operation& operation,
                         const HistoryRule& rule) {
    if (rule.field.empty()) return {};
    if (rule.kind == HistoryRuleKind::kNotBeforeParent) {
        const std::string parent = parent_type_of(operations, operation);
        if (!parent.empty()) return check_field_of(operations, rule, parent);
        return history_error(
            rule, "the x-resource of " + operation.id + " has no \"parent\" with a read operation");
    }
    if (rule.kind == HistoryRuleKind::kReferences || is_about_children(rule.kind))
        return check_field_of(operations, rule, rule.type);
    return check_sibling_field(operation, rule);
}

Result<void> check_type(const Operations& operations, const HistoryRule& rule) {
    if (rule.type.empty()) return {};
    std::vector<std::string> types;
    for (const Operation& operation : operations) {
        if (operation.resource) types.push_back(operation.resource->type);
    }
    if (contains_text(types, rule.type)) return {};
    return unknown_name_error(
        rule, "no x-resource has the type \"" + rule.type + '"', rule.type, types);
}

/// Checks that an operation lists the child records of a rule, and that a rule of lists is on a
/// list operation, with a read operation for comparison if it needs one.
Result<void> check_lists(const Operations& operations,
                         const Operation& operation,
                         const HistoryRule& rule) {
    const std::string type = operation.resource ? operation.resource->type : "";
    if (is_about_children(rule.kind)) {
        const bool is_listed =
            std::any_of(operations.begin(), operations.end(), [&](const auto& one) {
                return one.kind == "list" && one.resource && one.resource->type == rule.type &&
                       parent_type_of(operations, one) == type;
            });
        if (!is_listed)
            return history_error(
                rule, "no operation lists the \"" + rule.type + "\" records of one parent");
    }
    const bool is_of_lists =
        rule.kind == HistoryRuleKind::kAtMost || rule.kind == HistoryRuleKind::kMatchesRead;
    if (!is_of_lists) return {};
    if (operation.kind != "list" || type.empty())
        return history_error(rule, "is only allowed on a list operation with an x-resource");
    const bool is_read = std::any_of(operations.begin(), operations.end(), [&](const auto& one) {
        return one.kind == "read" && one.resource && one.resource->type == type;
    });
    if (rule.kind == HistoryRuleKind::kAtMost || is_read) return {};
    return history_error(rule, "no operation reads a single " + type);
}

}  // namespace

Result<void> check_history_references(const Operations& operations) {
    for (const Operation& operation : operations) {
        for (const HistoryRule& rule : operation.history) {
            auto checked = check_type(operations, rule);
            if (!checked) return checked;
            checked = check_field(operations, operation, rule);
            if (!checked) return checked;
            checked = check_lists(operations, operation, rule);
            if (!checked) return checked;
        }
    }
    return {};
}

}  // namespace plumbline::reading
