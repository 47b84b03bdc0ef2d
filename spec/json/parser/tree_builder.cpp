#include "spec/json/parser/tree_builder.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

TreeBuilder::TreeBuilder(PositionTracking positions)
    : keep_positions_(positions == PositionTracking::kKeep), root_(std::make_shared<Json>()) {}

bool TreeBuilder::expects_member() const {
    return !open_.empty() && open_.back().value->is_object() && !open_.back().expects_key;
}

bool TreeBuilder::key(const std::string& key, SourcePosition at) {
    OpenContainer& frame = open_.back();
    const auto added = frame.value->get_ref<Json::object_t&>().emplace(key, nullptr);
    if (!added.second) return false;
    member_ = &added.first->second;
    frame.expects_key = false;
    if (keep_positions_) record_position(escape_pointer_token(key), at);
    return true;
}

void TreeBuilder::put(Json&& value, SourcePosition at) {
    next_value(at) = std::move(value);
}

void TreeBuilder::open(Json&& container, SourcePosition at) {
    Json& value = next_value(at);
    value = std::move(container);
    open_.push_back({&value, pointer_.size(), value.is_object()});
}

void TreeBuilder::close() {
    pointer_.resize(open_.back().pointer_length);
    open_.pop_back();
}

bool TreeBuilder::merge(const std::string& key, SourcePosition at) {
    Json& object = *open_.back().value;
    const std::string parent = pointer_.substr(0, open_.back().pointer_length);
    Json sources = std::move(object.at(key));
    object.erase(key);
    if (sources.is_object()) sources = Json::array({std::move(sources)});
    if (!sources.is_array()) return false;
    for (Json& source : sources) {
        if (!source.is_object()) return false;
        for (auto& [name, value] : source.get_ref<Json::object_t&>()) {
            const bool is_new = object.emplace(name, std::move(value)).second;
            if (is_new && keep_positions_)
                positions_.add(parent + '/' + escape_pointer_token(name), at);
        }
    }
    return true;
}

void TreeBuilder::record_position(std::string_view token, SourcePosition at) {
    if (!open_.empty()) {
        pointer_.resize(open_.back().pointer_length);
        pointer_.append("/").append(token);
    }
    positions_.add(pointer_, at);
}

Json& TreeBuilder::next_value(SourcePosition at) {
    if (open_.empty()) {
        if (keep_positions_) record_position("", at);
        return *root_;
    }
    OpenContainer& frame = open_.back();
    if (frame.value->is_object()) {
        frame.expects_key = true;
        return *member_;
    }
    if (keep_positions_) record_position(std::to_string(frame.value->size()), at);
    return frame.value->get_ref<Json::array_t&>().emplace_back();
}

}  // namespace plumbline
