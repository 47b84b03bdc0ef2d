#include "spec/json/yaml_anchors.hpp"

#include <algorithm>

namespace plumbline {

void YamlAnchors::add_scalar(std::size_t anchor, const std::string& pointer) {
    ++nodes_;
    if (anchor != 0) anchors_[anchor] = {pointer, 1, 0};
}

void YamlAnchors::open(std::size_t anchor) {
    open_.push_back({anchor, nodes_++, 1});
}

void YamlAnchors::close(const std::string& pointer) {
    const Frame frame = open_.back();
    open_.pop_back();
    raise(frame.height);
    if (frame.anchor == 0) return;
    anchors_[frame.anchor] = {pointer, nodes_ - frame.nodes_before, frame.height};
}

void YamlAnchors::add_copy(const Anchored& source) {
    nodes_ += source.nodes;
    raise(source.height);
}

Anchored YamlAnchors::find(std::size_t anchor) const {
    const auto found = anchors_.find(anchor);
    return found == anchors_.end() ? Anchored{} : found->second;
}

void YamlAnchors::raise(std::size_t height) {
    if (!open_.empty()) open_.back().height = std::max(open_.back().height, height + 1);
}

}  // namespace plumbline
