#include "mock_server/engine/resource_list.hpp"

#include "mock_server/lifecycle/lifecycle.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace plumbline::mock {
namespace {

constexpr std::size_t kDefaultLimit = 100;

/// Which part of a list is requested.
struct PageRange {
    std::size_t begin = 0;
    std::size_t limit = kDefaultLimit;
    std::size_t page = 1;
};

std::optional<std::size_t> number_of(const RequestContext& context, const std::string& parameter) {
    if (parameter.empty()) return std::nullopt;
    const auto text = context.target.parameter(parameter);
    const auto number = text ? parse_integer(*text) : std::nullopt;
    return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

bool contains_text(const Json& value, const std::string& text) {
    if (value.is_string())
        return to_lower(value.get_ref<const std::string&>()).find(text) != std::string::npos;
    return value.is_structured() && std::any_of(value.begin(), value.end(), [&](const Json& part) {
               return contains_text(part, text);
           });
}

bool is_selected(const RequestContext& context, const ListRecords& action, const Json& body) {
    for (const ListFilter& filter : action.filters) {
        const auto wanted = context.target.parameter(filter.parameter);
        if (!wanted) continue;
        const Json* value = find(body, std::string_view(filter.field));
        if (!value || plain_text(*value) != *wanted) return false;
    }
    const std::string& search = action.conventions->search;
    const auto text = search.empty() ? std::nullopt : context.target.parameter(search);
    return !text || contains_text(body, to_lower(*text));
}

/// Sorts by the member that the request names: `-year`, `year:desc` and `year desc` are descending.
void sort_records(const RequestContext& context,
                  const ListRecords& action,
                  std::vector<const Record*>& records) {
    const std::string& parameter = action.conventions->order;
    const auto order = parameter.empty() ? std::nullopt : context.target.parameter(parameter);
    if (!order || order->empty()) return;
    std::string name = *order;
    bool is_descending = false;
    for (const auto& [ending, descends] : {std::pair(std::string_view(":desc"), true),
                                           std::pair(std::string_view(" desc"), true),
                                           std::pair(std::string_view(":asc"), false),
                                           std::pair(std::string_view(" asc"), false)}) {
        if (!std::string_view(name).ends_with(ending)) continue;
        name.resize(name.size() - ending.size());
        is_descending = descends;
    }
    if (name.starts_with('-') || name.starts_with('+')) {
        is_descending = name.front() == '-';
        name.erase(0, 1);
    }
    const auto value_of = [&](const Record* record) {
        const Json* value = member(*record->body, name);
        return value ? *value : Json();
    };
    std::stable_sort(records.begin(), records.end(), [&](const Record* a, const Record* b) {
        return is_descending ? value_of(b) < value_of(a) : value_of(a) < value_of(b);
    });
}

ValueOrResponse<PageRange> requested_range(const RequestContext& context,
                                           const ListConventions& names) {
    PageRange range;
    range.limit = number_of(context, names.limit)
                      .value_or(names.default_limit > 0 ? names.default_limit : kDefaultLimit);
    range.begin = number_of(context, names.offset).value_or(0);
    range.page = number_of(context, names.page).value_or(names.first_page);
    if (!names.page.empty())
        range.begin = (std::max(range.page, names.first_page) - names.first_page) * range.limit;
    const auto cursor =
        names.cursor.empty() ? std::nullopt : context.target.parameter(names.cursor);
    if (!cursor || cursor->empty()) return range;
    const auto begin = number_of(context, names.cursor);
    if (!begin) {
        return tl::unexpected<EngineResponse>(problems_response(
            422, {{{"query", names.cursor}, "is no cursor of a page before", "cursor"}}));
    }
    range.begin = *begin;
    return range;
}

}  // namespace

ValueOrResponse<Json> resource_page(const RequestContext& context, const ListRecords& action) {
    const ListConventions& names = *action.conventions;
    const auto range = requested_range(context, names);
    if (!range) return tl::unexpected<EngineResponse>(range.error());
    auto records = context.simulation->store.list(
        context.spec().collection->name,
        {context.tenant,
         context.parent,
         action.newest_first,
         0,
         std::numeric_limits<std::size_t>::max(),
         [&](const Record& record) {
             return !record.is_deleted && is_selected(context, action, *record.body);
         }});
    sort_records(context, action, records);
    const std::size_t begin = std::min(range->begin, records.size());
    const std::size_t end = begin + std::min(range->limit, records.size() - begin);
    Json items = Json::array();
    for (std::size_t i = begin; i < end; ++i) items.push_back(*records[i]->body);
    if (action.items.empty()) return items;
    Json page{{action.items, std::move(items)}};
    const bool has_more = end < records.size();
    const auto set = [&](const std::string& name, const Json& value) {
        if (!name.empty()) page[name] = value;
    };
    set(names.total_member, records.size());
    set(names.count_member, end - begin);
    set(names.next_member, has_more ? Json(std::to_string(end)) : Json());
    set(names.has_more_member, has_more);
    set(names.limit_member, range->limit);
    set(names.offset_member, range->begin);
    set(names.page_member, range->page);
    return page;
}

}  // namespace plumbline::mock
