#include "spec/contract/load/requirement_table.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

/// A long list shows no more with each further item.
constexpr int kMaxVisits = 20'000;

}  // namespace

/// One walk through a value along the table.
class RequirementTable::Visit {
  public:
    explicit Visit(const std::vector<Row>& nodes) : rows_(nodes) {}

    void visit(RowIndex index, const Json& value) {
        if (--visits_left_ < 0) return;
        const Row& row = rows_[index];
        const bool applies = !row.has_condition || accepts(row.condition, value);
        if (applies && !shows_nothing(row, value)) ids_.insert(row.ids.begin(), row.ids.end());
        for (const RowIndex part : row.always) visit(part, value);
        for (const Branch& branch : row.branches) {
            if (accepts(branch.schema, value)) visit(branch.row, value);
        }
        if (value.is_object()) visit_members(row, value);
        if (value.is_array()) visit_items(row, value);
    }

    [[nodiscard]] std::set<std::string_view> take() { return std::move(ids_); }

  private:
    static bool accepts(const Schema* schema, const Json& value) {
        return schema && schema->accepts(value);
    }

    /// Returns whether a value shows nothing about its schema: null, which is like an absent
    /// member, a list without items, or a map without members.
    static bool shows_nothing(const Row& row, const Json& value) {
        if (value.is_null()) return true;
        if (!value.is_structured() || !value.empty()) return false;
        return value.is_array() ? row.has_items : row.is_map;
    }

    void visit_members(const Row& row, const Json& value) {
        if (row.properties.empty() && !row.others) return;
        for (const auto& [name, part] : value.items()) {
            const auto property = row.properties.find(name);
            if (property != row.properties.end()) {
                visit(property->second, part);
            } else if (row.others) {
                visit(*row.others, part);
            }
        }
    }

    void visit_items(const Row& row, const Json& value) {
        std::size_t next = 0;
        for (; next < row.first_items.size() && next < value.size(); ++next)
            visit(row.first_items[next], value[next]);
        if (!row.items) return;
        for (; next < value.size() && visits_left_ > 0; ++next) visit(*row.items, value[next]);
    }

    const std::vector<Row>& rows_;
    int visits_left_ = kMaxVisits;
    std::set<std::string_view> ids_;
};

RequirementTable::RequirementTable(const ApiDocument& api, const reading::OpenApiNode& root)
    : api_(api) {
    (void)add(root);  // it is the first row
}

std::set<std::string_view> RequirementTable::applied_to(const Json& value) const {
    Visit visit(rows_);
    visit.visit(0, value);
    return visit.take();
}

RequirementTable::RowIndex RequirementTable::add(const reading::OpenApiNode& schema) {
    const auto [found, is_new] = by_pointer_.try_emplace(schema.pointer, rows_.size());
    const RowIndex index = found->second;
    if (!is_new) return index;
    rows_.emplace_back();
    Row row;
    if (schema.value->is_object()) add_content(schema, row);
    rows_[index] = std::move(row);
    return index;
}

void RequirementTable::add_content(const reading::OpenApiNode& schema, Row& row) {
    if (const Json* ids = member(*schema.value, "x-requirements"); ids && ids->is_array()) {
        for (const Json& id : *ids) {
            if (id.is_string()) row.ids.emplace_back(id.get_ref<const std::string&>());
        }
    }
    if (schema.has("$ref")) {
        const auto target = reading::resolve_node(api_.document(), schema);
        if (target) row.always.push_back(add(*target));
    }
    row.has_condition = schema.has("if");
    if (row.has_condition) row.condition = compiled(schema.child("if"));
    row.has_items = schema.has("items");
    for (const auto& part : schema.items("allOf")) row.always.push_back(add(part));
    for (const char* keyword : {"anyOf", "oneOf"}) {
        for (const auto& part : schema.items(keyword))
            row.branches.push_back({compiled(part), add(part)});
    }
    for (const auto& [name, part] : schema.members("properties"))
        row.properties.emplace(name, add(part));
    if (schema.has_object("additionalProperties")) {
        row.others = add(schema.child("additionalProperties"));
        row.is_map = !schema.has_object("properties");
    }
    for (const auto& part : schema.items("prefixItems")) row.first_items.push_back(add(part));
    if (schema.has_object("items")) row.items = add(schema.child("items"));
}

const Schema* RequirementTable::compiled(const reading::OpenApiNode& schema) const {
    const Result<Schema>& found = api_.schema(schema.pointer);
    return found ? &*found : nullptr;
}

const RequirementTable* RequirementTables::at(const ApiDocument& api, std::string_view pointer) {
    const std::lock_guard lock(mutex_);
    auto found = tables_.find(pointer);
    if (found == tables_.end()) {
        found = tables_.try_emplace(std::string(pointer)).first;
        if (const Json* schema = find(*api.document().root, pointer))
            found->second.emplace(api, reading::OpenApiNode{schema, std::string(pointer)});
    }
    return found->second ? &*found->second : nullptr;
}

std::vector<std::string> ApiDocument::applied_requirements(std::string_view pointer,
                                                           const Json& value) const {
    const RequirementTable* table = requirement_tables_->at(*this, pointer);
    if (!table) return {};
    const auto ids = table->applied_to(value);
    return {ids.begin(), ids.end()};
}

}  // namespace plumbline
