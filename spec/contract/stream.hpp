#pragma once
// What an answer that is a stream of events consists of (x-stream).

#include "spec/contract/basis.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Events of one name and the schema of what they carry.
struct StreamItem {
    std::string event;           ///< name of the event, before the first `|`
    std::string schema_pointer;  ///< of the event's data
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;  ///< ledger ids
    SourceRef where;
};

/// What holds of a stream as a whole; the vocabulary explains each word.
struct StreamRule {
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;  ///< ledger ids
    SourceRef where;
};

/// The events of a stream, by the modes that its request asks for.
struct StreamContract {
    std::optional<StreamItem> first;  ///< the event that begins the stream; none on a join
    std::string modes_at;      ///< pointer into the request body, to a mode or a list; "": no body
    std::string default_mode;  ///< where the request names none, "" if nobody can say
    std::map<std::string, StreamItem, std::less<>> modes;
    std::map<std::string, StreamRule, std::less<>> rules;  ///< by word, e.g. `framing`
    std::vector<std::string> also;  ///< names of events that belong to no mode and may come

    /// Returns the first event's item, if any, and those of all modes.
    [[nodiscard]] std::vector<const StreamItem*> items() const;
    /// Returns what the rule says, null if the document does not state it.
    [[nodiscard]] const StreamRule* rule(std::string_view word) const;
    /// Returns the item that events of this name (cut at the first `|`) belong to: that of a mode,
    /// null for other names.
    [[nodiscard]] const StreamItem* item_of(std::string_view event) const;
    /// Says whether events of this name (cut at the first `|`) may come whatever was asked for.
    [[nodiscard]] bool may_come(std::string_view event) const;
};

/// Returns an event's name without the namespace of a subgraph: what stands before the first `|`.
[[nodiscard]] std::string_view without_namespace(std::string_view event);

}  // namespace plumbline
