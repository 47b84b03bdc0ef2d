#include "conformance/monitors/record_history.hpp"

#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

std::string type_key(const std::string& address, const ResourceRules& type) {
    return address + '\n' + type.name;
}

std::string record_key(const std::string& address,
                       const ResourceRules& type,
                       const std::string& id) {
    return address + '\n' + type.name + '\n' + id;
}

TrackedRecord new_record(const ResourceRules& type,
                         const std::string& id,
                         const SharedExchangeRef& exchange,
                         std::uint64_t owner) {
    TrackedRecord record;
    record.rules = &type;
    record.id = id;
    record.owner = owner;
    record.first_seen = exchange;
    record.constants.resize(type.constants.size());
    record.monotonic.resize(type.monotonic.size());
    record.monotonic_lists.resize(type.monotonic.size());
    record.positions.resize(type.advancing.size());
    record.final_states.resize(type.final_states.size());
    record.omitted.resize(type.defaults.size());
    record.replaced.resize(type.replaced.size());
    record.newest.resize(type.newest.size());
    record.references.resize(type.references.size());
    record.child_rule_states.resize(type.child_rules.size());
    record.referenced_values.resize(type.referenced_fields.size());
    return record;
}

}  // namespace

TrackedRecord* RecordHistory::find(const std::string& address,
                                   const ResourceRules& type,
                                   const std::string& id) {
    const auto found = records_.find(record_key(address, type, id));
    return found == records_.end() ? nullptr : found->second.get();
}

TrackedRecord* RecordHistory::find_or_add(const std::string& address,
                                          const ResourceRules& type,
                                          const std::string& id,
                                          const SharedExchangeRef& exchange,
                                          std::uint64_t owner) {
    std::string key = record_key(address, type, id);
    const auto found = records_.find(key);
    if (found != records_.end()) return found->second.get();
    if (records_.size() >= kMaxRecords) return nullptr;
    auto& record = records_[std::move(key)] =
        std::make_unique<TrackedRecord>(new_record(type, id, exchange, owner));
    by_type_[type_key(address, type)].push_back(record.get());
    return record.get();
}

void RecordHistory::reset(TrackedRecord& record,
                          const SharedExchangeRef& exchange,
                          std::uint64_t owner) {
    record = new_record(*record.rules, record.id, exchange, owner);
}

const std::vector<TrackedRecord*>& RecordHistory::all(const std::string& address,
                                                      const ResourceRules& type) const {
    static const std::vector<TrackedRecord*> kNone;
    const auto found = by_type_.find(type_key(address, type));
    return found == by_type_.end() ? kNone : found->second;
}

std::optional<Instant> RecordHistory::retired_at(const std::string& address,
                                                 const ResourceRules& type,
                                                 const std::string& id) const {
    if (retired_.empty()) return std::nullopt;
    const auto found = retired_.find(fingerprint(record_key(address, type, id)));
    return found == retired_.end() ? std::nullopt : std::optional(found->second);
}

void RecordHistory::release_owner(std::uint64_t owner) {
    const auto is_released = [&](const TrackedRecord& record) {
        return record.owner == owner && record.rules->is_deletable;
    };
    for (auto& [key, records] : by_type_)
        std::erase_if(records, [&](const TrackedRecord* record) { return is_released(*record); });
    for (auto one = records_.begin(); one != records_.end();) {
        if (!is_released(*one->second)) {
            ++one;
            continue;
        }
        if (retired_.size() < kMaxRetired)
            retired_.emplace(fingerprint(one->first), one->second->first_seen->ended);
        one = records_.erase(one);
    }
}

void RecordHistory::forget_writes_except(const ResourceRules* type) {
    for (auto& [key, record] : records_) {
        if (record->rules != type) record->last_write.response = nullptr;
    }
}

void RecordHistory::clear() {
    records_.clear();
    by_type_.clear();
    retired_.clear();
}

std::string id_of(const Json* value) {
    if (!value) return "";
    if (value->is_number_integer()) return value->dump();
    if (!value->is_string()) return "";
    const auto& text = value->get_ref<const std::string&>();
    // Texts that differ only in case are the same uuid, but may be different ids of other formats.
    return is_uuid(text) ? to_lower(text) : text;
}

}  // namespace plumbline::monitors
