#include "spec/jsonpath/walk.hpp"

#include "spec/jsonpath/evaluation.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::jsonpath {
namespace {

/// Children of a value that are still to be looked at: of an object from `member` on, of an array
/// from `index` on in steps.
struct Children {
    std::size_t left = 0;
    Json::const_iterator member;
    std::int64_t index = 0;
    std::int64_t step = 1;
};

std::int64_t item_count(const Json& array) {
    return static_cast<std::int64_t>(array.size());
}

Children all_of(const Json& value) {
    Children children;
    children.left = value.is_structured() ? value.size() : 0;
    if (value.is_object()) children.member = value.begin();
    return children;
}

/// Source: RFC 9535, section 2.3.4.2.2, `Bounds`.
Children slice_of(const Json& array, const SliceSelector& slice) {
    const std::int64_t length = item_count(array);
    const std::int64_t step = slice.step;
    if (step == 0) return {};
    // Where it may begin and end: from 0 to the length, or from the last item to before the first.
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
    Children children;
    children.left = static_cast<std::size_t>((span - 1) / stride + 1);
    children.index = start;
    children.step = step;
    return children;
}

/// What one selector looks at.
struct ChildrenFor {
    const Json& value;

    Children operator()(const NameSelector& selector) const {
        if (!value.is_object()) return {};
        Children children;
        children.member = value.find(selector.name);
        children.left = children.member == value.end() ? 0 : 1;
        return children;
    }
    Children operator()(const IndexSelector& selector) const {
        if (!value.is_array()) return {};
        const std::int64_t length = item_count(value);
        Children children;
        children.index = selector.index < 0 ? length + selector.index : selector.index;
        children.left = children.index >= 0 && children.index < length ? 1 : 0;
        return children;
    }
    Children operator()(const SliceSelector& selector) const {
        return value.is_array() ? slice_of(value, selector) : Children{};
    }
    Children operator()(const WildcardSelector&) const { return all_of(value); }
    Children operator()(const FilterSelector&) const { return all_of(value); }
};

/// Takes the next child; there is one left.
NodeList::Place take_child(Children& children, const Json& value) {
    --children.left;
    if (value.is_object()) {
        const auto at = children.member++;
        return {&*at, &at.key(), 0, NodeList::kNoParent};
    }
    const auto index = static_cast<std::size_t>(children.index);
    children.index += children.step;
    return {&value[index], nullptr, index, NodeList::kNoParent};
}

}  // namespace

/// A value on the way down, and what of it is still to be looked at.
struct Walk::Frame {
    NodeList::Place place;
    std::size_t segment = 0;   ///< which is applied to it
    std::size_t selector = 0;  ///< how many have begun; one more: the descent to all children
    Children children{};
    std::size_t kept = NodeList::kNoParent;  ///< its position in the places
};

Walk::Walk(const Query& query, const Json& start, Evaluation& evaluation)
    : query_(query), evaluation_(evaluation) {
    found_.value = &start;
}

Walk::~Walk() = default;

bool Walk::next() {
    if (!has_begun_) {
        has_begun_ = true;
        if (query_.segments.empty()) return evaluation_.meter().spend();
        enter(found_, 0);
    }
    while (!frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.children.left == 0) {
            if (!begin_selector(frame)) frames_.pop_back();
            continue;
        }
        if (!evaluation_.meter().spend()) return false;
        const NodeList::Place child = take_child(frame.children, *frame.place.value);
        const std::size_t segment = frame.segment;
        if (frame.selector > query_.segments[segment].selectors.size()) {
            enter(child, segment);
        } else if (accepts(frame, *child.value)) {
            if (segment + 1 == query_.segments.size()) {
                found_ = child;
                return true;
            }
            enter(child, segment + 1);
        }
    }
    return false;
}

/// Turns to the next selector, or behind the last to the descent; false if there is nothing more.
bool Walk::begin_selector(Frame& frame) {
    const Segment& segment = query_.segments[frame.segment];
    const std::size_t turns = segment.selectors.size() + (segment.descends ? 1 : 0);
    if (frame.selector == turns || !evaluation_.meter().spend()) return false;
    const Json& value = *frame.place.value;
    frame.children = frame.selector < segment.selectors.size()
                         ? std::visit(ChildrenFor{value}, segment.selectors[frame.selector])
                         : all_of(value);
    ++frame.selector;
    return true;
}

bool Walk::accepts(const Frame& frame, const Json& child) {
    const Selector& selector = query_.segments[frame.segment].selectors[frame.selector - 1];
    const auto* filter = std::get_if<FilterSelector>(&selector);
    return filter == nullptr || evaluation_.holds(*filter->condition, child);
}

/// Goes down into a value, if it has children.
void Walk::enter(const NodeList::Place& child, std::size_t segment) {
    if (!child.value->is_structured()) return;
    if (!evaluation_.meter().may_enter(frames_.size() + 1)) return;
    frames_.push_back({child, segment});
}

std::size_t Walk::keep(std::vector<NodeList::Place>& places) {
    std::size_t first = frames_.size();
    while (first > 0 && frames_[first - 1].kept == NodeList::kNoParent) --first;
    std::size_t parent = first > 0 ? frames_[first - 1].kept : NodeList::kNoParent;
    const auto add = [&](NodeList::Place place) {
        place.parent = parent;
        places.push_back(place);
        parent = places.size() - 1;
    };
    for (std::size_t i = first; i < frames_.size(); ++i) {
        add(frames_[i].place);
        frames_[i].kept = parent;
    }
    add(found_);
    return parent;
}

}  // namespace plumbline::jsonpath
