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
    kGrows,     ///< a number or time that never falls, nor below its neighbour `field`
    kFinal,     ///< a text that fits `pattern` fits it in every later answer
    kIdentity,  ///< the id of the record, which no other record of its type ever has
    kNewestOf,  ///< names the first of the list of the records of `type` that belong to this one
    kNames,     ///< names a record of `type` whose `field` fits `pattern`, belonging to this one
    kAsSent,    ///< is what the request that created the record had there
    // On an operation:
    kSorted,     ///< the items are ordered by `field`
    kComplete,   ///< every record that is known to be there is in the list
    kAsWritten,  ///< on a read or list: shows what the last write answered; on a write: is shown
    kGone,       ///< a deleted record is not found, or its `field` fits `pattern`
    kForgets,    ///< nothing that was known before holds afterwards
};

[[nodiscard]] std::string_view to_text(HistoryKind kind);
[[nodiscard]] std::optional<HistoryKind> parse_history_kind(std::string_view text);

/// One statement.
struct HistoryRule {
    HistoryKind kind = HistoryKind::kConstant;
    std::string pointer;  ///< of the property in the answer (`/resources/*/id`); "": the operation
    std::string field;    ///< pointer of the other value, in the record
    std::string type;     ///< kNewestOf, kNames: type of the record that is named
    std::string pattern;  ///< kFinal, kNames, kGone: a regular expression
    bool descending = false;  ///< kSorted: the greatest first
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
    SourceRef where;
};

}  // namespace plumbline
