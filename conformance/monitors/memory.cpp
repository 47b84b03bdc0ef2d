#include "conformance/monitors/memory.hpp"

#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

std::string type_key(const std::string& place, const Type& type) {
    return place + '\n' + type.name;
}

std::string record_key(const std::string& place, const Type& type, const std::string& id) {
    return place + '\n' + type.name + '\n' + id;
}

Record fresh(const Type& type,
             const std::string& id,
             const SharedMoment& moment,
             std::uint64_t owner) {
    Record record;
    record.type = &type;
    record.id = id;
    record.owner = owner;
    record.known = moment;
    record.constants.resize(type.constants.size());
    record.growing.resize(type.growing.size());
    record.kept.resize(type.growing.size());
    record.finals.resize(type.finals.size());
    record.left_out.resize(type.defaults.size());
    record.replaced.resize(type.replaced.size());
    record.newest.resize(type.newest.size());
    record.names.resize(type.names.size());
    record.of_children.resize(type.of_children.size());
    record.watched.resize(type.watched.size());
    return record;
}

}  // namespace

Record* Memory::find(const std::string& place, const Type& type, const std::string& id) {
    const auto found = records_.find(record_key(place, type, id));
    return found == records_.end() ? nullptr : found->second.get();
}

Record* Memory::touch(const std::string& place,
                      const Type& type,
                      const std::string& id,
                      const SharedMoment& moment,
                      std::uint64_t owner) {
    std::string key = record_key(place, type, id);
    const auto found = records_.find(key);
    if (found != records_.end()) return found->second.get();
    if (records_.size() >= kMaxRecords) return nullptr;
    auto& record = records_[std::move(key)] =
        std::make_unique<Record>(fresh(type, id, moment, owner));
    by_type_[type_key(place, type)].push_back(record.get());
    return record.get();
}

void Memory::begin_anew(Record& record, const SharedMoment& moment, std::uint64_t owner) {
    record = fresh(*record.type, record.id, moment, owner);
}

const std::vector<Record*>& Memory::all(const std::string& place, const Type& type) const {
    static const std::vector<Record*> kNone;
    const auto found = by_type_.find(type_key(place, type));
    return found == by_type_.end() ? kNone : found->second;
}

std::optional<Instant> Memory::retired(const std::string& place,
                                       const Type& type,
                                       const std::string& id) const {
    if (retired_.empty()) return std::nullopt;
    const auto found = retired_.find(fingerprint(record_key(place, type, id)));
    return found == retired_.end() ? std::nullopt : std::optional(found->second);
}

void Memory::let_go(std::uint64_t owner) {
    for (auto& [key, records] : by_type_)
        std::erase_if(records, [&](const Record* record) { return record->owner == owner; });
    for (auto one = records_.begin(); one != records_.end();) {
        if (one->second->owner != owner) {
            ++one;
            continue;
        }
        if (retired_.size() < kMaxRetired)
            retired_.emplace(fingerprint(one->first), one->second->known->ended);
        one = records_.erase(one);
    }
}

void Memory::clear() {
    records_.clear();
    by_type_.clear();
    retired_.clear();
}

std::string id_of(const Json* value) {
    if (!value) return "";
    if (value->is_number_integer()) return value->dump();
    if (!value->is_string()) return "";
    const auto& text = value->get_ref<const std::string&>();
    // Texts that differ only in case are the same uuid, but may be different ids of another kind.
    return is_uuid(text) ? to_lower(text) : text;
}

}  // namespace plumbline::monitors
