#pragma once
// The contract of a response that is a stream of events (x-stream).

#include "spec/contract/model/basis.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The events of one name and the schema of their data.
struct DeclaredEvent {
    std::string name;            ///< name of the event, up to the first `|`
    std::string schema_pointer;  ///< pointer of the schema of the event's data
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;          ///< ledger ids on its data
    std::vector<std::string> event_requirements{};  ///< ledger ids on its name
    std::set<std::string> schema_requirements{};    ///< ledger ids in its schema
    SourceRef where;
};

/// A rule about a whole stream; extensions.schema.json describes each.
struct StreamRule {
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;  ///< ledger ids
    SourceRef where;
};

/// The events of a stream, by the modes that a request can select.
struct StreamContract {
    std::optional<DeclaredEvent> first;  ///< the event that begins the stream; none for a join
    std::string modes_at;  ///< pointer into the request body, to a mode or a list; empty if there
                           ///< is no body
    std::string default_mode;  ///< mode if the request selects none; empty if unknown
    std::map<std::string, DeclaredEvent, std::less<>> modes;
    std::map<std::string, StreamRule, std::less<>> rules;  ///< rules by name, e.g. `framing`
    std::vector<std::string> other_events;  ///< names of allowed events outside of all modes

    /// Returns the declaration of the first event, if any, and those of all modes.
    [[nodiscard]] std::vector<const DeclaredEvent*> events() const;
    /// Returns the rule of this name, null if the document does not have it.
    [[nodiscard]] const StreamRule* rule(std::string_view word) const;
    /// Returns the mode's declaration of events with this name (up to the first `|`), null for
    /// other names.
    [[nodiscard]] const DeclaredEvent* find_event(std::string_view event) const;
    /// Returns whether events of this name (up to the first `|`) are allowed in every mode.
    [[nodiscard]] bool is_other_event(std::string_view event) const;
};

/// Returns the name of an event without the namespace of a subgraph: the part before the first `|`.
[[nodiscard]] std::string_view without_namespace(std::string_view event);

}  // namespace plumbline
