#pragma once
// Rules about several responses: the x-history keyword. A check of a single response cannot
// evaluate them; the history monitors of the runner can.

#include "spec/base/error.hpp"
#include "spec/contract/model/basis.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The kind of a history rule. spec/documents/extensions.schema.json lists their names.
enum class HistoryRuleKind {
    // On a property of a response:
    kConstant,    ///< the value is the same in every response about the record
    kMonotonic,   ///< a number or time never decreases and is not less than its sibling `field`; a
                  ///< list or object keeps its items or members
    kFinal,       ///< a text that matches `pattern` matches it in every later response
    kIdentity,    ///< the id of the record; no other record of its type ever has it
    kNewestOf,    ///< the id of the first record in the list of the child records of `type`
    kReferences,  ///< the id of a child record of `type` whose `field` matches `pattern`
    kMatchesRequest,   ///< equals the value in the request that created the record
    kEquals,           ///< equals its sibling `field`
    kAdvances,         ///< a position that moves on when `field` of the record grows: it takes no
                       ///< earlier value again, and stays
    kNumbered,         ///< the member names match `pattern`, whose group counts 0, 1, ... without a
                       ///< gap; with `count`: there are at most `count` of them
    kNotBeforeParent,  ///< a time that is not before `field` of the parent record
    kAllOf,   ///< if the value matches `when`, `field` of all child records of `type` matches
              ///< `pattern`
    kSomeOf,  ///< the same for at least one child record
    kNoneOf,  ///< the same for no child record
    // On an operation:
    kSorted,        ///< the items are ordered by `field`
    kComplete,      ///< the list contains every record that is known to exist
    kMatchesWrite,  ///< on a read or list: the record equals the response to the last write; on a
                    ///< write: later reads return its response
    kKeeps,         ///< a patch keeps `field`, or its members, as far as it omits them
    kDeleted,       ///< a deleted record is not found, or its `field` matches `pattern`
    kResets,        ///< invalidates all earlier observations
    kAtMost,        ///< `field` of at most `count` items of the list matches `pattern` at a time
    kMatchesRead,   ///< a list shows a record as a read of the record does
    kNamesPath,     ///< the record in the response has the id in the path
};

[[nodiscard]] std::string_view to_text(HistoryRuleKind kind);
[[nodiscard]] std::optional<HistoryRuleKind> parse_history_kind(std::string_view text);

/// One history rule. Its kind determines which members it has
/// (spec/contract/read/read_history.cpp).
struct HistoryRule {
    HistoryRuleKind kind = HistoryRuleKind::kConstant;
    std::string pointer;  ///< pointer of the property in the response (`/resources/*/id`); empty
                          ///< for an operation
    std::string field;    ///< pointer of the other value, in the record
    std::string type;     ///< type of the referenced or child records
    std::string pattern;  ///< a regular expression
    std::string when;     ///< a regular expression: the values to which the rule applies
    std::optional<int> count{};              ///< kNumbered, kAtMost: the limit
    std::optional<int> alternative_count{};  ///< kAtMost: another limit that the description states
    int tolerance = 0;                       ///< kNumbered: how far `count` may be exceeded
    std::string limit_name{};  ///< kNumbered: the limit of a target profile that replaces `count`
    bool descending = false;   ///< kSorted: the greatest value first
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
    SourceRef where;
};

}  // namespace plumbline
