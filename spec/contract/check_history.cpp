// Whether what statements across answers name exists: one that names nothing would never be broken.

#include "spec/base/text.hpp"
#include "spec/contract/reading.hpp"

#include <algorithm>

namespace plumbline::reading {
namespace {

using Operations = std::vector<Operation>;

tl::unexpected<Error> history_error(const HistoryRule& rule, const std::string& what) {
    return fail(ErrorCode::kInvalid,
                "x-history " + std::string(to_text(rule.kind)) + ": " + what,
                rule.where);
}

tl::unexpected<Error> no_such(const HistoryRule& rule,
                              const std::string& what,
                              const std::string& wanted,
                              const std::vector<std::string>& known) {
    const std::string near = nearest_name(wanted, known);
    return history_error(rule, what + (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

bool has(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_about_others(HistoryKind kind) {
    return kind == HistoryKind::kAllOf || kind == HistoryKind::kSomeOf ||
           kind == HistoryKind::kNoneOf;
}

/// Returns the fields that answers show of the records of `type`.
std::vector<std::string> fields_of(const Operations& operations, const std::string& type) {
    std::vector<std::string> fields;
    for (const Operation& operation : operations) {
        if (!operation.resource || operation.resource->type != type) continue;
        for (const std::string& field : operation.record_fields.pointers())
            fields.push_back(operation.in_record(field));
    }
    return fields;
}

/// Returns the type of the records that those of `operation` belong to, "" if none is described.
std::string parent_of(const Operations& operations, const Operation& operation) {
    if (!operation.resource || operation.resource->parent.empty()) return "";
    for (const Operation& other : operations) {
        const bool fits = other.resource && other.kind == "read" &&
                          other.record_parameter() == operation.resource->parent;
        if (fits) return other.resource->type;
    }
    return "";
}

Result<void> check_own_field(const Operation& operation, const HistoryRule& rule) {
    // An answer without a body shows no field of its own: that of a deletion is in other answers.
    const auto& fields = operation.record_fields.pointers();
    if (fields.empty()) return {};
    const bool is_list =
        operation.resource && (operation.kind == "list" || !operation.resource->items.empty());
    const std::string wanted = (is_list ? operation.resource->items + "/*" : "") + rule.field;
    if (rule.pointer == wanted) return history_error(rule, "the field is the property itself");
    if (has(fields, wanted)) return {};
    return no_such(rule, "no answer of " + operation.id + " has " + wanted, wanted, fields);
}

Result<void> check_field_of(const Operations& operations,
                            const HistoryRule& rule,
                            const std::string& type) {
    const auto fields = fields_of(operations, type);
    if (has(fields, rule.field)) return {};
    return no_such(rule, "no answer shows " + rule.field + " of a " + type, rule.field, fields);
}

Result<void> check_field(const Operations& operations,
                         const Operation& operation,
                         const HistoryRule& rule) {
    if (rule.field.empty()) return {};
    if (rule.kind == HistoryKind::kSinceParent) {
        const std::string parent = parent_of(operations, operation);
        if (!parent.empty()) return check_field_of(operations, rule, parent);
        return history_error(rule,
                             "the x-resource of " + operation.id +
                                 " has no \"parent\" that a read operation is about");
    }
    if (rule.kind == HistoryKind::kNames || is_about_others(rule.kind))
        return check_field_of(operations, rule, rule.type);
    return check_own_field(operation, rule);
}

Result<void> check_type(const Operations& operations, const HistoryRule& rule) {
    if (rule.type.empty()) return {};
    std::vector<std::string> types;
    for (const Operation& operation : operations) {
        if (operation.resource) types.push_back(operation.resource->type);
    }
    if (has(types, rule.type)) return {};
    return no_such(rule, "no x-resource is of the type \"" + rule.type + '"', rule.type, types);
}

/// Records that others are judged by must be listed with them, and a list be comparable with a
/// read.
Result<void> check_lists(const Operations& operations,
                         const Operation& operation,
                         const HistoryRule& rule) {
    const std::string type = operation.resource ? operation.resource->type : "";
    if (is_about_others(rule.kind)) {
        const bool is_listed =
            std::any_of(operations.begin(), operations.end(), [&](const auto& one) {
                return one.kind == "list" && one.resource && one.resource->type == rule.type &&
                       parent_of(operations, one) == type;
            });
        if (!is_listed)
            return history_error(
                rule, "no operation lists the records of \"" + rule.type + "\" that belong to one");
    }
    const bool is_of_lists = rule.kind == HistoryKind::kAtMost || rule.kind == HistoryKind::kAsRead;
    if (!is_of_lists) return {};
    if (operation.kind != "list" || type.empty())
        return history_error(rule, "stands on a list with an x-resource");
    const bool is_read = std::any_of(operations.begin(), operations.end(), [&](const auto& one) {
        return one.kind == "read" && one.resource && one.resource->type == type;
    });
    if (rule.kind == HistoryKind::kAtMost || is_read) return {};
    return history_error(rule, "no operation reads one " + type);
}

}  // namespace

Result<void> check_history(const Operations& operations) {
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
