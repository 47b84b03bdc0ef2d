#include "spec/json/yaml/yaml_anchors.hpp"

#include <algorithm>

namespace plumbline {

void YamlAnchors::add_scalar(std::string_view anchor, const std::string& pointer) {
    ++nodes_;
    if (!anchor.empty()) anchors_[std::string(anchor)] = {pointer, 1, 0};
}

void YamlAnchors::open(std::string_view anchor) {
    open_.push_back({std::string(anchor), nodes_++, 1});
    // An earlier anchor of this name ends here: inside the value the name refers to the value
    // itself.
    if (!anchor.empty()) anchors_[std::string(anchor)] = {};
}

void YamlAnchors::close(const std::string& pointer) {
    const AnchorFrame frame = std::move(open_.back());
    open_.pop_back();
    update_height(frame.height);
    if (frame.anchor.empty()) return;
    anchors_[frame.anchor] = {pointer, nodes_ - frame.nodes_before, frame.height};
}

void YamlAnchors::add_copy(const AnchoredValue& source) {
    nodes_ += source.nodes;
    update_height(source.height);
}

std::optional<AnchoredValue> YamlAnchors::find(std::string_view anchor) const {
    const auto found = anchors_.find(std::string(anchor));
    if (found == anchors_.end()) return std::nullopt;
    return found->second;
}

void YamlAnchors::update_height(std::size_t height) {
    if (!open_.empty()) open_.back().height = std::max(open_.back().height, height + 1);
}

}  // namespace plumbline
