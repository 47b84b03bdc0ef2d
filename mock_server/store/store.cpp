#include "mock_server/store/store.hpp"

#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool matches(const Record& record, const RecordQuery& query) {
    const bool is_visible =
        query.all_tenants || record.tenant.empty() || record.tenant == query.tenant;
    if (!is_visible) return false;
    return !query.accepts || query.accepts(record);
}

}  // namespace

Json public_body(const Json& body) {
    Json all = Json::object();
    for (const auto& [name, value] : body.get_ref<const Json::object_t&>()) {
        if (!name.starts_with('_')) all[name] = value;
    }
    if (const Json* replacements = member(body, kPublicMember)) all.update(*replacements);
    return all;
}

const Record& Store::insert(Record record) {
    record.number = ++last_number_;
    CollectionTable& table = tables_[record.ref.collection];
    const Record& inserted = records_[last_number_] = std::move(record);
    const bool is_new = table.by_id.emplace(inserted.ref.id, inserted.number).second;
    PLUMBLINE_CHECK(is_new, "a record id is created once");
    siblings_of(inserted, table).push_back(inserted.number);
    return inserted;
}

const Record* Store::find(RecordNumber number) const {
    const auto record = records_.find(number);
    return record == records_.end() ? nullptr : &record->second;
}

const Store::CollectionTable* Store::find_table(std::string_view collection) const {
    const auto table = tables_.find(collection);
    return table == tables_.end() ? nullptr : &table->second;
}

std::vector<RecordNumber>& Store::siblings_of(const Record& record, CollectionTable& table) {
    return record.owner == 0 ? table.without_owner : owned_[record.owner];
}

const Record* Store::find(std::string_view collection, std::string_view id) const {
    const CollectionTable* table = find_table(collection);
    if (!table) return nullptr;
    const auto number = table->by_id.find(id);
    return number == table->by_id.end() ? nullptr : find(number->second);
}

void Store::set_body(const Record& record, Json body) {
    Record& changed = mutable_record(record);
    changed.body = std::make_shared<const Json>(std::move(body));
    changed.text.reset();
}

Json& Store::edit(const Record& record) {
    Record& changed = mutable_record(record);
    // Every body was created by set_body or insert as a non-const value.
    if (changed.body.use_count() > 1) changed.body = std::make_shared<const Json>(*changed.body);
    changed.text.reset();
    return const_cast<Json&>(*changed.body);
}

void Store::set_state(const Record& record, std::string_view state) {
    mutable_record(record).state = state;
}

void Store::mark_deleted(const Record& record) {
    mutable_record(record).is_deleted = true;
}

void Store::remove(const Record& record) {
    const RecordNumber number = record.number;
    CollectionTable& table = tables_.find(record.ref.collection)->second;
    auto& siblings = siblings_of(record, table);
    siblings.erase(std::lower_bound(siblings.begin(), siblings.end(), number));
    if (record.owner != 0 && siblings.empty()) owned_.erase(record.owner);
    table.by_id.erase(record.ref.id);
    records_.erase(number);
}

const std::vector<RecordNumber>* Store::numbers_of(std::string_view collection,
                                                   RecordNumber owner) const {
    if (owner != 0) {
        const auto owned = owned_.find(owner);
        return owned == owned_.end() ? nullptr : &owned->second;
    }
    const CollectionTable* table = find_table(collection);
    return table ? &table->without_owner : nullptr;
}

std::vector<const Record*> Store::list(std::string_view collection,
                                       const RecordQuery& query) const {
    std::vector<const Record*> selected;
    std::vector<RecordNumber> of_all_owners;
    if (query.all_owners) {
        for (const Record* record : all(collection)) of_all_owners.push_back(record->number);
    }
    const auto* numbers = query.all_owners ? &of_all_owners : numbers_of(collection, query.owner);
    std::size_t matched = 0;
    for (std::size_t i = 0; numbers && i < numbers->size() && selected.size() < query.limit; ++i) {
        const std::size_t at = query.newest_first ? numbers->size() - 1 - i : i;
        const Record* record = find((*numbers)[at]);
        const bool is_wanted = record->ref.collection == collection && matches(*record, query);
        if (is_wanted && ++matched > query.offset) selected.push_back(record);
    }
    return selected;
}

std::vector<const Record*> Store::all(std::string_view collection) const {
    std::vector<const Record*> records;
    const CollectionTable* table = find_table(collection);
    if (!table) return records;
    for (const auto& [id, number] : table->by_id) records.push_back(find(number));
    std::ranges::sort(records, {}, &Record::number);
    return records;
}

std::vector<const Record*> Store::children(const Record& owner) const {
    std::vector<const Record*> records;
    const auto owned = owned_.find(owner.number);
    if (owned == owned_.end()) return records;
    for (const RecordNumber number : owned->second) records.push_back(find(number));
    return records;
}

std::vector<const Record*> Store::children(std::string_view collection, const Record& owner) const {
    auto records = children(owner);
    std::erase_if(records,
                  [&](const Record* record) { return record->ref.collection != collection; });
    return records;
}

std::shared_ptr<const std::string> Store::text(const Record& record) {
    Record& stored = mutable_record(record);
    if (!stored.text) {
        const auto& members = record.body->get_ref<const Json::object_t&>();
        // Most bodies are printed as they are: copying one costs more than printing it.
        const bool is_public = std::ranges::none_of(
            members, [](const auto& member) { return member.first.starts_with('_'); });
        stored.text = std::make_shared<const std::string>(
            to_text(is_public ? *record.body : public_body(*record.body)));
    }
    return stored.text;
}

}  // namespace plumbline::mock
