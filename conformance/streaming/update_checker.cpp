#include "conformance/streaming/update_checker.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxUpdates = 16;  ///< without a state
constexpr std::size_t kMaxScopes = 256;  ///< namespaces of subgraphs
constexpr std::size_t kMaxNodes = 256;
constexpr std::size_t kMaxKeys = 32;        ///< of a state or an update
constexpr std::size_t kMaxShortText = 256;  ///< bytes

/// Returns whether a key stands in the place of a node, e.g. for an interrupt.
/// Source: wire facts, "What a runner must tolerate".
bool is_reserved(std::string_view key) {
    return key.starts_with("__") && key.ends_with("__");
}

/// Returns whether a value is not one that a reducer begins with: only then does a later state that
/// equals an update show that the update replaced it.
bool is_not_initial(const std::string& text) {
    return !text.empty() && text != "0" && text != "\"\"";
}

}  // namespace

UpdateChecker::ShortValues UpdateChecker::short_values(const Json& object) {
    ShortValues values;
    if (!object.is_object()) return values;
    for (const auto& [key, value] : object.items()) {
        if (values.size() >= kMaxKeys) break;
        const bool is_short =
            value.is_number() ||
            (value.is_string() && value.get_ref<const std::string&>().size() <= kMaxShortText);
        values.emplace(key, is_short ? to_text(value) : "");
    }
    return values;
}

UpdateChecker::GraphScope* UpdateChecker::scope_of(const ModeEvent& mode_event) {
    if (!mode_event.scope.empty()) has_subgraphs_ = true;
    if (!scopes_.contains(mode_event.scope) && scopes_.size() >= kMaxScopes) return nullptr;
    return &scopes_[mode_event.scope];
}

void UpdateChecker::check_update(const ModeEvent& mode_event) {
    GraphScope* scope = scope_of(mode_event);
    if (!scope || !mode_event.data->is_object()) {
        has_other_nodes_ = true;
        return;
    }
    std::vector<std::string> nodes;
    for (const auto& [node, changes] : mode_event.data->items()) {
        if (is_reserved(node) || update_nodes_.size() >= kMaxNodes) {
            has_other_nodes_ = true;
            continue;
        }
        nodes.push_back(node);
        update_nodes_.insert(node);
        record_replaced(changes, mode_event.received.position, *scope);
        if (auto values = short_values(changes);
            !values.empty() && scope->recent.size() < kMaxUpdates)
            scope->recent.push_back(std::move(values));
    }
    if (nodes.size() < 2) return;
    findings_.add(StreamRuleId::kUpdatesEach,
                  {.got = fmt::format("the updates of {} in one event", join(nodes, ", ")),
                   .position = mode_event.received.position});
}

void UpdateChecker::record_replaced(const Json& changes,
                                    const StreamPosition& position,
                                    GraphScope& scope) {
    for (const std::string& key : replaced_keys_) {
        const Json* value = member(changes, key);
        if (!value) continue;
        // A state may also arrive before its updates.
        const auto current = scope.replaced_state.find(key);
        if (current != scope.replaced_state.end() && *current->second == *value) continue;
        PendingUpdate& update = scope.replaced[key];
        if (update.values.size() >= kMaxUpdates) update.values.erase(update.values.begin());
        update.values.push_back(std::make_shared<const Json>(*value));
        update.position = position;
    }
}

void UpdateChecker::check_state(const ModeEvent& mode_event) {
    GraphScope* scope = scope_of(mode_event);
    if (!scope) return;
    check_replaced(mode_event, *scope);
    ShortValues now = short_values(*mode_event.data);
    note_shown(*scope, now);
    scope->recent.clear();
    scope->state = std::move(now);
}

void UpdateChecker::check_replaced(const ModeEvent& mode_event, GraphScope& scope) {
    for (const auto& [key, update] : scope.replaced) {
        findings_.mark_checked("updates_in_values");
        const Json* value = member(*mode_event.data, key);
        const bool is_shown = value && std::any_of(update.values.begin(),
                                                   update.values.end(),
                                                   [&](const auto& one) { return *one == *value; });
        if (is_shown) continue;
        findings_.add(
            StreamRuleId::kUpdates,
            {.got = fmt::format("{} is {}", key, value ? to_short_text(*value) : "missing"),
             .expected = fmt::format("{} to be {} in the state after its update",
                                     key,
                                     to_short_text(*update.values.back())),
             .position = mode_event.received.position});
    }
    scope.replaced.clear();
    scope.replaced_state.clear();
    for (const std::string& key : replaced_keys_) {
        if (const Json* value = member(*mode_event.data, key))
            scope.replaced_state[key] = std::make_shared<const Json>(*value);
    }
}

void UpdateChecker::note_shown(const GraphScope& scope, const ShortValues& now) {
    std::size_t shown_updates = 0;
    for (const ShortValues& update : scope.recent) {
        bool is_shown = false;
        for (const auto& [key, value] : update) {
            const auto after = now.find(key);
            if (after == now.end()) continue;
            is_shown = true;
            const auto before = scope.state.find(key);
            const bool is_replaced = before != scope.state.end() &&
                                     is_not_initial(before->second) && before->second != value &&
                                     !value.empty() && after->second == value;
            if (is_replaced) findings_.mark_checked("updates_in_values");
        }
        if (is_shown) ++shown_updates;
    }
    // A step that changes the state is followed by it, so these are the updates of one step.
    if (shown_updates > 1) findings_.mark_checked("updates_each");
}

void UpdateChecker::note_token(const ModeEvent& mode_event) {
    if (!mode_event.scope.empty()) has_subgraphs_ = true;
    if (!mode_event.data->is_array() || mode_event.data->size() < 2) return;
    const std::string node = string_or((*mode_event.data)[1], "graph_node", "");
    if (!node.empty() && token_nodes_.size() < kMaxNodes)
        token_nodes_.emplace(node, mode_event.received.position);
}

/// A model is called in a node, which ends with an update. Without the outputs of subgraphs the
/// nodes are not all known.
void UpdateChecker::finish() {
    if (!has_subgraphs_ || has_other_nodes_ || update_nodes_.empty() || token_nodes_.empty())
        return;
    if (token_nodes_.size() > 1) findings_.mark_checked("token_nodes");
    for (const auto& [node, position] : token_nodes_) {
        if (update_nodes_.contains(node)) continue;
        findings_.add(StreamRuleId::kTokenNodes,
                      {.got = fmt::format(
                           "tokens of {}, updates of {}", node, fmt::join(update_nodes_, ", ")),
                       .position = position});
    }
}

}  // namespace plumbline::streaming
