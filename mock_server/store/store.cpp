#include "mock_server/store/store.hpp"

#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool belongs(const Record& record, const Selection& selection) {
    if (!record.tenant.empty() && record.tenant != selection.tenant) return false;
    return !selection.accepts || selection.accepts(record);
}

/// Walks `orders` from `begin` to `end` and keeps what the selection wants.
template <typename Iterator, typename Records>
std::vector<const Record*> pick(Iterator begin,
                                Iterator end,
                                const Records& records,
                                const Selection& selection) {
    std::vector<const Record*> picked;
    std::size_t passed = 0;
    for (; begin != end && picked.size() < selection.limit; ++begin) {
        const Record& record = records.at(*begin);
        if (belongs(record, selection) && ++passed > selection.offset) picked.push_back(&record);
    }
    return picked;
}

/// Says whether a body has members that the API does not show.
bool has_own_members(const Json& body) {
    const auto& members = body.get_ref<const Json::object_t&>();
    return std::any_of(members.begin(), members.end(), [](const auto& member) {
        return member.first.starts_with('_');
    });
}

}  // namespace

Json shown(const Json& body) {
    Json all = Json::object();
    for (const auto& [name, value] : body.items()) {
        if (!name.starts_with('_')) all[name] = value;
    }
    if (const Json* instead = member(body, kShown)) all.update(*instead);
    return all;
}

void Store::insert(Record record) {
    Table& table = tables_[record.ref.collection];
    PLUMBLINE_CHECK(!table.by_id.contains(record.ref.id), "a record id is made once");
    record.order = ++last_order_;
    table.by_id[record.ref.id] = record.order;
    table.by_parent[record.parent].insert(record.order);
    table.records.emplace(record.order, std::move(record));
}

const Record* Store::find(const RecordRef& ref) const {
    const auto table = tables_.find(ref.collection);
    if (table == tables_.end()) return nullptr;
    const auto order = table->second.by_id.find(ref.id);
    return order == table->second.by_id.end() ? nullptr : &table->second.records.at(order->second);
}

Record* Store::find_mutable(const RecordRef& ref) {
    return const_cast<Record*>(std::as_const(*this).find(ref));
}

void Store::set_body(const RecordRef& ref, Json body) {
    Record* record = find_mutable(ref);
    PLUMBLINE_CHECK(record, "only a record that is there gets a body");
    record->body = std::make_shared<const Json>(std::move(body));
    record->text.reset();
}

Json& Store::edit(const RecordRef& ref) {
    Record* record = find_mutable(ref);
    PLUMBLINE_CHECK(record, "only a record that is there is changed");
    // All that is changed was made as a value of its own by set_body or insert: none is const.
    if (record->body.use_count() > 1) record->body = std::make_shared<const Json>(*record->body);
    record->text.reset();
    return const_cast<Json&>(*record->body);
}

void Store::set_state(const RecordRef& ref, std::string state) {
    Record* record = find_mutable(ref);
    PLUMBLINE_CHECK(record, "only a record that is there has a state");
    record->state = std::move(state);
}

void Store::remove(const RecordRef& ref) {
    const Record* record = find(ref);
    if (!record) return;
    Table& table = tables_[ref.collection];
    const std::uint64_t order = record->order;
    const auto siblings = table.by_parent.find(record->parent);
    siblings->second.erase(order);
    if (siblings->second.empty()) table.by_parent.erase(siblings);
    // `ref` may live inside the record: the record goes last.
    table.by_id.erase(ref.id);
    table.records.erase(order);
}

void Store::mark_deleted(const RecordRef& ref) {
    if (Record* record = find_mutable(ref)) record->is_deleted = true;
}

std::vector<const Record*> Store::list(const std::string& collection,
                                       const Selection& selection) const {
    const auto table = tables_.find(collection);
    if (table == tables_.end()) return {};
    const auto siblings = table->second.by_parent.find(selection.parent);
    if (siblings == table->second.by_parent.end()) return {};
    const auto& orders = siblings->second;
    const auto& records = table->second.records;
    return selection.newest_first ? pick(orders.rbegin(), orders.rend(), records, selection)
                                  : pick(orders.begin(), orders.end(), records, selection);
}

std::vector<const Record*> Store::all(const std::string& collection) const {
    std::vector<const Record*> records;
    const auto table = tables_.find(collection);
    if (table == tables_.end()) return records;
    for (const auto& [order, record] : table->second.records) records.push_back(&record);
    return records;
}

std::vector<std::string> Store::children(const std::string& collection,
                                         const std::string& parent) const {
    std::vector<std::string> ids;
    const auto table = tables_.find(collection);
    if (table == tables_.end()) return ids;
    const auto siblings = table->second.by_parent.find(parent);
    if (siblings == table->second.by_parent.end()) return ids;
    for (const std::uint64_t order : siblings->second) {
        ids.push_back(table->second.records.at(order).ref.id);
    }
    return ids;
}

std::size_t Store::size() const {
    std::size_t count = 0;
    for (const auto& [name, table] : tables_) count += table.records.size();
    return count;
}

std::shared_ptr<const std::string> Store::text(const RecordRef& ref) {
    Record* record = find_mutable(ref);
    PLUMBLINE_CHECK(record, "only a record that is there is rendered");
    if (!record->text) {
        const Json& body = *record->body;
        record->text = std::make_shared<const std::string>(
            has_own_members(body) ? to_text(shown(body)) : to_text(body));
    }
    return record->text;
}

void Store::issue(std::string_view operation_id, std::string_view tenant, std::string_view value) {
    issued_.emplace(operation_id, tenant, value);
}

bool Store::issued(std::string_view operation_id,
                   std::string_view tenant,
                   std::string_view value) const {
    const std::string operation(operation_id);
    return issued_.contains({operation, std::string(tenant), std::string(value)}) ||
           issued_.contains({operation, "", std::string(value)});
}

}  // namespace plumbline::mock
