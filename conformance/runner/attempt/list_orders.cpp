#include "conformance/runner/attempt/list_orders.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <numeric>

namespace plumbline::runner {
namespace {

constexpr std::size_t kMaxLists = 1'000;
/// Longer lists stay as they are: no criterion names so many positions.
constexpr std::size_t kMaxItems = 1'000;

bool has_own_order(const Operation& operation) {
    return std::ranges::any_of(operation.history, [](const HistoryRule& rule) {
        return rule.kind == HistoryRuleKind::kSorted;
    });
}

/// Returns the pointer of the items: the response is the list itself, or an object that has it.
JsonPointer items_pointer(const Operation& operation, const Json& response) {
    const auto at = JsonPointer::parse(operation.resource->items);
    return response.is_array() || !at ? JsonPointer() : *at;
}

}  // namespace

SharedJson ListOrders::ordered(const Operation& operation,
                               const std::string& url,
                               const Json& response) {
    if (operation.kind != "list" || !operation.resource || has_own_order(operation)) return nullptr;
    const JsonPointer at = items_pointer(operation, response);
    const Json* items = find(response, at);
    if (!items || !items->is_array() || items->size() > kMaxItems) return nullptr;
    const std::vector<Json> moved = moved_items(url, operation.resource->id, *items);
    if (moved.empty()) return nullptr;
    Json ordered = response;
    if (at.empty()) {
        ordered = Json(moved);
    } else {
        (void)set_at(ordered, at, Json(moved));
    }
    return std::make_shared<const Json>(std::move(ordered));
}

std::vector<Json> ListOrders::moved_items(const std::string& url,
                                          std::string_view id_pointer,
                                          const Json& items) {
    std::vector<std::size_t> ranks;
    {
        const std::lock_guard lock(mutex_);
        if (positions_.size() >= kMaxLists && !positions_.contains(url)) return {};
        Positions& known = positions_[url];
        for (const Json& item : items) {
            const Json* id = find(item, id_pointer);
            // Items without an id follow all others.
            ranks.push_back(id ? known.try_emplace(to_text(*id), known.size()).first->second
                               : kMaxItems * kMaxLists);
        }
    }
    if (std::ranges::is_sorted(ranks)) return {};
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranks[i]; });
    std::vector<Json> moved;
    moved.reserve(order.size());
    for (const std::size_t i : order) moved.push_back(items[i]);
    return moved;
}

}  // namespace plumbline::runner
