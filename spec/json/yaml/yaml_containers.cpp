#include "spec/json/yaml/yaml_containers.hpp"

#include <algorithm>

namespace plumbline {

void YamlContainers::add_scalar(std::string_view anchor, const std::string& pointer) {
    ++nodes_;
    if (!anchor.empty()) anchors_[std::string(anchor)] = {pointer, 1, 0};
}

void YamlContainers::add_copy(const AnchoredValue& source) {
    nodes_ += source.nodes;
    update_height(source.height);
}

void YamlContainers::open(std::string_view anchor) {
    open_.push_back({std::string(anchor), nodes_++});
    // An earlier anchor of this name ends here: inside the value the name refers to the value
    // itself.
    if (!anchor.empty()) anchors_[std::string(anchor)] = {};
}

void YamlContainers::close(const std::string& pointer) {
    const YamlContainer closed = std::move(open_.back());
    open_.pop_back();
    update_height(closed.height);
    if (closed.anchor.empty()) return;
    anchors_[closed.anchor] = {pointer, nodes_ - closed.nodes_before, closed.height};
}

void YamlContainers::note_key(std::optional<SourcePosition> merge) {
    open_.back().is_in_merge_value = merge.has_value();
    if (merge) open_.back().merge_key = merge;
}

bool YamlContainers::is_in_merge_value() const {
    return std::any_of(
        open_.begin(), open_.end(), [](const YamlContainer& one) { return one.is_in_merge_value; });
}

const AnchoredValue* YamlContainers::find(std::string_view anchor) const {
    const auto found = anchors_.find(std::string(anchor));
    return found == anchors_.end() ? nullptr : &found->second;
}

void YamlContainers::update_height(std::size_t height) {
    if (!open_.empty()) open_.back().height = std::max(open_.back().height, height + 1);
}

}  // namespace plumbline
