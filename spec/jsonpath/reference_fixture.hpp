#pragma once
// A second evaluator that follows the RFC literally: each segment builds a new list of nodes. It
// also generates its queries. For tests only. Source: RFC 9535, sections 2.3 and 2.5.

#include "spec/base/ids.hpp"
#include "spec/json/json_fwd.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::reference {

/// A normalized path and the value there.
struct ReferenceNode {
    std::string path;
    const Json* value = nullptr;
};

using ReferenceNodes = std::vector<ReferenceNode>;

inline ReferenceNodes children(const ReferenceNode& node) {
    ReferenceNodes found;
    if (node.value->is_object()) {
        for (const auto& member : node.value->items()) {
            found.push_back({node.path + "['" + member.key() + "']", &member.value()});
        }
    }
    for (std::size_t i = 0; node.value->is_array() && i < node.value->size(); ++i) {
        found.push_back({node.path + '[' + std::to_string(i) + ']', &(*node.value)[i]});
    }
    return found;
}

/// Returns the node and its descendants, each before those below it.
inline ReferenceNodes with_descendants(const ReferenceNode& node) {
    ReferenceNodes found = {node};
    for (const ReferenceNode& child : children(node)) {
        for (ReferenceNode& below : with_descendants(child)) found.push_back(std::move(below));
    }
    return found;
}

/// Returns the indexes of a slice, by the pseudocode of section 2.3.4.2.2.
inline std::vector<std::int64_t> slice(std::optional<std::int64_t> start,
                                       std::optional<std::int64_t> end,
                                       std::int64_t step,
                                       std::int64_t length) {
    const auto normalize = [&](std::int64_t i) { return i >= 0 ? i : length + i; };
    const std::int64_t from = normalize(start.value_or(step >= 0 ? 0 : length - 1));
    const std::int64_t to = normalize(end.value_or(step >= 0 ? length : -length - 1));
    std::vector<std::int64_t> indexes;
    if (step > 0) {
        const std::int64_t lower = std::min(std::max(from, std::int64_t{0}), length);
        const std::int64_t upper = std::min(std::max(to, std::int64_t{0}), length);
        for (std::int64_t i = lower; i < upper; i += step) indexes.push_back(i);
    }
    if (step < 0) {
        const std::int64_t upper = std::min(std::max(from, std::int64_t{-1}), length - 1);
        const std::int64_t lower = std::min(std::max(to, std::int64_t{-1}), length - 1);
        for (std::int64_t i = upper; lower < i; i += step) indexes.push_back(i);
    }
    return indexes;
}

using ReferenceSelector = std::function<ReferenceNodes(const ReferenceNode&)>;
using ReferenceSegment = std::function<ReferenceNodes(const ReferenceNode&)>;

/// A query and its evaluation.
struct ReferenceQuery {
    std::string text;
    std::vector<ReferenceSegment> segments;

    [[nodiscard]] ReferenceNodes select(const ReferenceNode& start) const {
        ReferenceNodes nodes = {start};
        for (const ReferenceSegment& segment : segments) {
            ReferenceNodes next;
            for (const ReferenceNode& node : nodes) {
                for (ReferenceNode& found : segment(node)) next.push_back(std::move(found));
            }
            nodes = std::move(next);
        }
        return nodes;
    }
};

/// Generates documents and queries that match each other: names a to c, short arrays, small
/// numbers.
class QueryGenerator {
  public:
    explicit QueryGenerator(std::uint64_t seed) : random_(seed) {}

    Json document(int depth = 4) {
        switch (below(depth > 0 ? 6 : 3)) {
            case 0:
                return Json(number());
            case 1:
                return Json(name());
            case 2:
                return below(2) == 0 ? Json() : Json(below(2) == 0);
            case 3: {
                Json object = Json::object();
                for (auto left = below(4); left > 0; --left) object[name()] = document(depth - 1);
                return object;
            }
            default: {
                Json array = Json::array();
                for (auto left = below(4); left > 0; --left) array.push_back(document(depth - 1));
                return array;
            }
        }
    }

    ReferenceQuery query(const std::string& start = "$", int depth = 2) {
        ReferenceQuery query{start, {}};
        for (auto left = below(4); left > 0; --left) add_segment(query, depth);
        return query;
    }

  private:
    struct GeneratedSelector {
        std::string text;
        ReferenceSelector selector;
    };
    using ReferenceCondition = std::function<bool(const Json&)>;

    std::int64_t below(std::int64_t bound) {
        return static_cast<std::int64_t>(random_.next() % static_cast<std::uint64_t>(bound));
    }
    std::string name() { return std::string(1, static_cast<char>('a' + below(3))); }
    std::int64_t number() { return below(7) - 3; }

    void add_segment(ReferenceQuery& query, int depth) {
        const bool descends = below(4) == 0;
        std::vector<ReferenceSelector> selectors;
        std::string text;
        for (auto left = 1 + below(2) * below(2); left > 0; --left) {
            GeneratedSelector one = selector(depth);
            text += (text.empty() ? "" : ",") + one.text;
            selectors.push_back(std::move(one.selector));
        }
        query.text += (descends ? "..[" : "[") + text + ']';
        query.segments.push_back([descends, selectors](const ReferenceNode& node) {
            ReferenceNodes found;
            for (const ReferenceNode& visited :
                 descends ? with_descendants(node) : ReferenceNodes{node}) {
                for (const ReferenceSelector& selector : selectors) {
                    for (ReferenceNode& one : selector(visited)) found.push_back(std::move(one));
                }
            }
            return found;
        });
    }

    GeneratedSelector selector(int depth) {
        switch (below(depth > 0 ? 6 : 4)) {
            case 0: {
                const std::string wanted = name();
                return {"'" + wanted + "'", only("['" + wanted + "']")};
            }
            case 1:
                return {"*", children};
            case 2: {
                const std::int64_t index = number();
                return {std::to_string(index), [index](const ReferenceNode& node) {
                            const ReferenceNodes all = items(node);
                            const auto length = static_cast<std::int64_t>(all.size());
                            const std::int64_t at = index < 0 ? length + index : index;
                            return at >= 0 && at < length
                                       ? ReferenceNodes{all[static_cast<std::size_t>(at)]}
                                       : ReferenceNodes{};
                        }};
            }
            case 3:
                return slice_selector();
            default:
                return filter(depth - 1);
        }
    }

    GeneratedSelector slice_selector() {
        const auto part = [&] { return below(3) == 0 ? std::nullopt : std::optional(number()); };
        const auto start = part();
        const auto end = part();
        const auto step = part();
        const auto text = [](std::optional<std::int64_t> one) {
            return one ? std::to_string(*one) : "";
        };
        return {text(start) + ':' + text(end) + (step ? ':' + text(step) : ""),
                [=](const ReferenceNode& node) {
                    const ReferenceNodes all = items(node);
                    const auto length = static_cast<std::int64_t>(all.size());
                    ReferenceNodes found;
                    for (const std::int64_t i : slice(start, end, step.value_or(1), length)) {
                        found.push_back(all[static_cast<std::size_t>(i)]);
                    }
                    return found;
                }};
    }

    GeneratedSelector filter(int depth) {
        auto [text, condition] = this->condition(depth);
        return {'?' + text, [condition = condition](const ReferenceNode& node) {
                    ReferenceNodes found;
                    for (const ReferenceNode& child : children(node)) {
                        if (condition(*child.value)) found.push_back(child);
                    }
                    return found;
                }};
    }

    std::pair<std::string, ReferenceCondition> condition(int depth) {
        if (below(3) == 0) {
            auto [left, first] = test(depth);
            auto [right, second] = test(depth);
            const bool both = below(2) == 0;
            return {left + (both ? " && " : " || ") + right,
                    [first = first, second = second, both](const Json& value) {
                        return both ? first(value) && second(value) : first(value) || second(value);
                    }};
        }
        return test(depth);
    }

    std::pair<std::string, ReferenceCondition> test(int depth) {
        const ReferenceQuery tested = query("@", depth);
        const std::int64_t bound = number();
        switch (below(4)) {
            case 0:
                return {'!' + tested.text, [tested](const Json& value) {
                            return tested.select({"", &value}).empty();
                        }};
            case 1:
                return {"count(" + tested.text + ") > " + std::to_string(bound),
                        [tested, bound](const Json& value) {
                            const auto count = tested.select({"", &value}).size();
                            return static_cast<std::int64_t>(count) > bound;
                        }};
            case 2:
                return {"value(" + tested.text + ") < " + std::to_string(bound),
                        [tested, bound](const Json& value) {
                            const ReferenceNodes nodes = tested.select({"", &value});
                            return nodes.size() == 1 && nodes[0].value->is_number() &&
                                   nodes[0].value->get<std::int64_t>() < bound;
                        }};
            default:
                return {tested.text, [tested](const Json& value) {
                            return !tested.select({"", &value}).empty();
                        }};
        }
    }

    static ReferenceNodes items(const ReferenceNode& node) {
        return node.value->is_array() ? children(node) : ReferenceNodes{};
    }

    /// Selects the child whose path ends with `end`.
    static ReferenceSelector only(const std::string& end) {
        return [end](const ReferenceNode& node) {
            ReferenceNodes found;
            for (const ReferenceNode& child : children(node)) {
                if (child.path == node.path + end) found.push_back(child);
            }
            return found;
        };
    }

    IdSource random_;
};

}  // namespace plumbline::reference
