#include "conformance/discovery/discovery.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::discovery {
namespace {

/// Sets the value at a pointer whose tokens are names, and creates what is missing on the way.
void set_member(Json& root, const std::string& pointer, const Json& value) {
    const auto parsed = JsonPointer::parse(pointer);
    if (!parsed) return;
    Json* at = &root;
    for (const std::string& token : parsed->tokens()) {
        if (!at->is_object()) *at = Json::object();
        at = &(*at)[token];
    }
    *at = value;
}

}  // namespace

Discovery::Discovery()
    : values(std::make_shared<Json>(Json::object())),
      proposals(std::make_shared<Json>(Json::object())) {}

bool Discovery::has(const std::string& pointer) const {
    return find(*values, std::string_view(pointer)) != nullptr;
}

void Discovery::set(const std::string& pointer, const Json& value, const std::string& note) {
    set_member(*values, pointer, value);
    if (!note.empty()) notes[pointer] = note;
}

void Discovery::propose(const std::string& pointer, const Json& value, const std::string& note) {
    set_member(*proposals, pointer, value);
    if (!note.empty()) notes[pointer] = note;
}

void Discovery::complete(const std::string& pointer, const Json& value) {
    const bool was_missing = std::erase(missing, pointer) > 0;
    const std::string section = pointer.substr(0, pointer.rfind('/'));
    const bool is_incomplete = std::ranges::any_of(
        missing, [&](const std::string& other) { return other.starts_with(section + '/'); });
    if (is_incomplete && !section.empty()) return set_member(*proposals, pointer, value);
    if (was_missing) {
        if (const Json* proposed = find(*proposals, std::string_view(section))) {
            const Json members = *proposed;
            (void)remove_at(*proposals, *JsonPointer::parse(section));
            set_member(*values, section, members);
            notes.erase(section);
        }
    }
    set(pointer, value);
}

}  // namespace plumbline::discovery
