#include "spec/jsonpath/node_traversal.hpp"

#include "spec/jsonpath/evaluation.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::jsonpath {
namespace {

/// The children of a value still to visit: of an object from `member` on, of an array from `index`
/// on by `step`.
struct ChildRange {
    std::size_t left = 0;
    Json::const_iterator member;
    std::int64_t index = 0;
    std::int64_t step = 1;
};

std::int64_t item_count(const Json& array) {
    return static_cast<std::int64_t>(array.size());
}

ChildRange all_children(const Json& value) {
    ChildRange children;
    children.left = value.is_structured() ? value.size() : 0;
    if (value.is_object()) children.member = value.begin();
    return children;
}

/// Source: RFC 9535, section 2.3.4.2.2, `Bounds`.
ChildRange slice_children(const Json& array, const SliceSelector& slice) {
    const std::int64_t length = item_count(array);
    const std::int64_t step = slice.step;
    if (step == 0) return {};
    // The range of the bounds: from 0 to the length, or from the last item to before the first.
    const std::int64_t lowest = step > 0 ? 0 : -1;
    const std::int64_t highest = step > 0 ? length : length - 1;
    const auto bound = [&](std::optional<std::int64_t> given, std::int64_t otherwise) {
        if (!given) return otherwise;
        return std::clamp(*given < 0 ? length + *given : *given, lowest, highest);
    };
    const std::int64_t start = bound(slice.start, step > 0 ? lowest : highest);
    const std::int64_t end = bound(slice.end, step > 0 ? highest : lowest);
    const std::int64_t span = step > 0 ? end - start : start - end;
    if (span <= 0) return {};
    const std::int64_t stride = step > 0 ? step : -step;
    ChildRange children;
    children.left = static_cast<std::size_t>((span - 1) / stride + 1);
    children.index = start;
    children.step = step;
    return children;
}

/// The children that one selector visits.
struct SelectorChildren {
    const Json& value;

    ChildRange operator()(const NameSelector& selector) const {
        if (!value.is_object()) return {};
        ChildRange children;
        children.member = value.find(selector.name);
        children.left = children.member == value.end() ? 0 : 1;
        return children;
    }
    ChildRange operator()(const IndexSelector& selector) const {
        if (!value.is_array()) return {};
        const std::int64_t length = item_count(value);
        ChildRange children;
        children.index = selector.index < 0 ? length + selector.index : selector.index;
        children.left = children.index >= 0 && children.index < length ? 1 : 0;
        return children;
    }
    ChildRange operator()(const SliceSelector& selector) const {
        return value.is_array() ? slice_children(value, selector) : ChildRange{};
    }
    ChildRange operator()(const WildcardSelector&) const { return all_children(value); }
    ChildRange operator()(const FilterSelector&) const { return all_children(value); }
};

/// Returns the next child; at least one must be left.
NodeLocation take_child(ChildRange& children, const Json& value) {
    --children.left;
    if (value.is_object()) {
        const auto at = children.member++;
        return {&*at, &at.key(), 0, NodeLocation::kNoParent};
    }
    const auto index = static_cast<std::size_t>(children.index);
    children.index += children.step;
    return {&value[index], nullptr, index, NodeLocation::kNoParent};
}

}  // namespace

/// A value on the current path, and its children still to visit.
struct NodeTraversal::TraversalFrame {
    NodeLocation location;
    std::size_t segment = 0;   ///< the segment applied to it
    std::size_t selector = 0;  ///< how many have begun; one more is the descent to all children
    ChildRange children{};
    std::size_t location_index = NodeLocation::kNoParent;  ///< its index in the locations
};

NodeTraversal::NodeTraversal(const JsonPathQuery& query,
                             const Json& start,
                             QueryEvaluation& evaluation)
    : query_(query), evaluation_(evaluation) {
    current_.value = &start;
}

NodeTraversal::~NodeTraversal() = default;

bool NodeTraversal::next() {
    if (!has_started_) {
        has_started_ = true;
        if (query_.segments.empty()) return evaluation_.budget().spend();
        enter(current_, 0);
    }
    while (!frames_.empty()) {
        TraversalFrame& frame = frames_.back();
        if (frame.children.left == 0) {
            if (!begin_selector(frame)) frames_.pop_back();
            continue;
        }
        if (!evaluation_.budget().spend()) return false;
        const NodeLocation child = take_child(frame.children, *frame.location.value);
        const std::size_t segment = frame.segment;
        if (frame.selector > query_.segments[segment].selectors.size()) {
            enter(child, segment);
        } else if (accepts(frame, *child.value)) {
            if (segment + 1 == query_.segments.size()) {
                current_ = child;
                return true;
            }
            enter(child, segment + 1);
        }
    }
    return false;
}

/// Begins the next selector, or the descent after the last one; returns false if there is none.
bool NodeTraversal::begin_selector(TraversalFrame& frame) {
    const JsonPathSegment& segment = query_.segments[frame.segment];
    const std::size_t count = segment.selectors.size() + (segment.descends ? 1 : 0);
    if (frame.selector == count || !evaluation_.budget().spend()) return false;
    const Json& value = *frame.location.value;
    frame.children = frame.selector < segment.selectors.size()
                         ? std::visit(SelectorChildren{value}, segment.selectors[frame.selector])
                         : all_children(value);
    ++frame.selector;
    return true;
}

bool NodeTraversal::accepts(const TraversalFrame& frame, const Json& child) {
    const JsonPathSelector& selector = query_.segments[frame.segment].selectors[frame.selector - 1];
    const auto* filter = std::get_if<FilterSelector>(&selector);
    return filter == nullptr || evaluation_.holds(*filter->condition, child);
}

/// Descends into a value if it has children.
void NodeTraversal::enter(const NodeLocation& child, std::size_t segment) {
    if (!child.value->is_structured()) return;
    if (!evaluation_.budget().may_enter(frames_.size() + 1)) return;
    frames_.push_back({child, segment});
}

std::size_t NodeTraversal::append_location(std::vector<NodeLocation>& locations) {
    std::size_t first = frames_.size();
    while (first > 0 && frames_[first - 1].location_index == NodeLocation::kNoParent) --first;
    std::size_t parent = first > 0 ? frames_[first - 1].location_index : NodeLocation::kNoParent;
    const auto add = [&](NodeLocation location) {
        location.parent = parent;
        locations.push_back(location);
        parent = locations.size() - 1;
    };
    for (std::size_t i = first; i < frames_.size(); ++i) {
        add(frames_[i].location);
        frames_[i].location_index = parent;
    }
    add(current_);
    return parent;
}

}  // namespace plumbline::jsonpath
