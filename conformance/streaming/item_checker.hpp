#pragma once
// Checks each event on its own against the contract's declaration of the stream's items.

#include "conformance/streaming/event_reader.hpp"
#include "conformance/streaming/finding_collector.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// An event and the mode it belongs to.
struct ModeEvent {
    std::string mode;   ///< empty if the mode is unknown
    std::string scope;  ///< namespace of a subgraph after the first `|`, "" if there is none
    /// Declaration of the mode's events; null if there is none.
    const DeclaredEvent* item = nullptr;
    const Json* data = nullptr;  ///< the data of the event, or the second item of a pair; null if
                                 ///< it is not JSON
    const ReceivedEvent& received;
};

/// How a mode and its event data are sent. Source: description, "Streaming objects".
enum class PairEncoding {
    kUnknown,
    kEvent,  ///< the mode is the event type
    kData,   ///< both are in the data: `[mode, data]`
};

/// Checks events one by one. Not thread-safe: each stream has its own.
class ItemChecker {
  public:
    /// All arguments are borrowed. `request` is the request's JSON body, null if it had none.
    ItemChecker(const StreamContract& stream,
                const ApiDocument& api,
                const Json* request,
                FindingCollector& findings);

    /// Checks an event and returns the mode it belongs to.
    [[nodiscard]] ModeEvent check(const ReceivedEvent& received);

    /// Returns the observed encoding, if several modes were requested.
    [[nodiscard]] PairEncoding pair_encoding() const { return pair_encoding_; }
    /// Returns the requested modes; nothing if they are unknown.
    [[nodiscard]] const std::optional<std::set<std::string, std::less<>>>& requested() const {
        return requested_;
    }

    /// Returns the received event names, without namespaces; at most a few.
    [[nodiscard]] const std::set<std::string, std::less<>>& event_names() const {
        return event_names_;
    }

  private:
    [[nodiscard]] ModeEvent classify(const ReceivedEvent& received);
    [[nodiscard]] const DeclaredEvent* item_of_mode(std::string_view mode) const;
    [[nodiscard]] std::string mode_of(const DeclaredEvent* item) const;
    [[nodiscard]] bool is_pair_with_mode(const Json& data) const;
    [[nodiscard]] bool allows_pairs() const { return !requested_ || requested_->size() > 1; }
    void check_first(const ReceivedEvent& received);
    void check_name(const ModeEvent& mode_event);
    void check_request(const ModeEvent& mode_event);
    void check_has_mode(const ModeEvent& mode_event);
    [[nodiscard]] static bool is_reversed_pair(std::string_view mode, const Json* data);
    void check_schema(const ModeEvent& mode_event);
    /// Records the requirements that the data of an event shows.
    void note_shown(const DeclaredEvent& item, const Json& data);
    void note_encoding(PairEncoding encoding, const ReceivedEvent& received);
    void note_violations(const std::vector<Violation>& violations,
                         const DeclaredEvent& item,
                         const Json& data,
                         const ReceivedEvent& received,
                         std::optional<StreamRuleId> rule);
    [[nodiscard]] const Schema* schema_of(const DeclaredEvent& item);

    const StreamContract& stream_;
    const ApiDocument& api_;
    FindingCollector& findings_;
    std::optional<std::set<std::string, std::less<>>> requested_;
    std::map<const DeclaredEvent*, std::optional<Schema>> schemas_;
    /// Requirements in the schema of an item that no event has shown so far.
    std::map<const DeclaredEvent*, std::set<std::string>> not_shown_;
    PairEncoding pair_encoding_ = PairEncoding::kUnknown;
    std::set<std::string, std::less<>> event_names_;
};

}  // namespace plumbline::streaming
