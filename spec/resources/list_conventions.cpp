#include "spec/resources/list_conventions.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

/// The usual names with one meaning: lower case, without separators.
struct UsualNames {
    std::string ListConventions::*meaning;
    std::array<std::string_view, 10> names;
};

constexpr std::array<UsualNames, 6> kParameterNames{{
    {&ListConventions::limit,
     {"limit",
      "pagesize",
      "perpage",
      "size",
      "maxresults",
      "count",
      "top",
      "first",
      "take",
      "max"}},
    {&ListConventions::offset, {"offset", "skip", "start", "startindex", "from"}},
    {&ListConventions::page, {"page", "pagenumber", "pageno", "pageindex", "p"}},
    {&ListConventions::cursor,
     {"cursor",
      "pagetoken",
      "after",
      "startingafter",
      "nexttoken",
      "continuation",
      "continuationtoken",
      "marker",
      "nextcursor",
      "startkey"}},
    {&ListConventions::order, {"sort", "orderby", "sortby", "order", "ordering"}},
    {&ListConventions::search, {"q", "query", "search", "filter", "text", "keyword"}},
}};

constexpr std::array<UsualNames, 7> kMemberNames{{
    {&ListConventions::total_member,
     {"total", "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements"}},
    {&ListConventions::count_member, {"count", "numberofelements", "returned"}},
    {&ListConventions::next_member,
     {"nextcursor",
      "nextpagetoken",
      "nexttoken",
      "next",
      "cursor",
      "continuationtoken",
      "nextmarker"}},
    {&ListConventions::has_more_member, {"hasmore", "hasnext", "hasnextpage", "more"}},
    {&ListConventions::limit_member, {"limit", "pagesize", "perpage", "size"}},
    {&ListConventions::offset_member, {"offset", "skip", "start"}},
    {&ListConventions::page_member, {"page", "pagenumber", "currentpage"}},
}};

const Json* schema_keyword(const ApiDocument& api,
                           const Parameter& parameter,
                           std::string_view keyword) {
    const Json* schema = find(*api.document().root, std::string_view(parameter.schema_pointer));
    return parameter.schema_pointer.empty() || !schema ? nullptr : member(*schema, keyword);
}

std::optional<std::size_t> number_keyword(const ApiDocument& api,
                                          const Parameter& parameter,
                                          std::string_view keyword) {
    const Json* value = schema_keyword(api, parameter, keyword);
    const auto number = value ? as_integer(*value) : std::nullopt;
    return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

/// Sets the meaning of a name that no other has yet; returns it, null for a name without meaning.
template <std::size_t kCount>
std::string ListConventions::*set_meaning(const std::array<UsualNames, kCount>& rows,
                                          const std::string& name,
                                          ListConventions& list) {
    const std::string plain = plain_name(name);
    for (const UsualNames& row : rows) {
        const bool is_usual =
            !plain.empty() &&
            std::find(row.names.begin(), row.names.end(), plain) != row.names.end();
        if (!is_usual || !(list.*row.meaning).empty()) continue;
        list.*row.meaning = name;
        return row.meaning;
    }
    return nullptr;
}

}  // namespace

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : to_lower(name)) {
        if (is_ascii_letter(c) || is_ascii_digit(c)) plain += c;
    }
    return plain;
}

ListConventions list_conventions_of(const ApiDocument& api,
                                    const Operation& operation,
                                    const std::vector<std::string>& record_members,
                                    const std::vector<std::string>& body_members) {
    ListConventions list;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.location != ParameterLocation::kQuery) continue;
        // A member of the records goes before a usual name: an item may have a `size`.
        const auto same =
            std::find_if(record_members.begin(), record_members.end(), [&](const auto& name) {
                return plain_name(name) == plain_name(parameter.name);
            });
        if (same != record_members.end()) {
            list.filters.push_back({parameter.name, *same});
            continue;
        }
        const auto meaning = set_meaning(kParameterNames, parameter.name, list);
        if (meaning == &ListConventions::limit)
            list.default_limit = number_keyword(api, parameter, "default").value_or(0);
        if (meaning == &ListConventions::page) {
            const auto first = number_keyword(api, parameter, "default");
            const auto least = number_keyword(api, parameter, "minimum");
            list.first_page = first.value_or(least.value_or(1)) == 0 ? 0 : 1;
        }
    }
    for (const std::string& name : body_members) (void)set_meaning(kMemberNames, name, list);
    return list;
}

}  // namespace plumbline
