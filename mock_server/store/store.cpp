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

/// Walks the records of numbers from `begin` to `end` and keeps what the selection wants.
template <typename Iterator>
std::vector<const Record*> pick(Iterator begin,
                                Iterator end,
                                const ByNumber<Record>& records,
                                std::string_view collection,
                                const Selection& selection) {
    std::vector<const Record*> picked;
    std::size_t passed = 0;
    for (; begin != end && picked.size() < selection.limit; ++begin) {
        const Record& record = *records.find(*begin);
        const bool is_wanted = record.ref.collection == collection && belongs(record, selection);
        if (is_wanted && ++passed > selection.offset) picked.push_back(&record);
    }
    return picked;
}

/// Returns the members that the API shows, in byte order of their names.
std::vector<MemberRef> shown_members(const Json& body) {
    static const Json::object_t kNone;
    const Json* others = member(body, kShown);
    const auto& instead = others ? others->get_ref<const Json::object_t&>() : kNone;
    const auto& own = body.get_ref<const Json::object_t&>();
    std::vector<MemberRef> all;
    all.reserve(own.size() + instead.size());
    auto next = instead.begin();
    for (const auto& [name, value] : own) {
        if (name.starts_with('_')) continue;
        for (; next != instead.end() && next->first < name; ++next)
            all.push_back({&next->first, &next->second});
        const bool is_replaced = next != instead.end() && next->first == name;
        all.push_back({&name, is_replaced ? &(next++)->second : &value});
    }
    for (; next != instead.end(); ++next) all.push_back({&next->first, &next->second});
    return all;
}

}  // namespace

Json shown(const Json& body) {
    Json all = Json::object();
    for (const MemberRef& one : shown_members(body)) all[*one.name] = *one.value;
    return all;
}

const Record& Store::insert(Record record) {
    record.number = ++last_number_;
    record.tenant = kept_tenant(record.tenant);
    Table& table = tables_[record.ref.collection];
    PLUMBLINE_CHECK(!find_in(table, record.ref.id), "a record id is made once");
    Record& made = records_[record.number] = std::move(record);
    table.by_id.add(made.ref.id, made.number);
    siblings_of(made, table).push_back(made.number);
    return made;
}

std::string_view Store::kept_tenant(std::string_view tenant) {
    const auto known = tenants_.find(tenant);
    return known != tenants_.end() ? *known : *tenants_.emplace(tenant).first;
}

const Store::Table* Store::find_table(std::string_view collection) const {
    const auto table = tables_.find(collection);
    return table == tables_.end() ? nullptr : &table->second;
}

std::vector<RecordNumber>& Store::siblings_of(const Record& record, Table& table) {
    return record.owner == 0 ? table.without_owner : owned_[record.owner];
}

const Record* Store::find(std::string_view collection, std::string_view id) const {
    const Table* table = find_table(collection);
    return table ? find_in(*table, id) : nullptr;
}

const Record* Store::find_in(const Table& table, std::string_view id) const {
    return find(table.by_id.find(
        id, [&](RecordNumber number) { return records_.find(number)->ref.id == id; }));
}

void Store::set_body(const Record& record, Json body) {
    Record& changed = own(record);
    changed.body = std::make_shared<const Json>(std::move(body));
    changed.text.reset();
}

Json& Store::edit(const Record& record) {
    Record& changed = own(record);
    // All that is changed was made as a value of its own by set_body or insert: none is const.
    if (changed.body.use_count() > 1) changed.body = std::make_shared<const Json>(*changed.body);
    changed.text.reset();
    return const_cast<Json&>(*changed.body);
}

void Store::set_state(const Record& record, std::string_view state) {
    own(record).state = state;
}

void Store::mark_deleted(const Record& record) {
    own(record).is_deleted = true;
}

void Store::remove(const Record& record) {
    const RecordNumber number = record.number;
    Table& table = tables_.find(record.ref.collection)->second;
    auto& siblings = siblings_of(record, table);
    siblings.erase(std::lower_bound(siblings.begin(), siblings.end(), number));
    if (record.owner != 0 && siblings.empty()) owned_.erase(record.owner);
    table.by_id.erase(record.ref.id, number);
    records_.erase(number);
}

const std::vector<RecordNumber>* Store::numbers_of(std::string_view collection,
                                                   RecordNumber owner) const {
    if (owner != 0) return owned_.find(owner);
    const Table* table = find_table(collection);
    return table ? &table->without_owner : nullptr;
}

std::vector<const Record*> Store::list(std::string_view collection,
                                       const Selection& selection) const {
    const auto* numbers = numbers_of(collection, selection.owner);
    if (!numbers) return {};
    return selection.newest_first
               ? pick(numbers->rbegin(), numbers->rend(), records_, collection, selection)
               : pick(numbers->begin(), numbers->end(), records_, collection, selection);
}

std::vector<const Record*> Store::all(std::string_view collection) const {
    std::vector<const Record*> records;
    const Table* table = find_table(collection);
    if (!table) return records;
    std::vector<RecordNumber> numbers = table->by_id.numbers();
    std::sort(numbers.begin(), numbers.end());
    records.reserve(numbers.size());
    for (const RecordNumber number : numbers) records.push_back(find(number));
    return records;
}

std::vector<const Record*> Store::children(std::string_view collection, const Record& owner) const {
    std::vector<const Record*> records;
    const auto* numbers = owned_.find(owner.number);
    if (!numbers) return records;
    for (const RecordNumber number : *numbers) {
        const Record* record = find(number);
        if (record->ref.collection == collection) records.push_back(record);
    }
    return records;
}

std::shared_ptr<const std::string> Store::text(const Record& record) {
    Record& shown = own(record);
    if (!shown.text) shown.text = text_once(shown);
    return shown.text;
}

std::shared_ptr<const std::string> Store::text_once(const Record& record) {
    if (record.text) return record.text;
    return std::make_shared<const std::string>(object_text(shown_members(*record.body)));
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
