#pragma once
// What the documents say across several answers: the x-history keyword. A check of one answer
// cannot see whether it holds; the runner's monitors can.

#include "spec/base/error.hpp"
#include "spec/contract/basis.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// What a statement says. The words stand in spec/documents/vocabulary.schema.json.
enum class HistoryKind {
    // On a property of an answer:
    kConstant,  ///< once shown, the value is the same in every answer about the record
    kGrows,     ///< a number or time that never falls, nor below its neighbour `field`; a list or
                ///< object that keeps what it had
    kFinal,     ///< a text that fits `pattern` fits it in every later answer
    kIdentity,  ///< the id of the record, which no other record of its type ever has
    kNewestOf,  ///< names the first of the list of the records of `type` that belong to this one
    kNames,     ///< names a record of `type` whose `field` fits `pattern`, belonging to this one
    kAsSent,    ///< is what the request that created the record had there
    kEquals,    ///< is what its neighbour `field` is
    kNumbered,  ///< the names of an object: `pattern`, whose group counts 0, 1, ... without a gap;
                ///< with `count`: that there are no more than so many
    kSinceParent,  ///< a time not before `field` of the record that this one belongs to
    kAllOf,        ///< where it fits `when`, `field` of all records of `type` that belong to this
                   ///< one fits `pattern`
    kSomeOf,       ///< the same of at least one
    kNoneOf,       ///< the same of none
    // On an operation:
    kSorted,     ///< the items are ordered by `field`
    kComplete,   ///< every record that is known to be there is in the list
    kAsWritten,  ///< on a read or list: shows what the last write answered; on a write: is shown
    kGone,       ///< a deleted record is not found, or its `field` fits `pattern`
    kForgets,    ///< nothing that was known before holds afterwards
    kAtMost,     ///< `field` of no more than `count` items of the list fits `pattern` at once
    kAsRead,     ///< a list shows of a record what a read of it shows
};

[[nodiscard]] std::string_view to_text(HistoryKind kind);
[[nodiscard]] std::optional<HistoryKind> parse_history_kind(std::string_view text);

/// One statement. Which members it has depends on its kind (read_history.cpp).
struct HistoryRule {
    HistoryKind kind = HistoryKind::kConstant;
    std::string pointer;  ///< of the property in the answer (`/resources/*/id`); "": the operation
    std::string field;    ///< pointer of the other value, in the record
    std::string type;     ///< of the records that are named, or that belong to this one
    std::string pattern;  ///< a regular expression
    std::string when;     ///< likewise: the values that it is about
    std::optional<int> count{};  ///< kNumbered, kAtMost: how many
    std::optional<int> also{};   ///< kAtMost: another number that the description gives
    int spare = 0;               ///< kNumbered: so many more are taken, too
    std::string limit{};         ///< kNumbered: by this name a target may state another `count`
    bool descending = false;     ///< kSorted: the greatest first
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
    SourceRef where;
};

}  // namespace plumbline
