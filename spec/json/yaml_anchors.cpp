#include "spec/json/yaml_anchors.hpp"

#include <algorithm>

namespace plumbline {

void YamlAnchors::add_scalar(std::string_view anchor, const std::string& pointer) {
    ++nodes_;
    if (!anchor.empty()) anchors_[std::string(anchor)] = {pointer, 1, 0};
}

void YamlAnchors::open(std::string_view anchor) {
    open_.push_back({std::string(anchor), nodes_++, 1});
    // An earlier anchor of this name ends here: inside the value its name means the value.
    if (!anchor.empty()) anchors_[std::string(anchor)] = {};
}

void YamlAnchors::close(const std::string& pointer) {
    const Frame frame = std::move(open_.back());
    open_.pop_back();
    raise(frame.height);
    if (frame.anchor.empty()) return;
    anchors_[frame.anchor] = {pointer, nodes_ - frame.nodes_before, frame.height};
}

void YamlAnchors::add_copy(const Anchored& source) {
    nodes_ += source.nodes;
    raise(source.height);
}

std::optional<Anchored> YamlAnchors::find(std::string_view anchor) const {
    const auto found = anchors_.find(std::string(anchor));
    if (found == anchors_.end()) return std::nullopt;
    return found->second;
}

void YamlAnchors::raise(std::size_t height) {
    if (!open_.empty()) open_.back().height = std::max(open_.back().height, height + 1);
}

}  // namespace plumbline
