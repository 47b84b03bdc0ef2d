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

/// Walks numbers from `begin` to `end` and keeps what the selection wants.
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
    Table& table = tables_[record.ref.collection];
    record.number = ++last_number_;
    auto& records = table.records;
    Record& made = records.emplace_hint(records.end(), record.number, std::move(record))->second;
    const bool is_new = table.by_id.emplace(made.ref.id, &made).second;
    PLUMBLINE_CHECK(is_new, "a record id is made once");
    by_number_.emplace(made.number, &made);
    table.by_parent[made.parent].push_back(made.number);
    return made;
}

const Record* Store::find(const std::string& collection, const std::string& id) const {
    const auto table = tables_.find(collection);
    if (table == tables_.end()) return nullptr;
    const auto record = table->second.by_id.find(id);
    return record == table->second.by_id.end() ? nullptr : record->second;
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

Json& Store::edit(const Record& record) {
    auto& own = const_cast<Record&>(record);
    // All that is changed was made as a value of its own by set_body or insert: none is const.
    if (own.body.use_count() > 1) own.body = std::make_shared<const Json>(*own.body);
    own.text.reset();
    return const_cast<Json&>(*own.body);
}

void Store::set_state(const Record& record, std::string state) {
    const_cast<Record&>(record).state = std::move(state);
}

void Store::remove(const RecordRef& ref) {
    const Record* record = find(ref);
    if (!record) return;
    Table& table = tables_[ref.collection];
    const RecordNumber number = record->number;
    const auto siblings = table.by_parent.find(record->parent);
    auto& numbers = siblings->second;
    numbers.erase(std::lower_bound(numbers.begin(), numbers.end(), number));
    if (numbers.empty()) table.by_parent.erase(siblings);
    by_number_.erase(number);
    // `ref` may live inside the record: the record goes last.
    table.by_id.erase(ref.id);
    table.records.erase(number);
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
    const auto& numbers = siblings->second;
    const auto& records = table->second.records;
    return selection.newest_first ? pick(numbers.rbegin(), numbers.rend(), records, selection)
                                  : pick(numbers.begin(), numbers.end(), records, selection);
}

std::vector<const Record*> Store::all(const std::string& collection) const {
    std::vector<const Record*> records;
    const auto table = tables_.find(collection);
    if (table == tables_.end()) return records;
    for (const auto& [number, record] : table->second.records) records.push_back(&record);
    return records;
}

std::vector<std::string> Store::children(const std::string& collection,
                                         const std::string& parent) const {
    std::vector<std::string> ids;
    const auto table = tables_.find(collection);
    if (table == tables_.end()) return ids;
    const auto siblings = table->second.by_parent.find(parent);
    if (siblings == table->second.by_parent.end()) return ids;
    for (const RecordNumber number : siblings->second) {
        ids.push_back(table->second.records.at(number).ref.id);
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
    if (!record->text)
        record->text =
            std::make_shared<const std::string>(object_text(shown_members(*record->body)));
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
