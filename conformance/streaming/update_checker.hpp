#pragma once
// Compares the updates of a stream with its states, and with the nodes that its tokens name.

#include "conformance/streaming/finding_collector.hpp"
#include "conformance/streaming/item_checker.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumbline::streaming {

/// What holds of the updates of any graph fails if it does not hold. Whether a graph replaces a key
/// is unknown unless the suite says so; then an event can only show it. Memory is bounded. Not
/// thread-safe: each stream has its own.
class UpdateChecker {
  public:
    /// `replaced_keys`: keys of the state that an update replaces. `findings` is borrowed.
    UpdateChecker(std::vector<std::string> replaced_keys, FindingCollector& findings)
        : replaced_keys_(std::move(replaced_keys)), findings_(findings) {}

    void check_update(const ModeEvent& mode_event);
    void check_state(const ModeEvent& mode_event);
    void note_token(const ModeEvent& mode_event);
    /// Ends a stream that contains the whole of a run without an error.
    void finish();

  private:
    /// Updates of a key that the next state must contain.
    struct PendingUpdate {
        /// Values from the nodes that updated the key since the last state.
        std::vector<SharedJson> values;
        StreamPosition position;
    };
    /// By key the text of a number or of a short string; "" for other values.
    using ShortValues = std::map<std::string, std::string>;
    /// The graph itself, or a subgraph.
    struct GraphScope {
        std::map<std::string, PendingUpdate> replaced;     ///< by key of `replaced_keys`
        std::map<std::string, SharedJson> replaced_state;  ///< their values in the last state
        std::vector<ShortValues> recent;                   ///< the updates since the last state
        ShortValues state;                                 ///< the last state
    };

    [[nodiscard]] static ShortValues short_values(const Json& object);
    GraphScope* scope_of(const ModeEvent& mode_event);
    void record_replaced(const Json& changes, const StreamPosition& position, GraphScope& scope);
    void check_replaced(const ModeEvent& mode_event, GraphScope& scope);
    /// Records what the state `now` shows of the updates before it.
    void note_shown(const GraphScope& scope, const ShortValues& now);

    std::vector<std::string> replaced_keys_;
    FindingCollector& findings_;
    std::map<std::string, GraphScope> scopes_;  ///< by namespace
    std::set<std::string> update_nodes_;
    std::map<std::string, StreamPosition> token_nodes_;
    bool has_subgraphs_ = false;    ///< outputs of subgraphs are streamed
    bool has_other_nodes_ = false;  ///< not every node may be known
};

}  // namespace plumbline::streaming
