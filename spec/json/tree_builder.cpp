#include "spec/json/tree_builder.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

TreeBuilder::TreeBuilder(Positions positions)
    : keep_positions_(positions == Positions::kKeep), root_(std::make_shared<Json>()) {}

bool TreeBuilder::expects_member() const {
    return !open_.empty() && open_.back().value->is_object() && !open_.back().expects_key;
}

bool TreeBuilder::key(const std::string& key, Position at) {
    Frame& frame = open_.back();
    const auto added = frame.value->get_ref<Json::object_t&>().emplace(key, nullptr);
    if (!added.second) return false;
    member_ = &added.first->second;
    frame.expects_key = false;
    if (keep_positions_) remember(escape_pointer_token(key), at);
    return true;
}

void TreeBuilder::put(Json&& value, Position at) {
    next_place(at) = std::move(value);
}

void TreeBuilder::open_object(Position at) {
    Json& place = next_place(at);
    place = Json::object();
    open_.push_back({&place, pointer_.size(), true});
}

void TreeBuilder::open_array(Position at) {
    Json& place = next_place(at);
    place = Json::array();
    open_.push_back({&place, pointer_.size(), false});
}

void TreeBuilder::close() {
    pointer_.resize(open_.back().pointer_length);
    open_.pop_back();
}

void TreeBuilder::remember(std::string_view token, Position at) {
    if (!open_.empty()) {
        pointer_.resize(open_.back().pointer_length);
        pointer_.append("/").append(token);
    }
    positions_.add(pointer_, at);
}

Json& TreeBuilder::next_place(Position at) {
    if (open_.empty()) {
        if (keep_positions_) remember("", at);
        return *root_;
    }
    Frame& frame = open_.back();
    if (frame.value->is_object()) {
        frame.expects_key = true;
        return *member_;
    }
    if (keep_positions_) remember(std::to_string(frame.value->size()), at);
    return frame.value->get_ref<Json::array_t&>().emplace_back();
}

}  // namespace plumbline
