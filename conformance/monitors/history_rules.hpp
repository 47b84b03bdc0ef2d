#pragma once
// The rules of an API document about the resources of each type across several responses, compiled
// for the monitors. Nothing here is specific to one API: all rules come from x-resource, x-history
// and the contract's rules; those of a user's document are inferred.

#include "conformance/monitors/inferred_operations.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/pointer.hpp"
#include "spec/regex/regex.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::monitors {

/// A field of a resource, as far as it matters for comparing two of its values.
struct RecordField {
    std::string name;          ///< name; `*` for every item of a list
    std::string pointer{};     ///< in the record
    std::string format{};      ///< format of a text, empty if there is none
    bool is_writable = false;  ///< clients write it and responses show it
    /// Index in ResourceRules::replaced of the rule by which a patch replaces the field, if there
    /// is one.
    std::optional<std::size_t> replace_rule{};
    std::vector<RecordField> members{};  ///< empty if none are described

    /// Returns the member of that name, or null.
    [[nodiscard]] const RecordField* find(std::string_view member) const;
};

/// Numbers of the target that override those of the document, by the limit name of a rule.
using TargetLimits = std::map<std::string, int, std::less<>>;

/// A rule about the value at one location of a resource. Which members apply depends on the
/// monitor.
struct ValueRule {
    HistoryRuleKind kind = HistoryRuleKind::kConstant;
    std::string code;            ///< code of findings, e.g. `history-constant`
    JsonPointer pointer;         ///< in the record
    RecordField record_field{};  ///< field of the value there
    JsonPointer field;           ///< pointer of the neighbouring value that the rule also reads
    std::string type;  ///< type of the other resource: the referenced one, a child, or the parent
    std::optional<Regex> pattern;
    std::optional<Regex> when;               ///< the values to which the rule applies
    std::optional<int> count{};              ///< the maximum number
    std::optional<int> alternative_count{};  ///< an alternative maximum that the description states
    int tolerance = 0;                       ///< this many more than the maximum are accepted
    std::string limit_name{};                ///< name by which a target may override `count`
    std::size_t reference_index =
        0;              ///< index in ResourceRules::referenced_fields of the other record's type
    double factor = 1;  ///< factor of a default
    std::optional<int> decimals{};  ///< number of decimals that a default is rounded to
    bool needs_attempt = false;     ///< verified only if a patch tries to change the value
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
};

/// The rules about the resources of one type.
struct ResourceRules {
    std::string name;
    std::string id_parameter;  ///< path parameter with the record's id
    std::string parent;        ///< type of the parent resources, empty if there is none
    std::vector<ValueRule> constants;
    std::vector<ValueRule> monotonic;
    std::vector<ValueRule> final_states;
    std::vector<ValueRule> identities;
    std::vector<ValueRule> newest;
    std::vector<ValueRule> references;
    std::vector<ValueRule> equal;
    std::vector<ValueRule> advancing;
    std::vector<ValueRule> numbered;
    std::vector<ValueRule> since_parent;
    std::vector<ValueRule> child_rules;  ///< all_of, some_of, none_of
    std::vector<ValueRule> concurrent;   ///< at_most, for lists of this type
    std::vector<ValueRule> sent;         ///< the create response shows the value as it was sent
    std::vector<ValueRule> replaced;     ///< what a patch replaces as a whole
    std::vector<ValueRule> defaults;
    RecordField fields;                          ///< all fields that responses show
    std::vector<JsonPointer> referenced_fields;  ///< fields that rules of other types read
    /// It can be deleted by an operation of the API, or together with its parent.
    bool is_deletable = false;
};

/// The rules of all types of a document. Thread-safe: immutable.
class HistoryRules {
  public:
    explicit HistoryRules(const ApiDocument& api);

    /// Returns the rules of the type that an operation handles, or null.
    [[nodiscard]] const ResourceRules* find_for(const Operation& operation) const;
    [[nodiscard]] const ResourceRules* find(std::string_view type) const;
    /// Returns whether the rules are those of a user's document, thus inferred.
    [[nodiscard]] bool are_inferred() const { return are_inferred_; }
    /// Returns what is inferred of an operation, null if nothing is.
    [[nodiscard]] const InferredOperation* find_inferred(const Operation& operation) const;
    /// Returns the names of the headers that identify the caller.
    [[nodiscard]] const std::vector<std::string>& caller_headers() const { return headers_; }

  private:
    void resolve_parents(const std::map<std::string, std::string>& parameters);
    void resolve_references();
    [[nodiscard]] std::vector<const Operation*> operations_of(const ApiDocument& api) const;
    [[nodiscard]] bool can_be_deleted(const ResourceRules& type) const;

    std::map<std::string, ResourceRules, std::less<>> types_;
    std::vector<std::string> headers_;
    bool are_inferred_;
    std::map<std::string, InferredOperation, std::less<>> inferred_;  ///< by operationId
};

/// The rules of every document that a run uses; each is compiled once. Thread-safe: a mutex guards
/// the cache.
class HistoryRuleCache {
  public:
    [[nodiscard]] std::shared_ptr<const HistoryRules> rules_of(const ApiDocument& api);

  private:
    std::mutex mutex_;
    std::map<const ApiDocument*, std::shared_ptr<const HistoryRules>> cache_;
};

/// Returns the rule of this kind that is about the operation itself, or null.
[[nodiscard]] const HistoryRule* find_operation_rule(const Operation& operation,
                                                     HistoryRuleKind kind);

}  // namespace plumbline::monitors
